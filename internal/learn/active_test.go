package learn

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// bowl is a smooth function of five columns, without noise.
func bowl(n int, seed uint64) (x, y linalg.Matrix) {
	x, y = normal(n, 5, seed), linalg.New(n, 1)
	for i, v := range x.Data {
		x.Data[i] = math.Tanh(v)
	}
	for i := range n {
		r := x.Row(i)
		y.Set(i, 0, r[0]+.5*r[1]*r[1]-.3*r[0]*r[2]*r[3]+.2*math.Sin(3*r[4]))
	}
	return x, y
}

// The mean outer product is that of central differences of the predictions.
func TestGradientsOfActiveAreThoseOfDifferences(t *testing.T) {
	t.Parallel()
	x, y := bowl(80, 1)
	root := linalg.Identity(5).Slice(0, 4)
	m, err := FitActive(x, y, root, nil)
	if err != nil {
		t.Fatal(err)
	}
	const h = 1e-4
	slopes := linalg.New(x.Rows, x.Cols)
	for j := range x.Cols {
		up, down := x.Clone(), x.Clone()
		for i := range x.Rows {
			up.Set(i, j, x.At(i, j)+h)
			down.Set(i, j, x.At(i, j)-h)
		}
		above, below := m.Predict(up), m.Predict(down)
		for i := range x.Rows {
			slopes.Set(i, j, (above.At(i, 0)-below.At(i, 0))/(2*h))
		}
	}
	want := linalg.TTimes(slopes, slopes)
	linalg.Scale(1/float64(x.Rows), want)
	got := m.Gradients(x, nil)
	linalg.AddScaled(got, -1, want)
	if off := linalg.Norm(got) / linalg.Norm(want); !(off < 1e-6) {
		t.Errorf("they are %g of the whole apart", off)
	}
	if last := want.At(4, 4); last != 0 {
		t.Errorf("a column outside the root has a slope of %g", last)
	}
}

// Rows turned within the space that a regression is on make no difference to it.
func TestActiveKnowsTheSpaceOnly(t *testing.T) {
	t.Parallel()
	x, y := bowl(60, 2)
	root := linalg.Identity(5).Slice(0, 3)
	gradients := func(t interface{ Fatal(...any) }, root linalg.Matrix) linalg.Matrix {
		m, err := FitActive(x, y, root, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m.Gradients(x, nil)
	}
	want := gradients(t, root)
	rapid.Check(t, func(t *rapid.T) {
		turn := normal(3, 3, rapid.Uint64().Draw(t, "seed"))
		if err := stiefel.Orthonormalize(turn); err != nil {
			t.Skip(err)
		}
		got := gradients(t, linalg.Times(turn, root))
		linalg.AddScaled(got, -1, want)
		if off := linalg.Norm(got) / linalg.Norm(want); !(off < 1e-3) { // centres that the others nearly stand for may be other ones
			t.Fatalf("they are %g of the whole apart", off)
		}
	})
}

// More rows than choose metric and ridge are centres too, and predict better.
func TestActiveWithManyRows(t *testing.T) {
	t.Parallel()
	x, y := bowl(activeRows+200, 3)
	few, err := FitActive(x.Slice(0, activeRows), y.Slice(0, activeRows), linalg.Identity(5), nil)
	if err != nil {
		t.Fatal(err)
	}
	many, err := FitActive(x, y, linalg.Identity(5), nil)
	if err != nil {
		t.Fatal(err)
	}
	test, true := bowl(300, 4)
	if a, b := squaredError(true, many.Predict(test)), squaredError(true, few.Predict(test)); many.Ridge.Centres.Rows != x.Rows || !(a < b) {
		t.Errorf("%d centres with an error of %g, and %g with fewer", many.Ridge.Centres.Rows, a, b)
	}
}

// Columns drawn by themselves are taken for independent in about 19 of 20 tables; those that hang
// together by a line or by a curve are not.
func TestIndependent(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := range uint64(40) {
		x := normal(100, 8, seed)
		if Independent(x) {
			found++
		}
		for i := range x.Rows {
			x.Set(i, 7, x.At(i, 0)+x.At(i, 7))
		}
		if Independent(x) {
			t.Errorf("seed %d: a line", seed)
		}
		for i := range x.Rows {
			x.Set(i, 7, x.At(i, 0)*x.At(i, 0))
		}
		if Independent(x) {
			t.Errorf("seed %d: a curve", seed)
		}
	}
	if found < 32 { // squares of normal values have heavier tails than the bound is for
		t.Errorf("%d of 40", found)
	}
}

// Recombined rows have the values of each column, each as often.
func TestRecombined(t *testing.T) {
	t.Parallel()
	x := normal(30, 4, 5)
	got := Recombined(x, 70, 1)
	if got.Rows != 90 {
		t.Fatalf("%d rows", got.Rows)
	}
	for j := range x.Cols {
		count := map[float64]int{}
		for i := range got.Rows {
			count[got.At(i, j)]++
		}
		for i := range x.Rows {
			if count[x.At(i, j)] != 3 {
				t.Fatalf("value %d of column %d is there %d times", i, j, count[x.At(i, j)])
			}
		}
	}
	if again := Recombined(x, 70, 1); linalg.Norm(minus(again, got)) != 0 {
		t.Error("one seed, two answers")
	}
}

func minus(a, b linalg.Matrix) linalg.Matrix {
	c := a.Clone()
	linalg.AddScaled(c, -1, b)
	return c
}

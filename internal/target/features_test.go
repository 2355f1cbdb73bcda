package target

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/output"
)

func features(t rapid.TB, y output.Output, centres []int, median float64) linalg.Matrix {
	f, _, err := FunctionsOf(context.Background(), y, nil, centres, NarrowWidth*median)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func first(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// outputs is one output of each kind with n rows; classes and labels take all values
// within the first 6 rows.
func outputs(t rapid.TB, n int, rng *rand.Rand) map[string]output.Output {
	y, class, labels, gram := normal(n, 2, rng), make([]int, n), make([]float64, 3*n), linalg.New(n, n)
	for i := range n {
		class[i] = rng.IntN(4)
		if i < 4 {
			class[i] = i
		}
		for j := range 3 {
			labels[3*i+j] = float64(rng.IntN(2))
			if i < 6 {
				labels[3*i+j] = float64((i + 1) >> j & 1)
			}
		}
	}
	linalg.MulT(gram, y, y)
	columns, err1 := output.Columns(2, y.Data)
	sets, err2 := output.Labels(3, labels)
	matrix, err3 := output.Gram(n, gram.Data)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	return map[string]output.Output{
		"number": output.Numbers(normal(n, 1, rng).Data), "numbers": columns,
		"class": output.Classes(class), "labels": sets, "gram": matrix,
	}
}

// The features have mean 0 and covariance 1. The weakest kept of a metric's has 1e-6 of
// the variance of the strongest, so that scaling it up turns ε into 1e-10.
func TestFeaturesAreWhite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 80).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		most := map[string]int{"number": metricFeatures, "numbers": metricFeatures, "class": 3, "labels": 3, "gram": 2}
		for kind, y := range outputs(t, n, rng) {
			f := features(t, y, first(rapid.IntRange(6, n).Draw(t, "b")), 1)
			if f.Rows != n || f.Cols < 1 || f.Cols > most[kind] {
				t.Fatalf("%s: %d x %d features of %d rows", kind, f.Rows, f.Cols, n)
			}
			if e := largest(plus(f, -1, centred(f))); e > 1e-12 {
				t.Fatalf("%s: mean %g", kind, e)
			}
			covariance := plus(linalg.New(f.Cols, f.Cols), 1/float64(n), times(f.Transposed(), f))
			if e := largest(plus(covariance, -1, linalg.Identity(f.Cols))); e > 1e-9 {
				t.Fatalf("%s: covariance off by %g", kind, e)
			}
		}
	})
}

// With all rows as centres there is no approximation: the features are the leading
// eigenvectors of the centred Gram matrix, in order. Directions of L below
// roundingLevel are left out, which moves it by up to n times that.
func TestFeaturesOfAllRowsAreKernelPrincipalComponents(t *testing.T) {
	const n, median = 40, 1.3
	for kind, y := range outputs(t, n, rand.New(rand.NewPCG(1, 0))) {
		L := linalg.New(n, n)
		switch y := y.(type) {
		case output.Kernel:
			y.Kernel(L.Data, 0, n, first(n))
		case output.Metric:
			y.SquaredDistances(L.Data, 0, n, first(n))
			for i, r2 := range L.Data {
				L.Data[i] = math.Exp(-r2 / (2 * .5 * median * .5 * median))
			}
		}
		L = centred(centred(L).Transposed())
		values, _, err := linalg.Leading(L, n)
		if err != nil {
			t.Fatal(err)
		}
		f := features(t, y, first(n), median)
		applied := times(L, f)
		for k := range f.Cols {
			for i := range n {
				if e := math.Abs(applied.At(i, k) - values[k]*f.At(i, k)); e > 1e-8 {
					t.Fatalf("%s: feature %d of %d is no eigenvector: off by %g of %g", kind, k, f.Cols, e, values[k])
				}
			}
		}
	}
}

// Rows of one class are alike, and so are functions of the class; c classes have c - 1
// that are uncorrelated, which predict each class exactly.
func TestFeaturesOfClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := rapid.IntRange(2, 6).Draw(t, "classes")
		n := rapid.IntRange(3*classes, 60).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		y := make([]int, n)
		for i := range y {
			y[i] = rng.IntN(classes)
			if i < classes {
				y[i] = i
			}
		}
		f := features(t, output.Classes(y), first(rapid.IntRange(classes, n).Draw(t, "b")), 0)
		if f.Cols != classes-1 {
			t.Fatalf("%d features of %d classes", f.Cols, classes)
		}
		for i := range n {
			for k, v := range f.Row(i) {
				if math.Abs(v-f.At(y[i], k)) > 1e-12 {
					t.Fatalf("feature %d is %v in row %d and %v in row %d of one class", k, v, i, f.At(y[i], k), y[i])
				}
			}
		}
		for c := range classes {
			indicator := linalg.New(n, 1)
			for i := range n {
				if y[i] == c {
					indicator.Set(i, 0, 1)
				}
			}
			if left := unexplained(f, indicator); left > 1e-12 {
				t.Fatalf("%g of class %d is not explained", left, c)
			}
		}
	})
}

// unexplained is the share of the variance of g that the white features f leave.
func unexplained(f, g linalg.Matrix) float64 {
	g = centred(g)
	left := plus(g, -1/float64(f.Rows), times(f, times(f.Transposed(), g)))
	return linalg.Inner(left, left) / linalg.Inner(g, g)
}

// Whatever grows with y is a combination of the features of y: all but 1% of it,
// through 30 centres of 400 rows.
func TestFeaturesCaptureMonotoneDependence(t *testing.T) {
	const n = 400
	rng := rand.New(rand.NewPCG(1, 0))
	y := make([]float64, n)
	for i := range y {
		y[i] = rng.Float64()*2 - 1
	}
	f := features(t, output.Numbers(y), rng.Perm(n)[:30], .58) // the median of |y - y'| is 2 - √2
	for name, function := range map[string]func(float64) float64{
		"y": func(v float64) float64 { return v }, "exp 2y": func(v float64) float64 { return math.Exp(2 * v) },
		"y³": func(v float64) float64 { return v * v * v }, "tanh 4y": func(v float64) float64 { return math.Tanh(4 * v) },
	} {
		g := linalg.New(n, 1)
		for i, v := range y {
			g.Set(i, 0, function(v))
		}
		if left := unexplained(f, g); left > .01 {
			t.Errorf("%g of the variance of %s is left", left, name)
		}
	}
}

func TestFeaturesOfNothing(t *testing.T) {
	zero, err := output.Gram(3, make([]float64, 9))
	if err != nil {
		t.Fatal(err)
	}
	for n := 2; n < 40; n++ { // the mean of n equal numbers is not always that number
		if f, _, err := FunctionsOf(context.Background(), output.Classes(make([]int, n)), nil, first(2), 0); !errors.Is(err, errNoFeatures) {
			t.Fatalf("%d rows of one class: %v (%v)", n, f.Data, err)
		}
	}
	if _, _, err := FunctionsOf(context.Background(), zero, nil, first(3), 0); !errors.Is(err, errNoFeatures) {
		t.Errorf("a kernel of 0: error %v", err)
	}
}

func TestFeaturesStopOnACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := FunctionsOf(ctx, output.Classes([]int{0, 1, 0, 1}), nil, first(2), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Weighted functions are uncorrelated, and their variances are the eigenvalues of the
// centred kernel matrix over the largest.
func TestVariancesOfWeightedFunctions(t *testing.T) {
	const n, width = 40, .8
	for kind, y := range outputs(t, n, rand.New(rand.NewPCG(1, 0))) {
		f, err := Weighted(t.Context(), y, nil, first(n), width)
		if err != nil {
			t.Fatal(err)
		}
		kernel := centred(centred(amongOutputs(y, first(n), width)).Transposed())
		values, _, err := linalg.Leading(kernel, n)
		if err != nil {
			t.Fatal(err)
		}
		covariance := plus(linalg.New(f.Cols, f.Cols), 1./n, times(f.Transposed(), f))
		want := linalg.New(f.Cols, f.Cols)
		for k := range f.Cols {
			want.Set(k, k, values[k]/values[0])
		}
		if e := largest(plus(covariance, -1, want)); e > 1e-8 {
			t.Errorf("%s: covariance is off by %g from %v", kind, e, values[:f.Cols])
		}
		if e := largest(plus(f, -1, centred(f))); e > 1e-12 {
			t.Errorf("%s: mean %g", kind, e)
		}
	}
	if _, err := Weighted(t.Context(), output.Classes(make([]int, 5)), nil, first(2), 0); !errors.Is(err, errNoFeatures) {
		t.Errorf("functions of one class: %v", err)
	}
}

func normal(rows, cols int, rng *rand.Rand) linalg.Matrix {
	a := linalg.New(rows, cols)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	return a
}

func times(a, b linalg.Matrix) linalg.Matrix {
	c := linalg.New(a.Rows, b.Cols)
	for i := range a.Rows {
		for k, v := range a.Row(i) {
			for j, u := range b.Row(k) {
				c.Data[i*c.Stride+j] += v * u
			}
		}
	}
	return c
}

// plus is a + factor b.
func plus(a linalg.Matrix, factor float64, b linalg.Matrix) linalg.Matrix {
	c := a.Clone()
	for i := range c.Rows {
		for j, v := range b.Row(i) {
			c.Data[i*c.Stride+j] += factor * v
		}
	}
	return c
}

// centred is a without its column means.
func centred(a linalg.Matrix) linalg.Matrix {
	n := float64(a.Rows)
	mean := make([]float64, a.Cols)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			mean[j] += v / n
		}
	}
	c := a.Clone()
	for i := range c.Rows {
		for j := range mean {
			c.Data[i*c.Stride+j] -= mean[j]
		}
	}
	return c
}

// largest is the largest absolute element of a.
func largest(a linalg.Matrix) (most float64) {
	for i := range a.Rows {
		for _, v := range a.Row(i) {
			most = max(most, math.Abs(v))
		}
	}
	return most
}

// Each class is told from the others, though few of the centres' rows are of it or none: 60 classes
// have 59 functions, by which rows are alike only within a class.
func TestFunctionsTellEveryClass(t *testing.T) {
	const classes = 60
	of := make([]int, 5*classes)
	for i := range of {
		of[i] = i % classes
	}
	y := output.Classes(of)
	for name, centres := range map[string][]int{"one centre": {3}, "some centres": {0, 1, 2, 60, 61}} {
		values, err := Weighted(t.Context(), y, nil, centres, 0)
		if err != nil {
			t.Fatal(err)
		}
		if values.Cols != classes-1 {
			t.Errorf("%s: %d functions of %d classes", name, values.Cols, classes)
		}
		for i := range of {
			for j := range i {
				var far float64
				for k, v := range values.Row(i) {
					far += (v - values.Row(j)[k]) * (v - values.Row(j)[k])
				}
				if same := of[i] == of[j]; same != (far < 1e-9) {
					t.Fatalf("%s: rows %d and %d of classes %d and %d are %g apart", name, i, j, of[i], of[j], far)
				}
			}
		}
	}
	if got := Plain(y, nil); got.Cols != classes {
		t.Errorf("%d columns of %d classes", got.Cols, classes)
	}
}

package stiefel

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

func normal(rows, cols int, rng *rand.Rand) linalg.Matrix {
	a := linalg.New(rows, cols)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	return a
}

// frame is a random frame of m rows in d dimensions.
func frame(t rapid.TB, m, d int, rng *rand.Rand) linalg.Matrix {
	w := normal(m, d, rng)
	if err := Orthonormalize(w); err != nil {
		t.Fatal(err)
	}
	return w
}

func product(a, b linalg.Matrix) linalg.Matrix {
	c := linalg.New(a.Rows, b.Cols)
	for i := range a.Rows {
		for j := range b.Cols {
			for k := range a.Cols {
				c.Row(i)[j] += a.At(i, k) * b.At(k, j)
			}
		}
	}
	return c
}

func minus(a, b linalg.Matrix) linalg.Matrix {
	c := linalg.New(a.Rows, a.Cols)
	for i := range a.Rows {
		for j := range a.Cols {
			c.Set(i, j, a.At(i, j)-b.At(i, j))
		}
	}
	return c
}

func frobenius(a linalg.Matrix) (norm float64) {
	for i := range a.Rows {
		for _, v := range a.Row(i) {
			norm = math.Hypot(norm, v)
		}
	}
	return norm
}

func projector(w linalg.Matrix) linalg.Matrix { return product(w.Transposed(), w) }

// notOrthonormal is |W Wᵀ - I|.
func notOrthonormal(w linalg.Matrix) float64 {
	return frobenius(minus(product(w, w.Transposed()), linalg.Identity(w.Rows)))
}

// sizes draws m ≤ d and a source of random numbers.
func sizes(t *rapid.T) (m, d int, rng *rand.Rand) {
	d = rapid.IntRange(1, 12).Draw(t, "d")
	m = rapid.IntRange(1, min(d, 5)).Draw(t, "m")
	return m, d, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
}

// The components of two fits, as given, and the angle between what they span.
func ExampleDistance() {
	a := linalg.FromSlices([][]float64{{3, 0, 0}, {1, 2, 0}})
	b := linalg.FromSlices([][]float64{{0, 1, 0}, {-1, 1, 0}})
	c := linalg.FromSlices([][]float64{{1, 0, 0}, {0, 0, 1}})
	for _, w := range []linalg.Matrix{a, b, c} {
		if err := Orthonormalize(w); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Printf("%.3f %.3f\n", Distance(a, b), Distance(a, c))
	// Output:
	// 0.000 0.707
}

// Rows become orthonormal to rounding and each stays in the span of those up to it,
// with a positive share of itself; near dependence (row 2 within closeness of row 1)
// costs orthonormality nothing, and the span as many digits as there is closeness.
func TestOrthonormalize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		w := normal(m, d, rng)
		if m > 1 {
			closeness := math.Pow(10, -float64(rapid.IntRange(0, 9).Draw(t, "closeness")))
			for j, v := range w.Row(0) {
				w.Row(1)[j] = v + closeness*w.At(1, j)
			}
		}
		q := w.Clone()
		if err := Orthonormalize(q); err != nil {
			t.Fatal(err)
		}
		if e := notOrthonormal(q); e > 1e-14 {
			t.Fatalf("|Q Qᵀ - I| = %g", e)
		}
		for k := 1; k <= m; k++ {
			row := w.Slice(k-1, k)
			left := minus(row, product(row, projector(q.Slice(0, k))))
			if frobenius(left) > 1e-13*frobenius(row) {
				t.Fatalf("row %d has length %g outside the span of the first %d", k, frobenius(left), k)
			}
			if share := product(row, q.Slice(k-1, k).Transposed()).At(0, 0); !(share > 0) {
				t.Fatalf("row %d has share %g in its own direction", k, share)
			}
		}
	})
}

func TestOrthonormalizeRefusesDependentRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		w := normal(m+1, d, rng)
		last := rapid.IntRange(0, m).Draw(t, "last")
		clear(w.Row(last)) // a combination of the others, or 0 where there are none before
		for k := range last {
			linalg.Axpy(rng.NormFloat64(), w.Row(k), w.Row(last))
		}
		if err := Orthonormalize(w); !errors.Is(err, ErrDependent) {
			t.Fatalf("error %v, want %v", err, ErrDependent)
		}
	})
	if err := Orthonormalize(linalg.FromSlices([][]float64{{1, math.NaN()}})); !errors.Is(err, ErrDependent) {
		t.Errorf("NaN: error %v", err)
	}
}

// The length of rows is of no account, as long as it is a number.
func TestOrthonormalizeRowsOfAnyLength(t *testing.T) {
	for _, size := range []float64{1e-300, 1e-200, 1e200, 1e300} {
		w := linalg.FromSlices([][]float64{{3 * size, 4 * size, 0}, {1, 0, 1}, {4 * size, 3 * size, 0}})
		if err := Orthonormalize(w); err != nil {
			t.Errorf("rows of length %g: %v", size, err)
			continue
		}
		if e := notOrthonormal(w); !(e < 1e-15) {
			t.Errorf("rows of length %g: |Q Qᵀ - I| = %g", size, e)
		}
	}
}

// |AᵀA - BᵀB| / √(2m) written out, which rounds once for each of d² elements. Distances
// near 0 are as right as others: √(m - |ABᵀ|²) would be right to 1e-8 only.
func TestDistanceMatchesTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		a, b := frame(t, m, d, rng), frame(t, m, d, rng)
		if rapid.Bool().Draw(t, "near") {
			b = a.Clone()
			for i := range b.Data {
				b.Data[i] += 1e-9 * rng.NormFloat64()
			}
			if err := Orthonormalize(b); err != nil {
				t.Fatal(err)
			}
		}
		want := frobenius(minus(projector(a), projector(b))) / math.Sqrt(2*float64(m))
		got := Distance(a, b)
		if math.Abs(got-want) > 5e-15 || math.Abs(Distance(b, a)-want) > 5e-15 {
			t.Fatalf("distance %v, and back %v, want %v", got, Distance(b, a), want)
		}
	})
}

func TestDistanceOfEqualAndOrthogonalSpaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		if d < 2 {
			t.Skip()
		}
		m = min(m, d/2)
		both, rotation := frame(t, 2*m, d, rng), frame(t, m, m, rng)
		a, b := both.Slice(0, m), both.Slice(m, 2*m)
		if got := Distance(a, product(rotation, a)); got > 1e-15 {
			t.Fatalf("a rotated frame has distance %g", got)
		}
		if got := Distance(a, b); math.Abs(got-1) > 1e-15 {
			t.Fatalf("orthogonal spaces have distance %v", got)
		}
	})
}

// A known angle θ between lines has distance sin θ, as small as it may be.
func TestDistanceOfLinesIsTheSine(t *testing.T) {
	a := linalg.FromSlices([][]float64{{1, 0}})
	for _, angle := range []float64{0, 1e-12, 1e-6, .1, 1, math.Pi / 2, 3} {
		b := linalg.FromSlices([][]float64{{math.Cos(angle), math.Sin(angle)}})
		if got, want := Distance(a, b), math.Sin(angle); math.Abs(got-want) > 2e-16 {
			t.Errorf("angle %g: distance %v, want %v", angle, got, want)
		}
	}
}

// What Tangent leaves is G (I - WᵀW): orthogonal to w, and no more is taken away.
func TestTangentMatchesTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		w, g := frame(t, m, d, rng), normal(m, d, rng)
		want := product(g, minus(linalg.Identity(d), projector(w)))
		got := g.Clone()
		Tangent(got, w)
		if e := frobenius(minus(got, want)); e > 1e-14 { // sums of 12 terms of size 1
			t.Fatalf("off by %g", e)
		}
		if e := frobenius(product(got, w.Transposed())); e > 1e-14 {
			t.Fatalf("%g is left along w", e)
		}
	})
}

func mean(t rapid.TB, frames []linalg.Matrix) linalg.Matrix {
	w, err := Mean(frames)
	if err != nil {
		t.Fatal(err)
	}
	if e := notOrthonormal(w); e > 1e-14 {
		t.Fatalf("the mean is no frame: |W Wᵀ - I| = %g", e)
	}
	return w
}

// Rotating a frame within its space changes no projector, so the mean of rotations of
// one frame is that frame.
func TestMeanOfRotatedFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		w := frame(t, m, d, rng)
		frames := []linalg.Matrix{w}
		for range rapid.IntRange(0, 5).Draw(t, "more") {
			frames = append(frames, product(frame(t, m, m, rng), w))
		}
		if got := Distance(mean(t, frames), w); got > 1e-14 {
			t.Fatalf("the mean of %d frames of one space is %g away from it", len(frames), got)
		}
	})
}

// The twin takes all eigenvectors of the d x d mean projector. Where eigenvalues m and
// m+1 are close, any of their combinations is as near, so what is compared is the
// distance to the mean projector: it is least for both.
func TestMeanIsNearestToTheMeanProjector(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		frames := make([]linalg.Matrix, rapid.IntRange(1, 6).Draw(t, "frames"))
		average := linalg.New(d, d)
		for k := range frames {
			frames[k] = frame(t, m, d, rng)
			for i, v := range projector(frames[k]).Data {
				average.Data[i] += v / float64(len(frames))
			}
		}
		values, vectors, err := linalg.Leading(average, d)
		if err != nil {
			t.Fatal(err)
		}
		got := mean(t, frames)
		away := func(w linalg.Matrix) float64 { return frobenius(minus(average, projector(w))) }
		if best := away(vectors.Slice(0, m)); math.Abs(away(got)-best) > 1e-14 {
			t.Fatalf("the mean is %v away from the mean projector, the leading eigenvectors %v", away(got), best)
		}
		if m < d && values[m-1]-values[m] > .01 { // 1e-16 / .01 is the error of the eigenvectors
			if e := Distance(got, vectors.Slice(0, m)); e > 1e-13 {
				t.Fatalf("the mean is %g away from the leading eigenvectors", e)
			}
		}
		other := frame(t, m, d, rng)
		if away(other) < away(got)-1e-14 {
			t.Fatalf("another frame is nearer: %v < %v", away(other), away(got))
		}
	})
}

package coords

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// correlated draws n rows of d inputs that are correlated, with units of their own, and
// a class that depends on two of them.
func correlated(t interface{ Fatal(...any) }, n, d int, seed uint64) (*rows.Matrix, []int) {
	random := rand.New(rand.NewPCG(seed, 3))
	data, class := make([]float64, n*d), make([]int, n)
	for i := range n {
		row, common := data[i*d:(i+1)*d], random.NormFloat64()
		for j := range row {
			row[j] = float64(1+j%3)*(random.NormFloat64()+.5*common*float64(j%2)) + float64(j)
		}
		for _, j := range []int{0, 1} {
			if row[j]-float64(j) > 0 {
				class[i] += 1 + j
			}
		}
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, class
}

// Coordinates along few rows have the products of the rows, and their axes, as weights on
// the rows, are orthonormal, sum up to what z is, and have the variances that are given.
func TestCoordinatesAlongFewRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		d := rapid.IntRange(n, 60).Draw(t, "d")
		x, _ := correlated(t, n, d, rapid.Uint64().Draw(t, "seed"))
		standard, err := aggregate.Standardize(t.Context(), x, rapid.Bool().Draw(t, "no scale"))
		if err != nil {
			t.Fatal(err)
		}
		a, err := alongRows(t.Context(), standard, n)
		if err != nil {
			t.Fatal(err)
		}
		if a.rank() != n-1 {
			t.Fatalf("%d axes of %d rows", a.rank(), n)
		}
		axes, err := a.ToInputs(t.Context(), linalg.Identity(a.rank()))
		if err != nil {
			t.Fatal(err)
		}
		gram := linalg.New(a.rank(), a.rank())
		linalg.MulT(gram, axes, axes)
		linalg.Add(gram, negated(linalg.Identity(a.rank())))
		if size := linalg.Norm(gram); size > 1e-9 { // rounding by the spread of the variances
			t.Fatalf("the axes are orthonormal to %g", size)
		}
		z := linalg.New(n, a.rank())
		if err := standard.Times(t.Context(), z, axes); err != nil {
			t.Fatal(err)
		}
		linalg.Add(z, negated(a.values.Clone()))
		if size := linalg.Norm(z); size > 1e-9 {
			t.Fatalf("the coordinates are right to %g", size)
		}
	})
}

func negated(a linalg.Matrix) linalg.Matrix {
	linalg.Scale(-1, a)
	return a
}

// Few of many directions hold what a class of two inputs shows along, and PCA is exact.
func TestASearchSpaceHoldsWhatTheOutputSuggests(t *testing.T) {
	const d = 300
	x, class := correlated(t, 2000, d, 3)
	y := output.Classes(class)
	standard, err := aggregate.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Limits{}.searchSpace(t.Context(), standard, y, 2, Moments)
	if err != nil {
		t.Fatal(err)
	}
	if a.rank() >= d || !a.partial() {
		t.Fatalf("%d of %d directions", a.rank(), d)
	}
	for _, j := range []int{0, 1} {
		var length float64
		for k := range a.rank() {
			length += a.axes.At(k, j) * a.axes.At(k, j)
		}
		if length < .8 {
			t.Errorf("input %d lies within the space by %.2f", j+1, length)
		}
	}
}

// A search space is cancelled soon.
func TestACancelledSearchSpace(t *testing.T) {
	x, class := correlated(t, 300, 100, 3)
	ctx, cancel := context.WithCancel(t.Context())
	standard, err := aggregate.Standardize(ctx, x, false)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := (Limits{}).searchSpace(ctx, standard, output.Classes(class), 2, Moments); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, _, _, err := iteratedAxes(ctx, standard, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of the iteration is %v", err)
	}
}

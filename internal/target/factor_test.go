package target

import (
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
)

func TestFactorOfEveryOutputGivesItsCentredKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(6, 40).Draw(t, "n")
		for name, y := range outputs(t, n, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "outputs"), 0))) {
			l, got := linalg.New(n, n), linalg.New(n, n)
			kernel.Outputs(l, y, 0, first(n), .7)
			factor, err := Factor(t.Context(), y, first(n), .7, n, 0)
			if err != nil {
				t.Fatal(name, err)
			}
			linalg.MulT(got, factor, factor)
			want := centred(centred(l).Transposed())
			if e := largest(plus(got, -1, want)); e > 1e-10*largest(want) {
				t.Fatalf("%s: off by %g", name, e)
			}
		}
	})
}

// Classes have a factor of as many columns as classes, and the tolerance and the limit
// are kept where there could be more.
func TestRankOfTheFactor(t *testing.T) {
	class, y := make([]int, 200), make([]float64, 200)
	random := rand.New(rand.NewPCG(1, 0))
	for i := range y {
		class[i], y[i] = i%4, random.NormFloat64()
	}
	for _, c := range []struct {
		y         output.Output
		most      int
		tolerance float64
		low, high int
	}{
		{output.Classes(class), 200, 1e-6, 4, 4},
		{output.Numbers(y), 200, 1e-6, 5, 40},
		{output.Numbers(y), 200, 1e-2, 2, 10},
		{output.Numbers(y), 3, 1e-6, 3, 3},
	} {
		factor, err := Factor(t.Context(), c.y, first(200), .7, c.most, c.tolerance)
		if err != nil {
			t.Fatal(err)
		}
		if factor.Cols < c.low || factor.Cols > c.high {
			t.Errorf("%s: rank %d, want %d to %d", c.y.Kind(), factor.Cols, c.low, c.high)
		}
	}
}

// Rows that are no candidates have a factor too: those of the Nyström approximation.
func TestRowsBeyondTheCandidates(t *testing.T) {
	y := make([]float64, 300)
	random := rand.New(rand.NewPCG(2, 0))
	for i := range y {
		y[i] = random.Float64()
	}
	factor, err := Factor(t.Context(), output.Numbers(y), first(100), .5, 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	l, got := linalg.New(300, 300), linalg.New(300, 300)
	kernel.Outputs(l, output.Numbers(y), 0, first(300), .5)
	linalg.MulT(got, factor, factor)
	want := centred(centred(l).Transposed())
	if e := largest(plus(got, -1, want)); e > 1e-8*largest(want) {
		t.Errorf("L is off by %g", e)
	}
}

func TestAConstantOutputHasNoFactor(t *testing.T) {
	if _, err := Factor(t.Context(), output.Classes(make([]int, 10)), first(10), 0, 10, 0); !errors.Is(err, output.ErrConstant) {
		t.Errorf("got %v", err)
	}
}

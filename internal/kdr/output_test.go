package kdr

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
)

// outputs are of every kind, of n rows.
func outputs(t *rapid.T, n int) map[string]output.Output {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "outputs"), 0))
	numbers, class, labels, gram := make([]float64, n), make([]int, n), make([]float64, 3*n), make([]float64, n*n)
	for i := range n {
		numbers[i], class[i] = random.NormFloat64(), i%3
		labels[3*i+i%3], labels[3*i] = 1, float64(random.IntN(2))
	}
	for i := range n {
		for j := range n {
			gram[i*n+j] = math.Exp(-math.Abs(numbers[i] - numbers[j]))
		}
	}
	sets, err1 := output.Labels(3, labels)
	given, err2 := output.Gram(n, gram)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return map[string]output.Output{"numbers": output.Numbers(numbers), "classes": output.Classes(class), "labels": sets, "gram": given}
}

func TestFactorOfEveryOutputGivesItsCentredKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 40).Draw(t, "n")
		for name, y := range outputs(t, n) {
			l, got := linalg.New(n, n), linalg.New(n, n)
			kernel.Outputs(l, y, 0, all(n), .7)
			factor, err := OutputFactor(t.Context(), y, all(n), .7, n, 0)
			if err != nil {
				t.Fatal(name, err)
			}
			linalg.MulT(got, factor, factor)
			wantClose(t, name, got.Data, centredTwice(l).Data, 1e-10)
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
		factor, err := OutputFactor(t.Context(), c.y, all(200), .7, c.most, c.tolerance)
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
	factor, err := OutputFactor(t.Context(), output.Numbers(y), all(100), .5, 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	l, got := linalg.New(300, 300), linalg.New(300, 300)
	kernel.Outputs(l, output.Numbers(y), 0, all(300), .5)
	linalg.MulT(got, factor, factor)
	wantClose(t, "L", got.Data, centredTwice(l).Data, 1e-8)
}

func TestAConstantOutputHasNoFactor(t *testing.T) {
	if _, err := OutputFactor(t.Context(), output.Classes(make([]int, 10)), all(10), 0, 10, 0); !errors.Is(err, output.ErrConstant) {
		t.Errorf("got %v", err)
	}
}

package locallinear

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// products are FFᵀ of functions of all rows.
func products(t *testing.T, f linalg.Matrix) linalg.Matrix {
	t.Helper()
	return linalg.TimesT(f, f)
}

// beside is rows that nobody reads.
func beside(t *testing.T, n int) rows.Source {
	t.Helper()
	x, err := rows.NewMatrix(1, make([]float64, n))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The products of the functions of numbers are those of the indicators of being below each
// quantile, centred, once as they are and once less their mean over the quantiles, up to the
// hundredth of their trace that is left out.
func TestFunctionsOfNumbersAreThoseOfTheirQuantiles(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	y := make([]float64, 60)
	for i := range y {
		y[i] = math.Round(4*random.NormFloat64()) / 4 // some are equal
	}
	columns, err := target.ColumnsOf(beside(t, len(y)), output.Numbers(y))
	if err != nil {
		t.Fatal(err)
	}
	s, err := belowQuantiles(t.Context(), columns)
	if err != nil {
		t.Fatal(err)
	}
	thresholds, err := quantilesOf(t.Context(), columns)
	if err != nil {
		t.Fatal(err)
	}
	count := len(thresholds)
	k := linalg.New(len(y), 2*count)
	for i, v := range y {
		for j, threshold := range thresholds {
			if v < threshold {
				k.Row(i)[j] = 1
			}
		}
	}
	equal := make([]float64, len(y))
	for i := range equal {
		equal[i] = 1 / float64(len(y))
	}
	centre(k, equal)
	for i := range y {
		var mean float64
		for _, v := range k.Row(i)[:count] {
			mean += v / float64(count)
		}
		for j, v := range k.Row(i)[:count] {
			k.Row(i)[count+j] = v - mean
		}
	}
	want := products(t, k)
	got := products(t, linalg.Of(len(y), s.Width(), s.Rows(0, len(y), new([]float64))))
	linalg.AddScaled(got, -1, want)
	var trace float64
	for i := range y {
		trace += want.At(i, i)
	}
	if apart := linalg.Norm(got) / trace; apart > .01 {
		t.Errorf("the products are %g of the trace away", apart)
	}
}

// Each kind of output has functions, all of them finite.
func TestOutputsHaveFunctions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	numbers, classes := make([]float64, 90), make([]int, 45)
	for i := range numbers {
		numbers[i] = random.NormFloat64()
	}
	for i := range classes {
		classes[i] = i % 3
	}
	two, err := output.Columns(2, numbers)
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range []output.Output{output.Numbers(numbers[:45]), two, output.Classes(classes)} {
		f, err := Central(t.Context(), beside(t, 45), y, random)
		if err != nil || f.Width() < 2 || !linalg.Finite(f.Rows(0, 45, new([]float64))) {
			t.Errorf("%s: %v, %v", y.Kind(), f, err)
		}
		if f, err = Mean(t.Context(), "mave", beside(t, 45), y); err != nil || !linalg.Finite(f.Rows(0, 45, new([]float64))) {
			t.Errorf("mean of %s: %v, %v", y.Kind(), f, err)
		}
	}
}

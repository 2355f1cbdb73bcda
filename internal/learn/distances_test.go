package learn

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// The median is the middle of all distances that are not 0, sorted.
func TestMedianDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		squared := rapid.SliceOf(rapid.SampledFrom([]float64{0, 1, 4, 9, 2, 1e-40})).Draw(t, "squared")
		var roots []float64
		for _, v := range squared {
			if v > 1e-30 {
				roots = append(roots, math.Sqrt(v))
			}
		}
		if len(roots) == 0 && len(squared) > 0 && slices.Max(squared) > 0 { // none but the least, which then counts
			return
		}
		slices.Sort(roots)
		got, err := MedianDistance(squared, errNoDistance)
		ok := err == nil
		if ok != (len(roots) > 0) {
			t.Fatalf("%v of %v", ok, roots)
		}
		if k := len(roots) / 2; ok && math.Abs(got-(roots[k]+roots[(len(roots)-1)/2])/2) > 1e-12 {
			t.Fatalf("got %v of %v", got, roots)
		}
	})
}

// A row of weight 2 is two rows.
func TestWeightedMedianDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 8).Draw(t, "rows")
		var weights []float64
		var copies []int
		for _, v := range at {
			w := rapid.IntRange(1, 3).Draw(t, "weight")
			weights, copies = append(weights, float64(w)), append(copies, slices.Repeat([]int{v}, w)...)
		}
		squared := func(rows []int) linalg.Matrix {
			out := linalg.New(len(rows), len(rows))
			for i, a := range rows {
				for j, b := range rows {
					out.Set(i, j, float64((a-b)*(a-b)))
				}
			}
			return out
		}
		got, none := WeightedMedianDistance(squared(at), weights, errNoDistance)
		want, noneOfCopies := MedianDistance(squared(copies).Data, errNoDistance)
		if (none == nil) != (noneOfCopies == nil) || math.Abs(got-want) > 1e-12 {
			t.Fatalf("got %v, %v; want %v, %v", got, none, want, noneOfCopies)
		}
	})
}

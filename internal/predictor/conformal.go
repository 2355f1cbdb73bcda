package predictor

import (
	"math"
	"slices"
)

// Bound is the size that a new residual does not exceed in so many percent of cases, at the
// least, where all come from one distribution: of n residuals the one of rank
// ⌈(n+1) percent/100⌉. There is none where rows are too few.
func Bound(residuals []float64, percent int) (bound float64, ok bool) {
	sizes := make([]float64, len(residuals))
	for i, r := range residuals {
		sizes[i] = math.Abs(r)
	}
	slices.Sort(sizes)
	rank := ((len(sizes)+1)*percent + 99) / 100
	if rank < 1 || rank > len(sizes) {
		return 0, false
	}
	return sizes[rank-1], true
}

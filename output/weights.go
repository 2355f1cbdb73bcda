package output

import (
	"math"
	"slices"
)

// SlicedByWeight is a [Sliced] output that knows how to make slices of about equal weight.
type SlicedByWeight interface {
	Sliced
	// SlicesByWeight is Slices where rows have weights; nil means that all count the same.
	SlicesByWeight(count int, weights []float64) Slices
}

// SlicesOf divides rows with weights, or with none where they are nil. Slices of an output
// that does not know of weights are those that it makes without.
func SlicesOf(y Sliced, count int, weights []float64) Slices {
	if by, ok := y.(SlicedByWeight); ok && weights != nil {
		return by.SlicesByWeight(count, weights)
	}
	return y.Slices(count).By(weights)
}

// By is the same slices with the weight of each, the weights being those of the rows; nil
// means that all count the same.
func (s Slices) By(weights []float64) Slices {
	if weights == nil {
		return s
	}
	s.Weights = make([]float64, len(s.Sizes))
	for i, j := range s.Of {
		s.Weights[j] += weights[i]
	}
	return s
}

// Weights, whose mean is 1, are not counts of anything smaller.
const smallestUnit = 1e-6

// unitOf is the largest number that weights of rows are multiples of, up to rounding (Euclid), so
// that they are counts of equal rows. Without such a number it is one so small that nothing is
// rounded.
func unitOf(weights []float64) (unit float64) {
	for _, b := range weights {
		a := unit
		for b > smallestUnit/10 {
			a, b = b, math.Mod(a, b)
			if a-b < smallestUnit/10 { // but for rounding it is a multiple
				b = 0
			}
		}
		unit = max(a, smallestUnit)
	}
	return unit
}

// countsOf is how many equal rows each of n is: one without weights.
func countsOf(n int, weights []float64) []float64 {
	if weights == nil {
		return slices.Repeat([]float64{1}, n)
	}
	counts, unit := make([]float64, n), unitOf(weights)
	for i, w := range weights {
		if counts[i] = w / unit; unit > smallestUnit {
			counts[i] = math.Round(counts[i])
		}
	}
	return counts
}

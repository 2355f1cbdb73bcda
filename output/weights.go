package output

import "math"

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

// measure is how many equal rows each row is.
type measure struct{ of []float64 }

// measureOf is nil without weights.
func measureOf(weights []float64) *measure {
	if weights == nil {
		return nil
	}
	m, unit := &measure{make([]float64, len(weights))}, unitOf(weights)
	for i, w := range weights {
		if m.of[i] = w / unit; unit > smallestUnit {
			m.of[i] = math.Round(m.of[i])
		}
	}
	return m
}

// cut cuts sorted rows as [cut] does rows that are there as often as they count: every slice
// takes ⌊n/count⌋, and those that are tied with its last; the last one also takes one or two
// that would be left.
func (m *measure) cut(rows []int, count int, tied func(i int) bool) [][]int {
	var total float64
	for _, i := range rows {
		total += m.of[i]
	}
	step, enough := math.Floor(total/float64(count)), total-2
	var groups [][]int
	seen, n := 0., len(rows)
	for start := 0; start < n; {
		end := start
		for taken := 0.; end < n && (taken < step || end == start || tied(end)); end++ {
			taken += m.of[rows[end]]
			seen += m.of[rows[end]]
		}
		if seen >= enough {
			end = n
		}
		groups = append(groups, rows[start:end])
		start = end
	}
	return groups
}

package output

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"suffice/internal/sampling"
)

// Sliced is an Output whose rows can be put into slices of like values, as the methods
// need that compare x between and within them.
type Sliced interface {
	Output
	// Slices divides the rows into about count slices, never separating equal values.
	Slices(count int) Slices
}

// Slices is a division of the rows.
type Slices struct {
	Of    []int // the slice of each row, counted from 0
	Sizes []int // rows of each slice, at least 1

	Weights []float64 // of each slice, where rows have weights; nil means as many as its rows
}

// Weight is that of slice j: its rows, each by its weight.
func (s Slices) Weight(j int) float64 {
	if s.Weights == nil {
		return float64(s.Sizes[j])
	}
	return s.Weights[j]
}

// Slices cuts by the first column, then each slice by the second, and so on, with the
// same number of cuts for each column: the smallest that makes count slices together.
// The rule for one column is that of the R package dr, which makes a few slices more or
// less than asked for.
func (y *numbers) Slices(count int) Slices { return y.SlicesByWeight(count, nil) }

// SlicesByWeight makes slices of about equal weight instead of about equal size.
func (y *numbers) SlicesByWeight(count int, weights []float64) Slices {
	each, counts := cutsOfEach(count, y.width), countsOf(y.Len(), weights)
	groups := [][]int{sampling.All(y.Len())}
	for j := range y.width {
		var finer [][]int
		for _, group := range groups {
			finer = append(finer, cut(group, each, counts, func(i int) float64 { return y.data[i*y.width+j] })...)
		}
		groups = finer
	}
	return gather(y.Len(), groups).By(weights)
}

// Slices makes one slice of each class, in the order of their numbers.
func (y *classes) Slices(int) Slices {
	slice := make(map[int]int)
	for _, class := range y.of {
		slice[class]++
	}
	s := Slices{Of: make([]int, len(y.of))}
	for k, class := range slices.Sorted(maps.Keys(slice)) {
		s.Sizes = append(s.Sizes, slice[class])
		slice[class] = k
	}
	for i, class := range y.of {
		s.Of[i] = slice[class]
	}
	return s
}

// cut sorts the rows by their value and cuts them into about count slices: one for each
// value where there are no more than that. Otherwise every slice takes ⌊n/count⌋ rows,
// and those that equal its last; the last slice also takes the one or two rows that
// would be left. A row is there as often as it counts.
func cut(rows []int, count int, counts []float64, value func(i int) float64) [][]int {
	values := sortBy(rows, value)
	tied := func(k int) bool { return k > 0 && values[k] == values[k-1] } // with the row before
	distinct, n := 0, 0.
	for k, i := range rows {
		if !tied(k) {
			distinct++
		}
		n += counts[i]
	}
	step, enough := math.Floor(n/float64(count)), n-2
	if distinct <= count {
		step, enough = 0, math.Inf(1)
	}
	var groups [][]int
	seen := 0.
	for start := 0; start < len(rows); {
		end := start
		for taken := 0.; end < len(rows) && (taken < step || end == start || tied(end)); end++ {
			taken += counts[rows[end]]
			seen += counts[rows[end]]
		}
		if seen >= enough {
			end = len(rows)
		}
		groups = append(groups, rows[start:end])
		start = end
	}
	return groups
}

// sortBy sorts rows by their values, which it returns in order.
func sortBy(rows []int, value func(i int) float64) []float64 {
	type entry struct {
		value float64
		row   int
	}
	entries := make([]entry, len(rows))
	for k, i := range rows {
		entries[k] = entry{value(i), i}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.value, b.value), a.row-b.row) })
	values := make([]float64, len(rows))
	for k, e := range entries {
		rows[k], values[k] = e.row, e.value
	}
	return values
}

// cutsOfEach is into how many parts each of p columns is cut to make count slices: the
// smallest k with kᵖ ≥ count.
func cutsOfEach(count, p int) int {
	for k := 1; ; k++ {
		power := 1
		for range p {
			if power *= k; power >= count {
				return k
			}
		}
	}
}

// gather numbers the groups that n rows are in.
func gather(n int, groups [][]int) Slices {
	s := Slices{Of: make([]int, n), Sizes: make([]int, len(groups))}
	for k, group := range groups {
		s.Sizes[k] = len(group)
		for _, i := range group {
			s.Of[i] = k
		}
	}
	return s
}

package locallinear

import (
	"cmp"
	"math"
	"slices"

	"suffice/internal/linalg"
)

// Most is how many rows are enough to choose anchors and to begin with.
const Most = 8192

// count is the number of anchors for n rows, as the R package MAVE has it: 100, or √n where
// that is more.
func count(n int) int { return min(n, max(100, int(math.Sqrt(float64(n))))) }

// spread chooses about count rows of v that lie like all of them: groups of neighbours are
// taken away, one after the other, beginning with the first row that is left, and the row
// nearest to the mean of a group stands for it.
func spread(v linalg.Matrix, count int) []int {
	left := make([]int, v.Rows)
	for i := range left {
		left[i] = i
	}
	if v.Rows <= count {
		return left
	}
	size := v.Rows / count
	var chosen []int
	distances, order := make([]float64, v.Rows), make([]int, v.Rows)
	for len(left) > 1 {
		order = order[:0]
		for k, i := range left {
			distances[k] = squared(v.Row(i), v.Row(left[0]))
			order = append(order, k)
		}
		group := nearest(order, distances, min(size, len(left)))
		chosen = append(chosen, left[central(v, left, group)])
		slices.Sort(group)
		left = without(left, group)
	}
	return chosen
}

// nearest sorts the first count places of order by their distances, the first before others
// at the same one.
func nearest(order []int, distances []float64, count int) []int {
	byDistance := func(a, b int) int { return cmp.Or(cmp.Compare(distances[a], distances[b]), cmp.Compare(a, b)) }
	if kept := slices.Clone(distances[:len(order)]); count < len(order) {
		limit := linalg.SelectNth(kept, count-1)
		order = slices.DeleteFunc(order, func(k int) bool { return distances[k] > limit })
	}
	slices.SortFunc(order, byDistance)
	return slices.Clone(order[:count])
}

// tie is by how much a row must be nearer to be so for sure, and not by rounding: of two,
// both are equally far from their mean.
const tie = 1e-9

// central is which of a group of rows that are left is nearest to their mean.
func central(v linalg.Matrix, left, group []int) int {
	mean := make([]float64, v.Cols)
	for _, k := range group {
		linalg.Axpy(1/float64(len(group)), v.Row(left[k]), mean)
	}
	best, least := group[0], math.Inf(1)
	for _, k := range group {
		if d := squared(v.Row(left[k]), mean); d < least*(1-tie) {
			best, least = k, d
		}
	}
	return best
}

// without is rows but for those at some places, which are sorted.
func without(rows, places []int) []int {
	kept, next := rows[:0], 0
	for k, i := range rows {
		if next < len(places) && places[next] == k {
			next++
			continue
		}
		kept = append(kept, i)
	}
	return kept
}

func squared(a, b []float64) (sum float64) {
	for k, v := range a {
		sum += float64((v - b[k]) * (v - b[k]))
	}
	return sum
}

// widthFactor is that of the rule h = 1.2 s n^(-1/(m+4)) for the standard deviation of the
// Gaussian in m directions, s² = n/(n-1) being the variance along each of white rows.
const widthFactor = 1.2

// widths are those of the windows around rows of v, for n rows in all: 2h², or the
// (2m)th smallest squared distance of another row, where that is larger, so that there
// are enough of them.
func widths(v linalg.Matrix, anchors []int, n int) []float64 {
	m := v.Cols
	h := widthFactor * math.Sqrt(float64(n)/float64(n-1)) * math.Pow(float64(n), -1/float64(m+4))
	transposed, found := v.Transposed(), make([]float64, len(anchors))
	linalg.Parallel(len(anchors), 8, func(from, to int) {
		distances := make([]float64, v.Rows)
		for j := from; j < to; j++ {
			linalg.Squares(distances, v.Row(anchors[j]), transposed)
			found[j] = max(2*h*h, linalg.SelectNth(distances, min(2*m, v.Rows)-1))
		}
	})
	return found
}

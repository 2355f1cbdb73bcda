package sparse

import (
	"math"

	"suffice/internal/learn"
	"suffice/internal/linalg"
)

// Table is inputs in memory, and functions of the output. Rows of the table are columns
// here, those of a fold side by side.
type Table struct {
	X linalg.Matrix // inputs, standardised: d x n
	F linalg.Matrix // functions of the output: h x n

	Folds []int // where each fold ends; none means that there are too few rows to leave out

	roots []float64 // of the weights of rows, by which X and F are multiplied; nil means 1
}

// Weigh makes rows count by their weights, once X and F are there: both are multiplied by
// their roots, so that products are weighted.
func (t *Table) Weigh(weights []float64) {
	t.roots = make([]float64, len(weights))
	for i, w := range weights {
		t.roots[i] = math.Sqrt(w)
	}
	for _, a := range []linalg.Matrix{t.X, t.F} {
		for k := range a.Rows {
			linalg.Products(a.Row(k), a.Row(k), t.roots)
		}
	}
}

// root is that of the weight of row i.
func (t *Table) root(i int) float64 { return linalg.Weight(t.roots, i) }

// leastToFold is how many rows there must be for each fold.
const leastToFold = 4

// FoldOrder is rows in an order that puts folds side by side, and where each ends, or no
// folds where rows are few. Rows of each stretch of the given ones, which are sorted by the
// output, go to different folds, so that all folds have the same mixture of it.
func FoldOrder(sorted []int, folds int) (order, ends []int) {
	if len(sorted) < leastToFold*folds {
		return sorted, nil
	}
	for _, rows := range learn.Deal(sorted, folds) {
		order = append(order, rows...)
		ends = append(ends, len(order))
	}
	return order, ends
}

// fold is the bounds of fold k; of none, where k is negative.
func (t *Table) fold(k int) (from, to int) {
	switch {
	case k < 0:
		return t.X.Cols, t.X.Cols
	case k == 0:
		return 0, t.Folds[0]
	}
	return t.Folds[k-1], t.Folds[k]
}

package sparse

import "suffice/internal/linalg"

// Table is inputs in memory, and functions of the output. Rows of the table are columns
// here, those of a fold side by side.
type Table struct {
	X linalg.Matrix // inputs, standardised: d x n
	F linalg.Matrix // functions of the output: h x n

	Folds []int // where each fold ends; none means that there are too few rows to leave out
}

// leastToFold is how many rows there must be for each fold.
const leastToFold = 4

// FoldOrder is rows in an order that puts folds side by side, and where each ends, or no
// folds where rows are few. Rows of each stretch of the given ones, which are sorted by the
// output, go to different folds, so that all folds have the same mixture of it.
func FoldOrder(sorted []int, folds int) (order, ends []int) {
	if len(sorted) < leastToFold*folds {
		return sorted, nil
	}
	for k := range folds {
		for i := k; i < len(sorted); i += folds {
			order = append(order, sorted[i])
		}
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

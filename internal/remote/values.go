package remote

import (
	"math"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/outliers"
)

// Values says how the target of a row becomes the numbers that methods compute with, as
// [output.Columnar] has them: numbers with absurd ones drawn in and, where there are several,
// scaled; a column of 0 and 1 for each class; labels as they are.
type Values struct {
	Columns   int              // of the target
	Classes   []float64        // numbers of the classes that there are, in order; none where the target is no class
	Fences    []outliers.Fence // around each column; none where nothing is drawn in
	Mean, Per []float64        // of each column, and what it is divided by; none where it stays as it is
}

// Takes is how many numbers the target of a row has.
func (v *Values) Takes() int { return v.Columns }

// Width is how many numbers it becomes.
func (v *Values) Width() int {
	if len(v.Classes) > 0 {
		return len(v.Classes)
	}
	return v.Columns
}

// Of sets the rows of dst to the numbers of the rows of target.
func (v *Values) Of(dst, target linalg.Matrix) {
	for i := range target.Rows {
		v.row(dst.Row(i), target.Row(i))
	}
}

func (v *Values) row(dst, target []float64) {
	if len(v.Classes) > 0 {
		clear(dst)
		if k, ok := slices.BinarySearch(v.Classes, target[0]); ok {
			dst[k] = 1
		}
		return
	}
	copy(dst, target)
	for j, fence := range v.Fences {
		dst[j] = fence.Nearest(dst[j])
	}
	for j, per := range v.Per {
		if per != 0 {
			dst[j] = (dst[j] - v.Mean[j]) / per
		}
	}
}

// Complete implements wire.Completer.
func (v *Values) Complete() error {
	each := func(count int) bool { return count == 0 || count == v.Columns }
	return blocks.Consistent(v.Columns >= 1, len(v.Classes) == 0 || v.Columns == 1, slices.IsSorted(v.Classes),
		each(len(v.Fences)), each(len(v.Per)), len(v.Mean) == len(v.Per), !slices.ContainsFunc(v.Classes, math.IsNaN))
}

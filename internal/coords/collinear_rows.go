package coords

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

// dependentAmongFewRows is dependentColumns for rows of which there are no more than
// columns: n centred rows have no more than n-1 independent columns. It reads some of
// the columns at a time; once it has found n-1 that are independent, those that are left
// follow from them.
func dependentAmongFewRows(ctx context.Context, x *blocks.Standard) ([]int, error) {
	n, d := x.Len(), x.Width()
	f := independent{basis: linalg.New(max(0, n-1), n)}
	constant := make([]bool, d)
	for _, j := range x.Constant {
		constant[j] = true
	}
	const atOnce = 512
	columns := linalg.New(min(d, max(atOnce, n)), n)
	for from := 0; from < d; from += columns.Rows {
		to := min(from+columns.Rows, d)
		if f.rank < f.basis.Rows {
			if err := x.Columns(ctx, from, to, columns); err != nil {
				return nil, err
			}
		}
		f.take(columns.Slice(0, to-from), from, constant)
	}
	return f.dependent, ctx.Err()
}

// independent is an orthonormal basis of the columns so far.
type independent struct {
	basis     linalg.Matrix
	rank      int
	dependent []int // columns that follow from those before
}

// take goes on with columns, given as rows, of which the first has number from. Those
// that meet the basis together are few.
func (f *independent) take(columns linalg.Matrix, from int, constant []bool) {
	const together = 64
	for start := 0; start < columns.Rows; start += together {
		part := columns.Slice(start, min(start+together, columns.Rows))
		first := f.rank // what the basis held before
		sizes := make([]float64, part.Rows)
		if full := first == f.basis.Rows; !full {
			for k := range sizes {
				sizes[k] = linalg.Dot(part.Row(k), part.Row(k))
			}
			takeAway(part, f.basis.Slice(0, first))
		}
		for k := range part.Rows {
			if j := from + start + k; !constant[j] && !f.add(part.Slice(k, k+1), first, sizes[k]) {
				f.dependent = append(f.dependent, j)
			}
		}
	}
}

// add takes what the basis leaves of a column into it, from the vectors since first, and
// reports whether anything is left.
func (f *independent) add(v linalg.Matrix, first int, size float64) bool {
	if f.rank == f.basis.Rows {
		return false
	}
	takeAway(v, f.basis.Slice(first, f.rank))
	rest := linalg.Dot(v.Row(0), v.Row(0))
	if !(rest > Flat*size) {
		return false
	}
	linalg.Axpy(1/math.Sqrt(rest), v.Row(0), f.basis.Row(f.rank))
	f.rank++
	return true
}

package coords

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

// dependentColumns lists the columns that are combinations of columns before them,
// given the upper triangle of the covariance: in its Cholesky factor, taken column by
// column, they have a pivot of 0. Constant columns are not listed.
func dependentColumns(covariance linalg.Matrix) []int {
	a := correlations(covariance)
	if fullRank(a) {
		return nil
	}
	var dependent []int
	for j := range a.Rows {
		row := a.Row(j)
		if !(row[j] > Flat) {
			if covariance.At(j, j) > 0 {
				dependent = append(dependent, j)
			}
			continue
		}
		scale := 1 / math.Sqrt(row[j])
		for i := j; i < len(row); i++ {
			row[i] *= scale
		}
		linalg.Parallel(a.Rows-j-1, 128, func(from, to int) {
			for i := j + 1 + from; i < j+1+to; i++ {
				linalg.Axpy(-row[i], row[i:], a.Row(i)[i:])
			}
		})
	}
	return dependent
}

// correlations scales the upper triangle of a covariance to a diagonal of 1, or 0
// where the variance is 0.
func correlations(covariance linalg.Matrix) linalg.Matrix {
	scale := make([]float64, covariance.Rows)
	for j := range scale {
		if v := covariance.At(j, j); v > 0 {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	a := linalg.New(len(scale), len(scale))
	for i := range scale {
		for j := i; j < len(scale); j++ {
			a.Set(i, j, covariance.At(i, j)*scale[i]*scale[j])
		}
	}
	return a
}

// fullRank reports whether no pivot of the Cholesky factor of the correlations a is 0.
func fullRank(a linalg.Matrix) bool {
	r := a.Clone()
	if linalg.Cholesky(r) != nil {
		return false
	}
	for j := range r.Rows {
		if v := r.At(j, j); !(v*v > Flat) {
			return false
		}
	}
	return true
}

// dependentWarnings names the columns that are combinations of others, if any. That the
// levels of a nominal column add up to 1 needs no warning.
func dependentWarnings(x *aggregate.Standard, dependent []int) []string {
	list := sampling.Pick(x.Names(), unexpected(x, dependent))
	if len(list) == 0 {
		return nil
	}
	if x.Len() <= x.Width() {
		return []string{fmt.Sprintf("%d rows cannot tell %d inputs apart: in them, these columns are combinations of the others: %s", x.Len(), x.Width(), humanize.Quoted(list))}
	}
	return []string{fmt.Sprintf("input columns that are combinations of the others: %s", humanize.Quoted(list))}
}

// unexpected leaves out one level of each nominal column.
func unexpected(x *aggregate.Standard, dependent []int) []int {
	levels, names := rows.Levels(x.Source), x.Names()
	expected := map[string]bool{}
	var list []int
	for _, j := range dependent {
		level, isLevel := levels[names[j]]
		if isLevel && !expected[level.Column] {
			expected[level.Column] = true
			continue
		}
		list = append(list, j)
	}
	return list
}

// directions says along how many directions x varies.
func directions(x *aggregate.Standard, rank int) string {
	text := humanize.Count(rank, "direction")
	for _, scale := range x.Scale {
		if scale != 1 {
			return text
		}
	}
	return text + " that count in their own units; scale them"
}

func tooFewDirections(x *aggregate.Standard, dim, rank int) error {
	return fmt.Errorf("%s, but the inputs vary along only %s; ask for fewer components", humanize.Count(dim, "component"), directions(x, rank))
}

// dependentAmongFewRows is dependentColumns for rows of which there are no more than
// columns: n centred rows have no more than n-1 independent columns. It reads some of
// the columns at a time; once it has found n-1 that are independent, those that are left
// follow from them.
func dependentAmongFewRows(ctx context.Context, x *aggregate.Standard) ([]int, error) {
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

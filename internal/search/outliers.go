package search

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/stiefel"
	"suffice/internal/winsorize"
	"suffice/rows"
)

// Outliers are looked for among so many rows, in tables of so many inputs.
const (
	outlierRows   = 1024
	outlierInputs = 1024
)

// near is x as the search should see it. An outlier can make the standard deviation of an
// input so large that all other rows seem to have the same value: where it is larger than
// what the rows leave any doubt about, that input is drawn in (winsorized), in memory, and scaled anew.
// It is x itself where there is no such input, and where x is sparse or has very many
// inputs, which are too costly to look at one by one.
func (s *Search) near(ctx context.Context, x *aggregate.Standard) (*aggregate.Standard, error) {
	if _, sparse := x.Source.(rows.Sparse); sparse || x.Width() > outlierInputs || x.Len() < 2 {
		return x, nil
	}
	fences, err := s.fences(ctx, x)
	if err != nil || len(fences) == 0 {
		return x, err
	}
	held, err := take(ctx, x, sampling.All(x.Len()))
	if err != nil {
		return x, err
	}
	for i := range held.Len() {
		row := held.Row(i)
		for j, fence := range fences {
			row[j] = fence.Nearest(row[j])
		}
	}
	near, err := aggregate.ByWeights(held, x.Weights())
	if err != nil {
		return nil, err
	}
	return aggregate.Standardize(ctx, near, s.NoScale)
}

// fences are those of the inputs whose standard deviation lies beyond them.
func (s *Search) fences(ctx context.Context, x *aggregate.Standard) (map[int]winsorize.Fence, error) {
	some, err := take(ctx, x, sampling.Many(x.Len(), outlierRows, sampling.Random(uint64(x.Len()), 0x0d1)))
	if err != nil {
		return nil, err
	}
	scaled := x
	if s.NoScale {
		if scaled, err = aggregate.Standardize(ctx, x.Source, false); err != nil {
			return nil, err
		}
	}
	fences := map[int]winsorize.Fence{}
	column := make([]float64, some.Len())
	for j, scale := range scaled.Scale {
		for i := range column {
			column[i] = some.Row(i)[j]
		}
		if fence := winsorize.Around(column, winsorize.Outlying); scale > fence.Reach() {
			fences[j] = fence
		}
	}
	return fences, nil
}

// take copies the given rows, in their own units, without their weights.
func take(ctx context.Context, x *aggregate.Standard, which []int) (*rows.Matrix, error) {
	taken, err := aggregate.Take(ctx, rows.Unweighted(x.Source), which)
	if err != nil {
		return nil, err
	}
	return taken.(*rows.Matrix), nil // as x is not sparse
}

// toUnits returns orthonormal weights on inputs in some units as orthonormal weights on
// inputs in others.
func toUnits(w linalg.Matrix, from, to *aggregate.Standard) (linalg.Matrix, error) {
	out := w.Clone()
	least, most := Rescale(out, from, to)
	if most > 1e3*least { // the rows are nearly the same now
		for i := range out.Rows {
			for k := range i {
				linalg.Axpy(-linalg.Dot(out.Row(i), out.Row(k))/linalg.Dot(out.Row(k), out.Row(k)), out.Row(k), out.Row(i))
			}
		}
	}
	return out, stiefel.Orthonormalize(out)
}

// Rescale has weights on inputs in some units be weights on inputs in others, and returns the least and
// the largest ratio of these.
func Rescale(w linalg.Matrix, from, to *aggregate.Standard) (least, most float64) {
	least = math.Inf(1)
	for j := range w.Cols {
		ratio := to.Scale[j] / from.Scale[j]
		least, most = min(least, ratio), max(most, ratio)
		for k := range w.Rows {
			w.Set(k, j, w.At(k, j)*ratio)
		}
	}
	return least, most
}

package target

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// Factor returns Y, n x r, with centred columns and Y Yᵀ ≈ L̃. Its pivots are
// among the candidates, which are rows of y; there are at most most of them, and no more
// than needed to leave out the share tolerance of the trace of L. The width is that of
// the Gaussian L of an [output.Metric].
func Factor(ctx context.Context, y output.Output, candidates []int, width float64, most int, tolerance float64) (linalg.Matrix, error) {
	centres, inverse, trace, err := pivotsOf(y, candidates, width, most, tolerance)
	if err != nil {
		return linalg.Matrix{}, err
	}
	out, err := outputRows(ctx, y, centres, inverse, width)
	if err != nil {
		return out, err
	}
	return out, checkFunctions(linalg.Inner(out, out), trace/float64(len(candidates))*float64(y.Len()))
}

// checkFunctions is an error where functions have the given sum of squares and L the given
// trace: what rounding leaves of a constant when its mean is subtracted is no function of y.
func checkFunctions(squares, trace float64) error {
	if squares <= kernel.Rounding*kernel.Rounding*trace {
		return output.ErrConstant
	}
	return nil
}

// FactorFunctions is Factor beside the rows of x, centred by their weights.
func FactorFunctions(ctx context.Context, x rows.Source, y output.Output, candidates []int, width float64, most int, tolerance float64) (aggregate.Aligned, error) {
	if _, apart := describe(y); !apart {
		f, err := Factor(ctx, y, candidates, width, most, tolerance)
		return aggregate.InMemory{Matrix: f}, err
	}
	some, err := drawWith(ctx, x, y, candidates)
	if err != nil {
		return nil, err
	}
	centres, inverse, trace, err := pivotsOf(some.y, some.places, width, most, tolerance)
	if err != nil {
		return nil, err
	}
	f := &Functions{y: some.y, centres: centres, width: width, weights: inverse.Transposed(), shift: make([]float64, len(centres))}
	var memory []float64
	values := linalg.Of(len(some.rows), f.Width(), f.Rows(0, len(some.rows), &memory))
	linalg.Axpy(-1, linalg.MeanRow(values, some.weights), f.shift)
	linalg.AddRow(values, 1, f.shift)
	if err := checkFunctions(linalg.Inner(values, values), trace/float64(len(candidates))*float64(len(some.rows))); err != nil {
		return nil, err
	}
	return f.Over(ctx, y, some.rows)
}

// Leading are the functions of y that vary most, centred. The weights are those of the rows; nil
// means that all count the same.
func Leading(ctx context.Context, y output.Output, weights []float64) (linalg.Matrix, error) {
	const (
		candidates = 64   // functions, before
		most       = 16   // and after those are left out
		weak       = 1e-3 // that vary less than this share of the first
		leaves     = 1e-3 // share of the kernel of y that functions may leave out
	)
	width, err := Width(ctx, y, weights)
	if err != nil {
		return linalg.Matrix{}, err
	}
	factor, err := Factor(ctx, y, sampling.All(y.Len()), width, candidates, leaves)
	if err != nil {
		return linalg.Matrix{}, err
	}
	if weights != nil {
		aggregate.CentreBy(factor, weights)
	}
	values, axes, err := linalg.Leading(linalg.Gram(aggregate.Rooted(factor, weights)), min(most, factor.Cols))
	if err != nil {
		return linalg.Matrix{}, err
	}
	return linalg.TimesT(factor, axes.Slice(0, linalg.CountAbove(values, weak*values[0]))), nil
}

// pivotsOf finds rows among the candidates through which L is known, the inverse of their
// triangular factor, and the trace of L.
func pivotsOf(y output.Output, candidates []int, width float64, most int, tolerance float64) (centres []int, inverse linalg.Matrix, trace float64, err error) {
	most = min(most, len(candidates))
	f := kernel.Incomplete{G: linalg.New(most, len(candidates)), Rest: make([]float64, len(candidates))}
	for i, c := range candidates {
		kernel.Outputs(linalg.Of(1, 1, f.Rest[i:i+1]), y, c, candidates[i:i+1], width)
		trace += f.Rest[i]
	}
	f.Run(most, tolerance*trace, func(dst []float64, pivot int) {
		kernel.Outputs(linalg.Of(1, len(dst), dst), y, candidates[pivot], candidates, width)
	})
	if len(f.Pivots) == 0 {
		return nil, linalg.Matrix{}, 0, output.ErrConstant
	}
	return sampling.Pick(candidates, f.Pivots), f.Inverse(), trace, nil
}

// outputRows returns L(y, centres) R⁻¹ for all rows, centred.
func outputRows(ctx context.Context, y output.Output, centres []int, inverse linalg.Matrix, width float64) (linalg.Matrix, error) {
	n, r := y.Len(), len(centres)
	out := linalg.New(n, r)
	size := min(n, rows.BlockLen(r))
	l := linalg.New(size, r)
	for from := 0; from < n; from += size {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		l := l.Slice(0, min(size, n-from))
		linalg.Parallel(l.Rows, 64, func(a, b int) { kernel.Outputs(l.Slice(a, b), y, from+a, centres, width) })
		linalg.Mul(out.Slice(from, from+l.Rows), l, inverse)
	}
	linalg.AddRow(out, -1, linalg.MeanRow(out, nil))
	return out, nil
}

package kdr

import (
	"context"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// OutputFactor returns Y, n x r, with centred columns and Y Yᵀ ≈ L̃. Its pivots are
// among the candidates, which are rows of y; there are at most most of them, and no more
// than needed to leave out the share tolerance of the trace of L. The width is that of
// the Gaussian L of an [output.Metric].
func OutputFactor(ctx context.Context, y output.Output, candidates []int, width float64, most int, tolerance float64) (linalg.Matrix, error) {
	most = min(most, len(candidates))
	f := incomplete{g: linalg.New(most, len(candidates)), rest: make([]float64, len(candidates))}
	var trace float64
	for i, c := range candidates {
		kernel.Outputs(linalg.Of(1, 1, f.rest[i:i+1]), y, c, candidates[i:i+1], width)
		trace += f.rest[i]
	}
	f.run(most, tolerance*trace, func(dst []float64, pivot int) {
		kernel.Outputs(linalg.Of(1, len(dst), dst), y, candidates[pivot], candidates, width)
	})
	if len(f.pivots) == 0 {
		return linalg.Matrix{}, output.ErrConstant
	}
	centres := make([]int, len(f.pivots))
	for k, p := range f.pivots {
		centres[k] = candidates[p]
	}
	out, err := outputRows(ctx, y, centres, f.inverse(), width)
	if err != nil {
		return out, err
	}
	// What rounding leaves of a constant when its mean is subtracted is no function of y.
	if share := trace / float64(len(candidates)) * float64(y.Len()); linalg.Inner(out, out) <= rounding*rounding*share {
		return out, output.ErrConstant
	}
	return out, nil
}

// outputRows returns L(y, centres) R⁻¹ for all rows, centred.
func outputRows(ctx context.Context, y output.Output, centres []int, inverse linalg.Matrix, width float64) (linalg.Matrix, error) {
	n, r := y.Len(), len(centres)
	out, mean := linalg.New(n, r), make([]float64, r)
	size := min(n, rows.BlockLen(r))
	l := linalg.New(size, r)
	for from := 0; from < n; from += size {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		l := l.Slice(0, min(size, n-from))
		linalg.Parallel(l.Rows, 64, func(a, b int) { kernel.Outputs(l.Slice(a, b), y, from+a, centres, width) })
		block := out.Slice(from, from+l.Rows)
		linalg.Mul(block, l, inverse)
		for i := range block.Rows {
			linalg.Axpy(1/float64(n), block.Row(i), mean)
		}
	}
	for i := range n {
		linalg.Axpy(-1, mean, out.Row(i))
	}
	return out, nil
}

package coords

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
)

// alongRows finds coordinates along the principal axes of few rows. With XXᵀ/n = UΛUᵀ
// the axes are Λ^-½ Uᵀ X/√n, and the coordinates √n U Λ^½: neither they nor anything
// else takes as much memory as the rows do. There are as many axes as the rows vary along,
// or the given number of leading ones, which take a fraction of the time.
func alongRows(ctx context.Context, x *blocks.Standard, most int) (*Axes, error) {
	n := x.Len()
	gram, err := rowProducts(ctx, x)
	if err != nil {
		return nil, err
	}
	linalg.Scale(1/float64(n), gram)
	a := &Axes{x: x, total: Trace(gram)}
	values, u, err := linalg.Leading(gram, min(most, n))
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.variances = values[:CountReal(values, 0)]
	a.weights = u.Slice(0, a.rank())
	z := a.weights.Transposed()
	for i := range z.Rows {
		row := z.Row(i)
		for k, v := range a.variances {
			row[k] *= math.Sqrt(v) * math.Sqrt(float64(n))
		}
	}
	for k, v := range a.variances {
		linalg.ScaleRow(1/(math.Sqrt(v)*math.Sqrt(float64(n))), a.weights.Row(k))
	}
	return a, a.put(z)
}

// meetRows is how many rows of so many inputs meet all others at a time.
func meetRows(width int) int { return max(8, min(256, (1<<21)/width)) }

// rowProducts is XXᵀ.
func rowProducts(ctx context.Context, x *blocks.Standard) (linalg.Matrix, error) {
	n, all := x.Len(), draw.All(x.Len())
	gram := linalg.New(n, n)
	size := min(n, meetRows(x.Width()))
	columns := linalg.New(n, size)
	for from := 0; from < n; from += size {
		to := min(from+size, n)
		block, err := x.Select(ctx, all[from:to])
		if err != nil {
			return gram, err
		}
		part := columns.Columns(0, to-from)
		if err := x.Times(ctx, part, block); err != nil {
			return gram, err
		}
		for i := range n {
			copy(gram.Row(i)[from:to], part.Row(i))
		}
	}
	for i := range n { // equal but for rounding
		for j := range i {
			gram.Set(j, i, (gram.At(i, j)+gram.At(j, i))/2)
			gram.Set(i, j, gram.At(j, i))
		}
	}
	return gram, nil
}

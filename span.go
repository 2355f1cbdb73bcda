package suffice

import (
	"context"
	"fmt"

	"suffice/internal/linalg"
	"suffice/rows"
	"suffice/stiefel"
)

// span is an orthonormal basis, by rows, of the directions along which x varies; no
// rows mean all of them. Along the others a kernel sees no distance at all, which
// the step of SCA would take for perfect dependence.
type span linalg.Matrix

// flat is the variance, relative to the mean variance of the columns, below which a
// direction counts as one along which x does not vary.
const flat = 1e-10

// spanOf finds the span of the rows of x, and fails where it has fewer than dim
// dimensions.
func spanOf(ctx context.Context, x *rows.Standard, dim int) (span, error) {
	d := x.Width()
	c, err := covariance(ctx, x)
	if err != nil {
		return span{}, err
	}
	var trace float64
	for j := range d {
		trace += c.At(j, j)
	}
	level := flat * trace / float64(d)
	if positiveAbove(c, level) {
		return span{}, nil
	}
	values, vectors, err := linalg.Leading(c, d)
	if err != nil {
		return span{}, err
	}
	rank := 0
	for rank < d && values[rank] > level {
		rank++
	}
	if rank < dim {
		return span{}, fmt.Errorf("%d components, but the inputs vary along only %d directions; ask for fewer components", dim, rank)
	}
	return span(vectors.Slice(0, rank)), nil
}

// positiveAbove reports whether all eigenvalues of c are above the level.
func positiveAbove(c linalg.Matrix, level float64) bool {
	c = c.Clone()
	for j := range c.Rows {
		c.Row(j)[j] -= level
	}
	return linalg.Cholesky(c) == nil
}

// covariance is XᵀX/n, the upper triangle, summed block by block.
func covariance(ctx context.Context, x *rows.Standard) (linalg.Matrix, error) {
	d := x.Width()
	c := linalg.New(d, d)
	err := rows.Each(ctx, x, rows.BlockLen(d), func(from, to int, block []float64) error {
		linalg.AddGram(c, linalg.Of(to-from, d, block))
		return nil
	})
	for i := range d {
		row := c.Row(i)
		for j := range row {
			row[j] /= float64(x.Len())
		}
	}
	return c, err
}

// leading returns the m leading eigenvectors of the symmetric matrix a within the span.
func (s span) leading(a linalg.Matrix, m int) (linalg.Matrix, error) {
	if s.Rows == 0 {
		_, w, err := linalg.Leading(a, m)
		return w, err
	}
	basis := linalg.Matrix(s)
	half, inner := linalg.New(basis.Rows, a.Cols), linalg.New(basis.Rows, basis.Rows)
	linalg.Mul(half, basis, a)
	linalg.MulT(inner, half, basis)
	_, v, err := linalg.Leading(inner, m)
	if err != nil {
		return linalg.Matrix{}, err
	}
	w := linalg.New(m, a.Cols)
	linalg.Mul(w, v, basis)
	return w, stiefel.Orthonormalize(w)
}

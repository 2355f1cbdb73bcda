package suffice

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/wording"
)

// metric is the coordinates x̃ = T x in which a method searches. Where the inputs are
// correlated, directions along which they hardly vary would pass for good ones, so T
// makes them uncorrelated with variance 1, as far as the data can tell: it is the
// inverse square root of the covariance, shrunk to a multiple of the identity as
// Ledoit and Wolf (2004) do. Inputs that are uncorrelated up to chance stay as they are.
type metric struct {
	span    linalg.Matrix // orthonormal rows: the directions along which x varies; none means all
	root    linalg.Matrix // T, symmetric; none means the identity
	inverse linalg.Matrix // T⁻¹ on the span

	dependent []int // columns that are combinations of others
}

// flat is the variance, relative to the mean variance of the columns, below which x
// counts as constant along a direction. A kernel sees no distance along it, which
// the step of SCA would take for perfect dependence.
const flat = 1e-10

// metricOf finds the coordinates for dim components of x. It fails where x varies
// along fewer than dim directions. With plain, x is taken as it is, on its span.
func metricOf(ctx context.Context, x *blocks.Standard, dim int, plain bool) (*metric, error) {
	c, fourth, err := covariance(ctx, x)
	if err != nil {
		return nil, err
	}
	d := x.Width()
	var trace float64
	for j := range d {
		trace += c.At(j, j)
	}
	mean := trace / float64(d-len(x.Constant))
	shrink := shrinkage(c, mean, fourth, x.Len())
	if plain {
		shrink = 1
	}
	if shrink == 1 && positiveAbove(c, flat*mean) {
		return &metric{}, nil
	}
	values, vectors, err := linalg.Leading(c, d)
	if err != nil {
		return nil, err
	}
	rank := 0
	for rank < d && values[rank] > flat*mean {
		rank++
	}
	if rank < dim {
		return nil, tooFewDirections(x, dim, rank)
	}
	m := &metric{}
	if rank < d {
		m.span, m.dependent = vectors.Slice(0, rank), dependentColumns(c)
	}
	if shrink < 1 {
		m.root, m.inverse = roots(values[:rank], vectors.Slice(0, rank), shrink, mean)
	}
	return m, nil
}

// directions says along how many directions x varies.
func directions(x *blocks.Standard, rank int) string {
	text := wording.Count(rank, "direction")
	for _, scale := range x.Scale {
		if scale != 1 {
			return text
		}
	}
	return text + " that count in their own units; scale them"
}

// roots returns T and T⁻¹ for the eigenvalues (1-shrink) v + shrink mean.
func roots(values []float64, vectors linalg.Matrix, shrink, mean float64) (root, inverse linalg.Matrix) {
	d := vectors.Cols
	root, inverse = linalg.New(d, d), linalg.New(d, d)
	up, down := vectors.Clone(), vectors.Clone()
	for k, v := range values {
		sd := math.Sqrt((1-shrink)*v + shrink*mean)
		for j := range d {
			up.Row(k)[j] /= sd
			down.Row(k)[j] *= sd
		}
	}
	linalg.TMul(root, vectors, up)
	linalg.TMul(inverse, vectors, down)
	return root, inverse
}

// shrinkage is the share of the identity in the best mixture with the covariance c:
// the variance of c's estimate over its squared distance from the identity, at most 1.
func shrinkage(c linalg.Matrix, mean, fourth float64, n int) float64 {
	var size, distance float64 // |C|², |C - mean I|²
	for i := range c.Rows {
		for j := i; j < c.Cols; j++ {
			v := c.At(i, j)
			switch {
			case i == j && v == 0: // constant
			case i == j:
				size += v * v
				distance += (v - mean) * (v - mean)
			default:
				size += 2 * v * v
				distance += 2 * v * v
			}
		}
	}
	noise := (fourth - size) / float64(n)
	if noise >= distance {
		return 1
	}
	return max(0, noise/distance)
}

// positiveAbove reports whether all eigenvalues of c are above the level.
func positiveAbove(c linalg.Matrix, level float64) bool {
	c = c.Clone()
	for j := range c.Rows {
		c.Row(j)[j] -= level
	}
	return linalg.Cholesky(c) == nil
}

// covariance is XᵀX/n, the upper triangle, with the mean of |x|⁴ over the rows.
func covariance(ctx context.Context, x *blocks.Standard) (c linalg.Matrix, fourth float64, err error) {
	sum, err := blocks.Sum(ctx, x.Source, nil, blocks.NewProducts(x.Units(), true, 0))
	if err != nil {
		return c, 0, err
	}
	products, n := sum.(*blocks.Products), float64(x.Len())
	linalg.Scale(1/n, products.XX)
	return products.XX, products.Fourth / n, nil
}

// inputs returns w̃ T: the frame w̃ as weights on x.
func (m *metric) inputs(w linalg.Matrix) linalg.Matrix {
	if m.root.Rows == 0 {
		return w
	}
	out := linalg.New(w.Rows, w.Cols)
	linalg.Mul(out, w, m.root)
	return out
}

// whole is the weights on x of z = x̃; no rows mean z = x.
func (m *metric) whole() linalg.Matrix { return m.root }

// turned returns T a T: a form on x as one on x̃.
func (m *metric) turned(a linalg.Matrix) linalg.Matrix {
	if m.root.Rows == 0 {
		return a
	}
	half, full := linalg.New(a.Rows, a.Cols), linalg.New(a.Rows, a.Cols)
	linalg.Mul(half, m.root, a)
	linalg.Mul(full, half, m.root)
	return full
}

// leading returns the dim leading eigenvectors, within the span, of a form on x̃.
func (m *metric) leading(a linalg.Matrix, dim int, rough bool) (linalg.Matrix, error) {
	find := func(a linalg.Matrix) (linalg.Matrix, error) {
		if rough {
			return linalg.Roughly(a, dim)
		}
		_, w, err := linalg.Leading(a, dim)
		return w, err
	}
	if m.span.Rows == 0 {
		return find(a)
	}
	half, inner := linalg.New(m.span.Rows, a.Cols), linalg.New(m.span.Rows, m.span.Rows)
	linalg.Mul(half, m.span, a)
	linalg.MulT(inner, half, m.span)
	v, err := find(inner)
	if err != nil {
		return linalg.Matrix{}, err
	}
	w := linalg.New(dim, a.Cols)
	linalg.Mul(w, v, m.span)
	return w, stiefel.Orthonormalize(w)
}

// within projects the rows of u on the row space of w̃ in these coordinates, and
// returns the result as inputs: T⁻¹ w̃ᵀ w̃ T u.
func (m *metric) within(u, w linalg.Matrix) linalg.Matrix {
	z, out := linalg.New(u.Rows, w.Rows), linalg.New(u.Rows, u.Cols)
	linalg.MulT(z, u, m.inputs(w))
	back := w
	if m.inverse.Rows > 0 {
		back = linalg.New(w.Rows, w.Cols)
		linalg.Mul(back, w, m.inverse)
	}
	linalg.Mul(out, z, back)
	return out
}

// function is a function of the weights on x as one of the frame w̃.
type function struct {
	stiefel.Function
	metric *metric
}

// Value implements stiefel.Function.
func (f function) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	return f.Function.Value(ctx, f.metric.inputs(w))
}

// Gradient implements stiefel.Function.
func (f function) Gradient(ctx context.Context, dst linalg.Matrix) error {
	if err := f.Function.Gradient(ctx, dst); err != nil {
		return err
	}
	dst.Copy(f.metric.inputs(dst)) // T is symmetric
	return nil
}

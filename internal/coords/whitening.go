package coords

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// Whitening is the coordinates x̃ = T x in which a method searches. Where the inputs are
// correlated, directions along which they hardly vary would pass for good ones, so T
// makes them uncorrelated with variance 1, as far as the data can tell: it is the
// inverse square root of the covariance, shrunk to a multiple of the identity as
// Ledoit and Wolf (2004) do. Inputs that are uncorrelated up to chance stay as they are.
type Whitening struct {
	span    linalg.Matrix // orthonormal rows: the directions along which x varies; none means all
	Root    linalg.Matrix // T, symmetric; none means the identity
	inverse linalg.Matrix // T⁻¹ on the span

	dependent []int // columns that are combinations of others
}

// NewWhitening finds the coordinates for dim components of x. It fails where x varies
// along fewer than dim directions. With plain, x is taken as it is, on its span.
func NewWhitening(ctx context.Context, x *aggregate.Standard, dim int, plain bool) (*Whitening, error) {
	c, fourth, err := covariance(ctx, x)
	if err != nil {
		return nil, err
	}
	d := x.Width()
	mean := Trace(c) / float64(d-len(x.Constant))
	shrink := shrinkage(c, mean, fourth, x.Len())
	if plain {
		shrink = 1
	}
	if shrink == 1 && positiveAbove(c, Flat*mean) {
		return &Whitening{}, nil
	}
	values, vectors, err := linalg.Leading(c, d)
	if err != nil {
		return nil, err
	}
	rank := linalg.CountAbove(values, Flat*mean)
	if rank < dim {
		return nil, tooFewDirections(x, dim, rank)
	}
	m := &Whitening{}
	if rank < d {
		m.span, m.dependent = vectors.Slice(0, rank), dependentColumns(c)
	}
	if shrink < 1 {
		m.Root, m.inverse = roots(values[:rank], vectors.Slice(0, rank), shrink, mean)
	}
	return m, nil
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
	linalg.AddDiagonal(c, -level)
	return linalg.Cholesky(c) == nil
}

// ToInputs returns w̃ T: the frame w̃ as weights on x.
func (m *Whitening) ToInputs(w linalg.Matrix) linalg.Matrix {
	if m.Root.Rows == 0 {
		return w
	}
	return linalg.Times(w, m.Root)
}

// Turned returns T a T: a form on x as one on x̃.
func (m *Whitening) Turned(a linalg.Matrix) linalg.Matrix {
	if m.Root.Rows == 0 {
		return a
	}
	return linalg.Times(linalg.Times(m.Root, a), m.Root)
}

// Leading returns the dim leading eigenvectors, within the span, of a form on x̃.
func (m *Whitening) Leading(a linalg.Matrix, dim int, rough bool) (linalg.Matrix, error) {
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
	v, err := find(linalg.TimesT(linalg.Times(m.span, a), m.span))
	if err != nil {
		return linalg.Matrix{}, err
	}
	w := linalg.Times(v, m.span)
	return w, stiefel.Orthonormalize(w)
}

// Within projects the rows of u on the row space of w̃ in these coordinates, and
// returns the result as inputs: T⁻¹ w̃ᵀ w̃ T u.
func (m *Whitening) Within(u, w linalg.Matrix) linalg.Matrix {
	return m.Lift(linalg.TimesT(u, m.ToInputs(w)), w)
}

// Lift returns the inputs within the row space of w̃ that have the components z: T⁻¹ w̃ᵀ z.
func (m *Whitening) Lift(z, w linalg.Matrix) linalg.Matrix {
	if m.inverse.Rows > 0 {
		w = linalg.Times(w, m.inverse)
	}
	return linalg.Times(z, w)
}

// Function is a function of the weights on x as one of the frame w̃.
type Function struct {
	stiefel.Function
	In *Whitening
}

func (f Function) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	return f.Function.Value(ctx, f.In.ToInputs(w))
}

func (f Function) Gradient(ctx context.Context, dst linalg.Matrix) error {
	if err := f.Function.Gradient(ctx, dst); err != nil {
		return err
	}
	dst.Copy(f.In.ToInputs(dst)) // T is symmetric
	return nil
}

// FromInputs returns v T⁻¹ within the span: weights on x as weights on x̃, whose rows need not
// be orthonormal.
func (m *Whitening) FromInputs(v linalg.Matrix) linalg.Matrix {
	if m.span.Rows > 0 {
		v = linalg.Times(linalg.TimesT(v, m.span), m.span)
	}
	if m.inverse.Rows == 0 {
		return v.Clone()
	}
	return linalg.Times(v, m.inverse)
}

// Plain is the coordinates x itself, on the same span.
func (m *Whitening) Plain() *Whitening { return &Whitening{span: m.span, dependent: m.dependent} }

// Into returns the subspace of a frame in these coordinates as a frame in others.
func (m *Whitening) Into(other *Whitening, w linalg.Matrix) (linalg.Matrix, error) {
	if m == other {
		return w, nil
	}
	w = other.FromInputs(m.ToInputs(w))
	return w, stiefel.Orthonormalize(w)
}

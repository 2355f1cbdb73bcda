package coords

import (
	"math"

	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// Constraint is W M Wᵀ = I on the components W, for a positive definite M = RᵀR.
type Constraint struct{ m, r linalg.Matrix }

// NewConstraint fails where m is not positive definite.
func NewConstraint(m linalg.Matrix) (*Constraint, error) {
	c := &Constraint{m: m, r: m.Clone()}
	return c, linalg.Cholesky(c.r)
}

// Whiten overwrites a with R⁻ᵀ a: what is orthonormal in these coordinates obeys the
// constraint in the others.
func (c *Constraint) Whiten(a linalg.Matrix) { linalg.ForwardSolveAll(c.r, a) }

// WhitenForm returns R⁻ᵀ a R⁻¹ for a symmetric a.
func (c *Constraint) WhitenForm(a linalg.Matrix) linalg.Matrix {
	c.Whiten(a)
	b := a.Transposed()
	c.Whiten(b)
	return b
}

// Weights returns u R⁻ᵀ: the orthonormal rows u as rows W with W M Wᵀ = I.
func (c *Constraint) Weights(u linalg.Matrix) linalg.Matrix {
	w := u.Transposed()
	linalg.BackwardSolveAll(c.r, w)
	return w.Transposed()
}

// Complete adds rows to w until there are dim. A row for each leading eigenvector v of
// what w leaves of M, N = M - MWᵀWM: v less its part in w, (v - WᵀWMv)/√μ, μ being its
// eigenvalue, which keeps the constraint since WN = 0.
func (c *Constraint) Complete(w linalg.Matrix, dim int) (linalg.Matrix, error) {
	if w.Rows == dim {
		return w, nil
	}
	wm := linalg.New(w.Rows, c.m.Cols)
	rest := c.m.Clone()
	if w.Rows > 0 {
		linalg.Mul(wm, w, c.m)
		linalg.AddTMul(rest, -1, wm, wm)
	}
	values, v, err := linalg.Leading(rest, dim-w.Rows)
	if err != nil {
		return linalg.Matrix{}, err
	}
	if w.Rows > 0 {
		within := linalg.TimesT(v, wm)
		linalg.AddMul(v, -1, within, w)
	}
	for k, value := range values {
		linalg.Scale(1/math.Sqrt(value), v.Slice(k, k+1))
	}
	return stacked(w, v), nil
}

// CompleteOrthonormal adds orthonormal rows to w until there are dim: those along which
// the inputs vary most beside w, the leading eigenvectors of (I - WᵀW) S (I - WᵀW).
func CompleteOrthonormal(w, covariance linalg.Matrix, dim int) (linalg.Matrix, error) {
	if w.Rows == dim {
		return w, nil
	}
	rest := covariance.Clone()
	if w.Rows > 0 {
		stiefel.Tangent(rest, w)
		rest = rest.Transposed()
		stiefel.Tangent(rest, w)
	}
	_, v, err := linalg.Leading(rest, dim-w.Rows)
	if err != nil {
		return linalg.Matrix{}, err
	}
	all := stacked(w, v)
	return all, stiefel.Orthonormalize(all)
}

// stacked is the rows of a, then those of b.
func stacked(a, b linalg.Matrix) linalg.Matrix {
	out := linalg.New(a.Rows+b.Rows, b.Cols)
	out.Slice(0, a.Rows).Copy(a)
	out.Slice(a.Rows, out.Rows).Copy(b)
	return out
}

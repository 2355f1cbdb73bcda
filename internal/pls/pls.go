// Package pls finds the components of partial least squares from the products of the
// inputs with themselves and with the columns of the output.
package pls

import (
	"suffice/internal/coords"
	"suffice/internal/linalg"
)

// Problem is XᵀX and XᵀY of centred rows.
type Problem struct {
	Apply func(v linalg.Matrix) (linalg.Matrix, error) // the rows of v times XᵀX
	Cross linalg.Matrix                                // XᵀY, which is changed
	Total float64                                      // the trace of XᵀX
}

// Components are the rotations R: rows such that the coordinates of R x are the scores t.
type Components struct {
	Rotations linalg.Matrix
	Explained []float64 // the squares of Y that each score explains
	Found     int       // components that explain something; the others fill up

	loadings linalg.Matrix // p = Xᵀt/tᵀt
	squares  []float64     // tᵀt
}

// Count is how many components there are.
func (c *Components) Count() int { return len(c.squares) }

// Solve finds dim components by the recursion of Dayal and MacGregor (1997), whose scores
// are those of NIPALS with mode A:
//
//	w = leading left singular vector of XᵀY
//	r = w - Σ_j (p_jᵀw) r_j,   t = X r
//	p = Xᵀt/tᵀt,   q = Yᵀt/tᵀt,   XᵀY ← XᵀY - p qᵀ tᵀt
//
// Where nothing of Y is left, the others are those along which what is left of X varies
// most; where nothing of X is, there are fewer.
func (p Problem) Solve(dim int) (*Components, error) {
	c := &Components{Rotations: linalg.New(dim, p.Cross.Rows), loadings: linalg.New(dim, p.Cross.Rows)}
	all := linalg.Norm(p.Cross)
	for c.Count() < dim && linalg.Norm(p.Cross) > coords.Rounding*all {
		_, w, err := coords.LeftSingular(p.Cross, 1, 0)
		if err != nil {
			return nil, err
		}
		if more, err := c.take(p, w.Slice(0, 1)); err != nil {
			return nil, err
		} else if !more {
			break
		}
	}
	c.Found = c.Count()
	return c, c.fill(p, dim)
}

// take adds the component of a weight w on what is left of X, and reports whether X varies
// along it.
func (c *Components) take(p Problem, w linalg.Matrix) (bool, error) {
	k := c.Count()
	r := c.Rotations.Slice(k, k+1)
	r.Copy(w)
	if k > 0 {
		linalg.AddMul(r, -1, linalg.TimesT(w, c.loadings.Slice(0, k)), c.Rotations.Slice(0, k))
	}
	loading, err := p.Apply(r)
	if err != nil {
		return false, err
	}
	square := linalg.Inner(loading, r)
	if !(square > coords.Rounding*coords.Rounding*p.Total) {
		return false, nil
	}
	linalg.Scale(1/square, loading)
	q := linalg.Times(r, p.Cross)
	linalg.Scale(1/square, q)
	linalg.AddTMul(p.Cross, -square, loading, q)
	c.loadings.Slice(k, k+1).Copy(loading)
	c.squares = append(c.squares, square)
	c.Explained = append(c.Explained, square*linalg.Inner(q, q))
	return true, nil
}

// fill adds principal axes of what is left of X, whose products with itself are
// XᵀX - Σ p pᵀ tᵀt.
func (c *Components) fill(p Problem, dim int) error {
	const tolerance = 1e-8 // of the axes, as a share of the largest variance
	if c.Count() == dim {
		return nil
	}
	p.Cross.Zero()
	weighted := c.loadings.Slice(0, c.Count()).Clone()
	for j, square := range c.squares {
		linalg.ScaleRow(square, weighted.Row(j))
	}
	rest, err := linalg.Iterate(p.Cross.Rows, dim-c.Count(), tolerance, func(v linalg.Matrix) (linalg.Matrix, error) {
		out, err := p.Apply(v)
		if err == nil && weighted.Rows > 0 {
			linalg.AddMul(out, -1, linalg.TimesT(v, c.loadings.Slice(0, weighted.Rows)), weighted)
		}
		return out, err
	})
	if err != nil {
		return err
	}
	for k := range linalg.CountAbove(rest.Values, coords.Rounding*p.Total) {
		if more, err := c.take(p, rest.Vectors.Slice(k, k+1)); err != nil || !more {
			return err
		}
	}
	return nil
}

package suffice

import (
	"context"
	"fmt"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
)

// PLS is partial least squares: the combinations of x, uncorrelated with each other, that
// have the largest covariance with combinations of the columns of y. It follows straight
// lines only, keeps to directions along which x varies much, and so is at home where there
// are more inputs than rows. With classes, which count as a column of 0 and 1 each, it is
// PLS-DA.
//
// See docs/pls.md. Reference: Wold, Martens and Wold (1983), by the recursion of Dayal and
// MacGregor (1997).
type PLS struct {
	Dim     int  // number of components; required
	NoScale bool // keep the columns' own units, of several outputs too, instead of scaling each to standard deviation 1

	limits coords.Limits
}

// Fit finds the components, in the order in which they are found: rotations R, whose z are
// the scores. Values are the shares of the variance of y that they explain.
func (p PLS) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := checkColumns("pls", y); err != nil {
		return nil, err
	}
	standard, warnings, err := prepare(ctx, x, y, p.Dim, p.NoScale)
	if err != nil {
		return nil, err
	}
	f, err := centredColumns(ctx, x, y)
	if err == nil && !p.NoScale {
		f, err = f.Scaled(ctx)
	}
	if err != nil {
		return nil, err
	}
	problem, err := p.problem(ctx, standard, f)
	if err != nil {
		return nil, err
	}
	found, err := problem.solve(p.Dim)
	switch {
	case err != nil:
		return nil, err
	case found.count() < p.Dim:
		return nil, fmt.Errorf("%s, but the inputs vary along only %s; ask for fewer components", humanize.Count(p.Dim, "component"), humanize.Count(found.count(), "direction"))
	case found.found < p.Dim:
		warnings = append(warnings, fmt.Sprintf("%s explain all of the output that inputs can; the others are those along which the inputs vary most", humanize.Count(found.found, "component")))
	}
	model := newProjection("pls", standard, y, found.rotations)
	sums, err := f.Sums(ctx, nil, false)
	if err != nil {
		return nil, err
	}
	model.Values, model.Warnings = shares(found.explained, sums.Inner()), warnings
	model.Settings = Settings{"dim": p.Dim, "scale": !p.NoScale}
	return finished(ctx, model, standard, y, x)
}

// checkColumns is an error where y has no columns, for a method that needs them.
func checkColumns(method string, y output.Output) error {
	if y == nil {
		return errNoOutput
	}
	if !target.HasColumns(y) {
		return fmt.Errorf("%s needs numbers, classes or labels, but the output is of kind %s; use sca or mddm", method, y.Kind())
	}
	return target.CheckColumns(y)
}

// fewInputs is up to how many inputs XᵀX is made, in one reading of the rows. With more, a
// reading for each component costs less.
const fewInputs = 128

// problem takes the sums over rows.
func (p PLS) problem(ctx context.Context, x *aggregate.Standard, f *target.Columns) (problem plsProblem, err error) {
	if limit := p.limits.Square; x.Width() <= fewInputs && (limit == 0 || x.Width() <= limit) {
		sums, err := aggregate.Sum[*aggregate.Products](ctx, x.Source, aggregate.NewProducts(x.Units(), true, f.Width()), f.Aligned())
		if err != nil {
			return problem, err
		}
		linalg.Symmetrize(sums.XX)
		apply := func(v linalg.Matrix) (linalg.Matrix, error) { return linalg.Times(v, sums.XX), ctx.Err() }
		return plsProblem{apply: apply, cross: sums.XY, total: coords.Trace(sums.XX)}, nil
	}
	cross, err := x.CombineAligned(ctx, f.Aligned()) // YᵀX
	if err != nil {
		return problem, err
	}
	problem = plsProblem{cross: cross.Transposed(), total: float64(x.Len() * (x.Width() - len(x.Constant)))}
	problem.apply = func(v linalg.Matrix) (linalg.Matrix, error) { return x.TimesSquare(ctx, v) }
	if p.NoScale {
		square, err := x.MeanSquare(ctx)
		problem.total = square * float64(x.Len())
		return problem, err
	}
	return problem, nil
}

// shares are parts of a whole.
func shares(parts []float64, whole float64) []float64 {
	out := make([]float64, len(parts))
	for k, v := range parts {
		out[k] = v / whole
	}
	return out
}

// plsProblem is XᵀX and XᵀY of centred rows.
type plsProblem struct {
	apply func(v linalg.Matrix) (linalg.Matrix, error) // the rows of v times XᵀX
	cross linalg.Matrix                                // XᵀY, which is changed
	total float64                                      // the trace of XᵀX
}

// plsComponents are the rotations R: rows such that the coordinates of R x are the scores t.
type plsComponents struct {
	rotations linalg.Matrix
	explained []float64 // the squares of Y that each score explains
	found     int       // components that explain something; the others fill up

	loadings linalg.Matrix // p = Xᵀt/tᵀt
	squares  []float64     // tᵀt
}

// Count is how many components there are.
func (c *plsComponents) count() int { return len(c.squares) }

// solve finds dim components by the recursion of Dayal and MacGregor (1997), whose scores
// are those of NIPALS with mode A:
//
//	w = leading left singular vector of XᵀY
//	r = w - Σ_j (p_jᵀw) r_j,   t = X r
//	p = Xᵀt/tᵀt,   q = Yᵀt/tᵀt,   XᵀY ← XᵀY - p qᵀ tᵀt
//
// Where nothing of Y is left, the others are those along which what is left of X varies
// most; where nothing of X is, there are fewer.
func (p plsProblem) solve(dim int) (*plsComponents, error) {
	c := &plsComponents{rotations: linalg.New(dim, p.cross.Rows), loadings: linalg.New(dim, p.cross.Rows)}
	all := linalg.Norm(p.cross)
	for c.count() < dim && linalg.Norm(p.cross) > coords.Rounding*all {
		_, w, err := coords.LeftSingular(p.cross, 1, 0)
		if err != nil {
			return nil, err
		}
		if more, err := c.take(p, w.Slice(0, 1)); err != nil {
			return nil, err
		} else if !more {
			break
		}
	}
	c.found = c.count()
	return c, c.fill(p, dim)
}

// take adds the component of a weight w on what is left of X, and reports whether X varies
// along it.
func (c *plsComponents) take(p plsProblem, w linalg.Matrix) (bool, error) {
	k := c.count()
	r := c.rotations.Slice(k, k+1)
	r.Copy(w)
	if k > 0 {
		linalg.AddMul(r, -1, linalg.TimesT(w, c.loadings.Slice(0, k)), c.rotations.Slice(0, k))
	}
	loading, err := p.apply(r)
	if err != nil {
		return false, err
	}
	square := linalg.Inner(loading, r)
	if !(square > coords.Rounding*coords.Rounding*p.total) {
		return false, nil
	}
	linalg.Scale(1/square, loading)
	q := linalg.Times(r, p.cross)
	linalg.Scale(1/square, q)
	linalg.AddTMul(p.cross, -square, loading, q)
	c.loadings.Slice(k, k+1).Copy(loading)
	c.squares = append(c.squares, square)
	c.explained = append(c.explained, square*linalg.Inner(q, q))
	return true, nil
}

// fill adds principal axes of what is left of X, whose products with itself are
// XᵀX - Σ p pᵀ tᵀt.
func (c *plsComponents) fill(p plsProblem, dim int) error {
	const tolerance = 1e-8 // of the axes, as a share of the largest variance
	if c.count() == dim {
		return nil
	}
	p.cross.Zero()
	weighted := c.loadings.Slice(0, c.count()).Clone()
	for j, square := range c.squares {
		linalg.ScaleRow(square, weighted.Row(j))
	}
	rest, err := linalg.Iterate(p.cross.Rows, dim-c.count(), tolerance, func(v linalg.Matrix) (linalg.Matrix, error) {
		out, err := p.apply(v)
		if err == nil && weighted.Rows > 0 {
			linalg.AddMul(out, -1, linalg.TimesT(v, c.loadings.Slice(0, weighted.Rows)), weighted)
		}
		return out, err
	})
	if err != nil {
		return err
	}
	for k := range linalg.CountAbove(rest.Values, coords.Rounding*p.total) {
		if more, err := c.take(p, rest.Vectors.Slice(k, k+1)); err != nil || !more {
			return err
		}
	}
	return nil
}

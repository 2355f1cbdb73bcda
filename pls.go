package suffice

import (
	"context"
	"fmt"

	"suffice/internal/blocks"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/pls"
	"suffice/internal/target"
	"suffice/internal/wording"
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
	found, err := problem.Solve(p.Dim)
	switch {
	case err != nil:
		return nil, err
	case found.Count() < p.Dim:
		return nil, fmt.Errorf("%s, but the inputs vary along only %s; ask for fewer components", wording.Count(p.Dim, "component"), wording.Count(found.Count(), "direction"))
	case found.Found < p.Dim:
		warnings = append(warnings, fmt.Sprintf("%s explain all of the output that inputs can; the others are those along which the inputs vary most", wording.Count(found.Found, "component")))
	}
	model := newProjection("pls", standard, y, found.Rotations)
	sums, err := f.Sums(ctx, nil, false)
	if err != nil {
		return nil, err
	}
	model.Values, model.Warnings = shares(found.Explained, sums.Inner()), warnings
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
func (p PLS) problem(ctx context.Context, x *blocks.Standard, f *target.Columns) (problem pls.Problem, err error) {
	if limit := p.limits.Square; x.Width() <= fewInputs && (limit == 0 || x.Width() <= limit) {
		sums, err := blocks.Sum[*blocks.Products](ctx, x.Source, blocks.NewProducts(x.Units(), true, f.Width()), f.Aligned())
		if err != nil {
			return problem, err
		}
		linalg.Symmetrize(sums.XX)
		apply := func(v linalg.Matrix) (linalg.Matrix, error) { return linalg.Times(v, sums.XX), ctx.Err() }
		return pls.Problem{Apply: apply, Cross: sums.XY, Total: coords.Trace(sums.XX)}, nil
	}
	cross, err := x.CombineAligned(ctx, f.Aligned()) // YᵀX
	if err != nil {
		return problem, err
	}
	problem = pls.Problem{Cross: cross.Transposed(), Total: float64(x.Len() * (x.Width() - len(x.Constant)))}
	problem.Apply = func(v linalg.Matrix) (linalg.Matrix, error) { return x.TimesSquare(ctx, v) }
	if p.NoScale {
		square, err := x.MeanSquare(ctx)
		problem.Total = square * float64(x.Len())
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

package suffice

import (
	"context"

	"suffice/internal/linalg"
	"suffice/output"
)

// SPLS is sparse partial least squares: the combinations of inputs of largest covariance with
// the output, of the inputs whose own weight is large enough. It is for linear dependence,
// many correlated inputs and few rows, such as spectra and genes.
//
// See docs/spls.md. Reference: Chun and Keleş (2010).
type SPLS struct {
	Dim     int  // number of components; required
	NoScale bool // give components in the columns' own units instead of on inputs of standard deviation 1

	limits sparseLimits
}

// plsShares are those of the largest weight below which an input is left out, one of which
// cross-validation chooses.
var plsShares = []float64{.95, .9, .85, .8, .75, .7, .65, .6, .55, .5, .45, .4, .35, .3, .25, .2, .15, .1}

// Fit finds the components, whose z are uncorrelated. It takes numbers, classes and labels.
func (s SPLS) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := checkColumns("spls", y); err != nil {
		return nil, err
	}
	f, err := hold(ctx, x, y, s.Dim, s.limits)
	if err != nil {
		return nil, err
	}
	width, data := f.y.(output.Columnar).Columns()
	f.table.F = linalg.Of(f.y.Len(), width, data).Transposed()
	f.weigh()
	found, share, err := f.table.ChoosePLS(ctx, s.Dim, plsShares, mostChosen, oneError)
	if err != nil {
		return nil, err
	}
	p, err := f.model(ctx, "spls", x, y, found.B(x.Width()).Transposed(), s.NoScale)
	if err != nil {
		return nil, err
	}
	p.Settings = Settings{"dim": s.Dim, "scale": !s.NoScale, "threshold": share}
	return p, nil
}

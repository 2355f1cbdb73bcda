package suffice

import (
	"context"

	"suffice/internal/penalized"
	"suffice/output"
)

// LassoSIR is sliced inverse regression by the lasso: the leading directions in which means
// of slices differ become outputs of their own, each regressed on the inputs with a penalty
// that leaves most weights at exactly 0. It is the quickest of the sparse methods; [SEAS]
// is more exact where inputs are correlated, since it selects inputs for all components
// together.
//
// See docs/lassosir.md. Reference: Lin, Zhao and Liu (2019).
type LassoSIR struct {
	Dim     int  // number of components; required
	Slices  int  // of the output, about; 0 means 10
	NoScale bool // give components in the columns' own units instead of on inputs of standard deviation 1

	limits sparseLimits
}

// lassoRidge makes the answer unique where columns are the same.
const lassoRidge = .05

// Fit finds the components, each with a penalty chosen by cross-validation. Values are the
// eigenvalues of the covariance of the slices' means, the largest first. It takes numbers and
// classes.
func (l LassoSIR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	f, slices, err := holdSlices(ctx, "lassosir", x, y, l.Dim, l.Slices, l.limits)
	if err != nil {
		return nil, err
	}
	f.weigh()
	found, err := f.table.LassoSIR(ctx, penalized.Settings{Rank: l.Dim, Rhos: []float64{lassoRidge}, Lambdas: penaltyPath, Most: mostChosen, Errors: oneError})
	if err != nil {
		return nil, err
	}
	p, err := f.model(ctx, "lassosir", x, y, found.Components, l.NoScale)
	if err != nil {
		return nil, err
	}
	p.Values = found.Values
	p.Settings = Settings{"dim": l.Dim, "slices": slices, "scale": !l.NoScale, "penalties": found.Lambdas}
	return p, nil
}

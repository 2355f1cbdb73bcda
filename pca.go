package suffice

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
)

// PCA is principal component analysis: the directions along which x varies most. It
// ignores y, which may be nil, and is here as the baseline that a supervised method
// should beat.
//
// See docs/pca.md. Reference: Hotelling (1933).
type PCA struct {
	Dim     int  // number of components; required
	NoScale bool // keep the columns' own units instead of scaling each to standard deviation 1
}

// Fit finds the leading eigenvectors of the covariance of x, orthonormal and ordered by
// variance. Values are the variances (with 1/(n-1)).
func (p PCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	y = unseen{y, x.Len()}
	standard, warnings, err := prepare(ctx, x, y, p.Dim, p.NoScale)
	if err != nil {
		return nil, err
	}
	variances, axes, more, err := principalAxes(ctx, standard, p.Dim)
	if err != nil {
		return nil, err
	}
	if len(variances) < p.Dim {
		return nil, tooFewDirections(standard, p.Dim, len(variances))
	}
	n := float64(x.Len())
	for k := range variances {
		variances[k] *= n / (n - 1)
	}
	model := newProjection("pca", standard, y, axes)
	warnings = append(warnings, more...)
	model.Values, model.Warnings = variances, warnings
	model.Settings = Settings{"dim": p.Dim, "scale": !p.NoScale}
	return diagnosed(ctx, model, x)
}

// principalAxes returns the variances (with 1/n) along the leading principal axes of x,
// and these. The warnings name columns that are combinations of others.
func principalAxes(ctx context.Context, x *blocks.Standard, most int) ([]float64, linalg.Matrix, []string, error) {
	if manyOfBoth(x) {
		return iteratedAxes(ctx, x, most)
	}
	in := &inputs{x: x}
	var err error
	if fewRowsOf(x) {
		in.narrow, err = alongRows(ctx, x, most)
	} else {
		in.covariance, err = scatter(ctx, x)
	}
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	variances, axes, err := in.principal(ctx, most)
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	dependent, err := in.dependent(ctx)
	return variances, axes, dependentWarnings(x, dependent), err
}

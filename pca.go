package suffice

import (
	"context"

	"suffice/internal/coords"
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

	limits coords.Limits
}

// Fit finds the leading eigenvectors of the covariance of x, orthonormal and ordered by
// variance. Values are the variances (with 1/(n-1)).
func (p PCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	y = ignored{y, x.Len()}
	standard, warnings, err := prepare(ctx, x, y, p.Dim, p.NoScale)
	if err != nil {
		return nil, err
	}
	variances, axes, more, err := coords.Principal(ctx, p.limits, standard, p.Dim)
	if err != nil {
		return nil, err
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

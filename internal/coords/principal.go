package coords

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

// Principal returns the variances (with 1/n) along the dim leading principal axes of x, and
// these as orthonormal rows. The warnings name columns that are combinations of others. It
// fails where x varies along fewer than dim directions.
func Principal(ctx context.Context, l Limits, x *blocks.Standard, dim int) (variances []float64, axes linalg.Matrix, warnings []string, err error) {
	if l.Decide(x.Len(), x.Width(), Variances) == Iteration {
		variances, axes, warnings, err = iteratedAxes(ctx, x, dim)
	} else {
		variances, axes, warnings, err = l.principalAxes(ctx, x, dim)
	}
	if err == nil && len(variances) < dim {
		err = tooFewDirections(x, dim, len(variances))
	}
	return variances, axes, warnings, err
}

// LeadingAxes are the leading principal axes of x, at most so many, as orthonormal rows.
func LeadingAxes(ctx context.Context, l Limits, x *blocks.Standard, most int) (linalg.Matrix, error) {
	if l.Decide(x.Len(), x.Width(), Variances) == Iteration {
		_, axes, _, err := iteratedAxes(ctx, x, most)
		return axes, err
	}
	t, err := l.read(ctx, x, nil, most, Variances)
	if err != nil {
		return linalg.Matrix{}, err
	}
	_, axes, err := t.principal(ctx, most)
	return axes, err
}

func (l Limits) principalAxes(ctx context.Context, x *blocks.Standard, dim int) ([]float64, linalg.Matrix, []string, error) {
	t, err := l.read(ctx, x, nil, dim, Variances)
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	variances, axes, err := t.principal(ctx, dim)
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	dependent, err := t.dependent(ctx)
	return variances, axes, dependentWarnings(x, dependent), err
}

// iteratedAxes finds the principal axes without any square matrix, by a Lanczos
// iteration with XᵀX/n.
func iteratedAxes(ctx context.Context, x *blocks.Standard, most int) ([]float64, linalg.Matrix, []string, error) {
	const tolerance = 1e-8 // of the axes, as a share of the largest variance
	b := &directionsOf{x: x}
	found, err := linalg.Iterate(x.Width(), most, tolerance, func(v linalg.Matrix) (linalg.Matrix, error) { return b.step(ctx, v) })
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	var warnings []string
	if found.Residual > tolerance {
		warnings = append(warnings, fmt.Sprintf("the inputs vary about equally along many directions: the components are accurate to %.0e only", math.Min(1, found.Residual)))
	}
	rank := CountReal(found.Values, 0)
	return found.Values[:rank], found.Vectors.Slice(0, rank), warnings, nil
}

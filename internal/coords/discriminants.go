package coords

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/slicemoments"
	"suffice/internal/target"
)

// Discriminants are the leading solutions of (S - W) w = θ W w on x, wᵀSw = 1, W being the mean of
// the covariances of classes and S that of all rows, each shrunk toward its variances as Ledoit
// and Wolf do, as scikit-learn's solver "eigen" has it.
type Discriminants struct {
	W         linalg.Matrix
	Values    []float64 // θ/(1 + θ): the shares of variance between classes
	Shrinkage float64   // of the classes, their mean by the rows
}

// NewDiscriminants finds dim of them. With inputs, they vary in so many columns; with rotated, x
// is coordinates of these, whose variances say nothing.
func NewDiscriminants(ctx context.Context, x *aggregate.Standard, classes target.Slices, inputs int, rotated bool, dim int) (d Discriminants, err error) {
	within, err := slicemoments.NewShrunk(ctx, x, classes, float64(inputs), rotated)
	if err != nil {
		return d, err
	}
	all, err := slicemoments.NewShrunk(ctx, x, target.InOne(x.Len()), float64(inputs), rotated)
	if err != nil {
		return d, err
	}
	for _, j := range x.Constant {
		within.Within.Set(j, j, 1)
		all.Within.Set(j, j, 1)
	}
	constraint, err := NewConstraint(all.Within)
	if err != nil { // so few rows that nothing is uncertain
		linalg.AddDiagonal(all.Within, Flat*Trace(all.Within)/float64(inputs))
		constraint, err = NewConstraint(all.Within)
	}
	if err != nil {
		return d, err
	}
	between := all.Within.Clone()
	linalg.AddScaled(between, -1, within.Within)
	values, u, err := linalg.Leading(constraint.WhitenForm(between), dim)
	if err != nil {
		return d, err
	}
	return Discriminants{constraint.Weights(u), values, within.Share}, nil
}

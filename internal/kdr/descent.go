package kdr

import (
	"context"
	"math"

	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// Descent is how J is minimised: in stages of falling kernel width, since a wide kernel
// has fewer local minima.
type Descent struct {
	Width   float64   // of the last stage
	Factors []float64 // of the squared width in each stage, the last one 1
	Steps   int       // of a stage, at most
}

// firstMove is the angle of the first step of a stage.
const firstMove = .3

// Run descends from the frame w and returns the frame it reaches with its J. The pivots
// are those of the start of each stage, so that J is smooth within it.
func (d Descent) Run(ctx context.Context, o *Objective, w linalg.Matrix) (linalg.Matrix, float64, error) {
	f := &logarithm{Objective: o}
	defer o.Free()
	for _, factor := range d.Factors {
		o.Free()
		o.Width = d.Width * math.Sqrt(factor)
		if _, err := o.Value(ctx, w); err != nil {
			return w, 0, err
		}
		o.Fix()
		var err error
		if w, _, err = (stiefel.Ascent{Steps: d.Steps, FirstMove: firstMove}).Run(ctx, f, w); err != nil {
			return w, 0, err
		}
	}
	o.Free()
	value, err := o.Value(ctx, w)
	return w, value, err
}

// logarithm is -log J, whose ascent stops at a gain relative to J.
type logarithm struct {
	*Objective
	last float64
}

func (f *logarithm) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	var err error
	f.last, err = f.Objective.Value(ctx, w)
	return -math.Log(f.last), err
}

func (f *logarithm) Gradient(ctx context.Context, dst linalg.Matrix) error {
	if err := f.Objective.Gradient(ctx, dst); err != nil {
		return err
	}
	linalg.Scale(-1/f.last, dst)
	return nil
}

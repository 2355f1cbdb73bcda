package suffice

import (
	"context"

	"suffice/internal/linalg"
	"suffice/kernel"
	"suffice/lsmi"
	"suffice/stiefel"
)

// The grids of the ascent, times the median distances.
var (
	ascentWidthsZ = []float64{.1, .2, .4, .75}
	ascentWidthsY = []float64{.05, .1, .2, .4, .8}
	ascentLambdas = []float64{1e-5, 1e-4, 1e-3, 1e-2, 1e-1}
)

const ascentSets = 6 // sets of centres whose projectors are averaged

// ascend climbs the estimate itself.
func (f *scaFit) ascend(ctx context.Context) error {
	f.kernel, f.alpha = kernel.Gaussian, f.sample.Natural()
	var frames []linalg.Matrix
	for round := range 2 {
		if err := f.validate(ctx); err != nil {
			return err
		}
		f.note("ascent", round+1, f.best)
		w, err := f.climb(ctx, f.sample)
		if err != nil {
			return err
		}
		f.w = w
	}
	frames = append(frames, f.w)
	for range ascentSets - 1 {
		sample, err := lsmi.Draw(ctx, f.x, f.y, f.centres(), f.random)
		if err != nil {
			return err
		}
		w, err := f.climb(ctx, sample)
		if err != nil {
			return err
		}
		frames = append(frames, w)
	}
	var err error
	f.w, err = stiefel.Mean(frames)
	return err
}

func (f *scaFit) validate(ctx context.Context) error {
	grid, err := f.sample.Around(ctx, f.w, ascentWidthsZ, ascentWidthsY, ascentLambdas)
	if err != nil {
		return err
	}
	allowed := f.alpha
	if allowed == lsmi.NonNegative {
		allowed = lsmi.Clipped
	}
	f.best, err = f.sample.Validate(ctx, f.w, f.kernel, grid, allowed)
	return err
}

func (f *scaFit) climb(ctx context.Context, sample *lsmi.Sample) (linalg.Matrix, error) {
	o, err := sample.Objective(ctx, f.kernel, f.best.Settings, f.alpha)
	if err != nil {
		return linalg.Matrix{}, err
	}
	w, _, err := stiefel.Ascent{}.Run(ctx, o, f.w)
	return w, err
}

package suffice

import (
	"context"
	"math"

	"suffice/canonical"
	"suffice/internal/linalg"
	"suffice/kernel"
	"suffice/output"
	"suffice/stiefel"
)

// The ascent: rounds of [new centres, choose the settings, climb], the last one from
// several sets of centres whose subspaces are averaged.
const (
	ascentRounds = 3
	ascentSets   = 3
	ascentSteps  = 8
)

// The grid of the final held-out score, times the median distances.
var (
	finalWidthsZ = []float64{.1, .2, .4, .75, 1.5}
	finalWidthsY = []float64{.05, .1, .2, .4, .8}
	finalLambdas = []float64{1e-4, 1e-3, 1e-2, 1e-1}
)

// ascend climbs from the components that the passes have found.
func (f *scaFit) ascend(ctx context.Context) error {
	problem, err := f.problem(ctx)
	if err != nil {
		return err
	}
	rounds := ascentRounds
	if f.manyDirections() {
		rounds = 1
	}
	for round := 1; round <= rounds; round++ {
		sets := 1
		if round == rounds {
			sets = ascentSets
		}
		at, err := f.climb(ctx, problem, sets)
		if err != nil {
			return err
		}
		f.noteAscent(round, at)
	}
	return nil
}

// problem finds the functions of y that the ascent is to predict.
func (f *scaFit) problem(ctx context.Context) (canonical.Problem, error) {
	median, err := f.sample.MedianY()
	if err != nil {
		return canonical.Problem{}, err
	}
	y, err := canonical.Features(ctx, f.y, f.draw(), median)
	return canonical.Problem{X: f.x, Y: y}, err
}

// draw picks rows to serve as centres.
func (f *scaFit) draw() []int {
	n := f.x.Len()
	return f.random.Perm(n)[:min(n, f.centres())]
}

// weakest is the share of variance that must be predictable in a direction of y for
// it to count. Numbers have many functions that noise could pass for.
func (f *scaFit) weakest() float64 {
	if _, ok := f.y.(output.Metric); ok {
		return 3 / math.Sqrt(float64(f.x.Len()))
	}
	return 0
}

// climb chooses the settings at the current components and climbs from there with
// several sets of centres; the mean of the subspaces is next.
func (f *scaFit) climb(ctx context.Context, problem canonical.Problem, sets int) (canonical.Choice, error) {
	var at canonical.Choice
	var frames []linalg.Matrix
	for set := range sets {
		u, err := f.x.Select(ctx, f.draw())
		if err != nil {
			return at, err
		}
		if set == 0 {
			if at, err = f.choose(ctx, problem, u); err != nil {
				return at, err
			}
		}
		objective := function{problem.Objective(u, at), f.metric}
		w, _, err := stiefel.Ascent{Steps: ascentSteps, FirstMove: .1}.Run(ctx, objective, f.frame)
		if err != nil {
			return at, err
		}
		frames = append(frames, w)
	}
	var err error
	f.frame, err = stiefel.Mean(frames)
	return at, err
}

func (f *scaFit) choose(ctx context.Context, problem canonical.Problem, u linalg.Matrix) (canonical.Choice, error) {
	w := f.metric.inputs(f.frame)
	median, err := f.sample.MedianZ(ctx, w)
	if err != nil {
		return canonical.Choice{}, err
	}
	return problem.Choose(ctx, w, u, median, f.weakest())
}

func (f *scaFit) noteAscent(round int, at canonical.Choice) {
	f.trace = append(f.trace, Pass{Stage: "ascent", Step: round, Score: at.Score, WidthZ: at.Width, Lambda: at.Lambda})
	if f.Progress != nil {
		f.Progress(Progress{Stage: "ascent", Step: round, Score: at.Score})
	}
}

// finish turns the frame into components on the standardised inputs, and takes their
// held-out score.
func (f *scaFit) finish(ctx context.Context) error {
	f.w = f.metric.inputs(f.frame).Clone()
	if err := stiefel.Orthonormalize(f.w); err != nil {
		return err
	}
	if f.Stop != AfterAscent || f.AsPrinted {
		return nil
	}
	f.kernel, f.alpha = kernel.Gaussian, f.sample.Natural()
	grid, err := f.sample.Around(ctx, f.w, finalWidthsZ, finalWidthsY, finalLambdas)
	if err != nil {
		return err
	}
	f.best, err = f.sample.Validate(ctx, f.w, f.kernel, grid, f.alpha)
	return err
}

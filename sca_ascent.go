package suffice

import (
	"context"
	"math"

	"suffice/internal/canonical"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
)

// The ascent: rounds of [new centres, choose the settings, climb], the last one from
// several sets of centres whose subspaces are averaged.
const (
	ascentRounds = 3
	ascentSets   = 3
	manySets     = 8 // where there are many rows
	ascentSteps  = 8
	laterSteps   = 4 // of sets after the first, where there are many rows
)

// ascentMeasure names the criterion of the ascent in traces.
const ascentMeasure = "leave-one-out information"

// ascend climbs from the components that the passes have found, and from those that
// the moments of x and y suggest; the better of both goes on.
func (f *scaFit) ascend(ctx context.Context) error {
	problem, err := f.problem(ctx)
	if err != nil {
		return err
	}
	moments, err := problem.Moments(ctx, !f.many)
	if err != nil {
		return err
	}
	other, err := f.metric.leading(moments.Matrix(f.metric.root), f.Dim, true)
	if err != nil {
		return err
	}
	if f.many {
		err = f.once(ctx, problem, other)
	} else {
		err = f.rounds(ctx, problem, other)
	}
	if err != nil || f.drawn == nil {
		return err
	}
	return f.goOn(ctx)
}

// once climbs a few steps from the better start: with more, so many directions would
// begin to fit noise.
func (f *scaFit) once(ctx context.Context, problem canonical.Problem, other linalg.Matrix) error {
	u, err := f.x.Select(ctx, f.draw(f.x.Len()))
	if err != nil {
		return err
	}
	at, err := f.choose(ctx, problem, u, f.frame, nil)
	if err != nil {
		return err
	}
	second, err := f.choose(ctx, problem, u, other, nil)
	if err != nil {
		return err
	}
	if second.Score > at.Score {
		f.frame, at = other, second
	}
	if at, err = f.choose(ctx, problem, u, f.frame, &at); err != nil {
		return err
	}
	f.noteAscent(1, at)
	f.frame, err = f.climb(ctx, problem, at, f.frame, f.sets())
	return err
}

// rounds climbs from both starts, then again from the better one, and at last with
// several sets of centres.
func (f *scaFit) rounds(ctx context.Context, problem canonical.Problem, other linalg.Matrix) error {
	best, err := f.firstRound(ctx, problem, other)
	if err != nil {
		return err
	}
	f.noteAscent(1, best)
	for round := 2; ; round++ {
		sets := 1
		if round == ascentRounds {
			sets = f.sets()
		}
		var err error
		if f.frame, err = f.climb(ctx, problem, best, f.frame, sets); err != nil || round == ascentRounds {
			return err
		}
		if best, err = f.refresh(ctx, problem, f.frame, &best); err != nil {
			return err
		}
		f.noteAscent(round, best)
	}
}

// firstRound climbs from both starts, with few rows where there are many, and returns
// the settings at the better frame, for all rows.
func (f *scaFit) firstRound(ctx context.Context, problem canonical.Problem, other linalg.Matrix) (canonical.Choice, error) {
	best, few := canonical.Choice{Score: math.Inf(-1)}, problem
	if f.few != nil {
		var err error
		if few, err = problem.Subset(ctx, f.few); err != nil {
			return best, err
		}
	}
	for _, start := range []linalg.Matrix{f.frame, other} {
		at, err := f.refresh(ctx, few, start, nil)
		if err != nil {
			return best, err
		}
		frame, err := f.climb(ctx, few, at, start, 1)
		if err != nil {
			return best, err
		}
		if at, err = f.refresh(ctx, few, frame, &at); err != nil {
			return best, err
		}
		if at.Score > best.Score {
			f.frame, best = frame, at
		}
	}
	if f.few == nil {
		return best, nil
	}
	return f.refresh(ctx, problem, f.frame, &best)
}

// refresh chooses the settings at a frame, for new centres, near an earlier choice.
func (f *scaFit) refresh(ctx context.Context, problem canonical.Problem, frame linalg.Matrix, near *canonical.Choice) (canonical.Choice, error) {
	u, err := f.x.Select(ctx, f.draw(problem.X.Len()))
	if err != nil {
		return canonical.Choice{}, err
	}
	return f.choose(ctx, problem, u, frame, near)
}

// problem finds the functions of y that the ascent is to predict.
func (f *scaFit) problem(ctx context.Context) (canonical.Problem, error) {
	median, err := f.sample.MedianY()
	if err != nil {
		return canonical.Problem{}, err
	}
	y, functions, err := canonical.FunctionsOf(ctx, f.y, f.draw(f.x.Len()), median)
	f.functions = functions
	return canonical.Problem{X: f.x, Y: y}, err
}

// draw picks rows to serve as centres of a regression on n rows: not so many that it
// could follow the noise of single rows.
func (f *scaFit) draw(n int) []int {
	return f.random.Perm(f.x.Len())[:min(f.centres(), max(n/3, min(n, 20)))]
}

// weakest is the share of variance that must be predictable in a direction of y for
// it to count. Numbers and structures have many functions that noise could pass for;
// classes and labels have few.
func (f *scaFit) weakest(rows int) float64 {
	_, number := f.y.(output.Metric)
	if _, few := f.y.(output.Columnar); few && !number {
		return 0
	}
	return 3 / math.Sqrt(float64(rows))
}

// sets is how many sets of centres the last round has. Where there are many rows, centres
// are what the subspace varies with most.
func (f *scaFit) sets() int {
	if f.drawn != nil {
		return manySets
	}
	return ascentSets
}

// climb ascends from the frame with the given settings, for several sets of centres,
// and returns the mean of the subspaces.
func (f *scaFit) climb(ctx context.Context, problem canonical.Problem, at canonical.Choice, frame linalg.Matrix, sets int) (linalg.Matrix, error) {
	var frames []linalg.Matrix
	for k := range sets {
		u, err := f.x.Select(ctx, f.draw(problem.X.Len()))
		if err != nil {
			return frame, err
		}
		objective := problem.Objective(u, at)
		climb := stiefel.Ascent{Steps: ascentSteps, FirstMove: .1, Curvature: new(stiefel.Curvature)}
		if k > 0 && f.drawn != nil { // the first set has told how the function curves
			climb.Steps, climb.Curvature = laterSteps, f.first.curvature.Clone()
		}
		w, _, err := climb.Run(ctx, function{objective, f.metric}, frame)
		objective.Release()
		if err != nil {
			return frame, err
		}
		if k == 0 {
			f.first = ascent{u: u, at: at, frame: w, curvature: climb.Curvature}
		}
		frames = append(frames, w)
	}
	return stiefel.Mean(frames)
}

func (f *scaFit) choose(ctx context.Context, problem canonical.Problem, u, frame linalg.Matrix, near *canonical.Choice) (canonical.Choice, error) {
	w := f.metric.inputs(frame)
	median, err := f.sample.MedianZ(ctx, w)
	if err != nil {
		return canonical.Choice{}, err
	}
	return problem.Choose(ctx, w, u, median, f.weakest(problem.X.Len()), near)
}

func (f *scaFit) noteAscent(round int, at canonical.Choice) {
	f.tell(Pass{
		Stage: "ascent", Step: round, Score: at.Score, Measure: ascentMeasure, WidthZ: at.Width, Lambda: at.Lambda,
	})
}

// finish takes the held-out score of the components, in the coordinates of the search,
// and orders them.
func (f *scaFit) finish(ctx context.Context) (err error) {
	f.kernel, f.alpha = kernel.Gaussian, orderAlpha(f.sample)
	f.lead.Forget() // the widths will be others
	lead := f.sample
	if f.few != nil {
		lead = f.lead
	}
	if f.w, f.best, err = order(ctx, f.sample, lead, f.x, f.metric.inputs(f.frame)); err != nil {
		return err
	}
	f.note("final", 1, f.best)
	return nil
}

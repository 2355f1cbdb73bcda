package search

import (
	"context"
	"math"

	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
)

// The ascent: rounds of [new centres, choose the settings, climb], the last one from
// several sets of centres whose subspaces are averaged.
const (
	ascentRounds = 3
	ascentSets   = 3
	ascentSteps  = 8
)

// ascentMeasure names the criterion of the ascent in traces.
const ascentMeasure = "leave-one-out information"

// ascent is the state of an ascent.
type ascent struct {
	*Search
	functions *canonical.Functions // of y, that it predicts
	frame     linalg.Matrix        // where it is, orthonormal in whitened coordinates
	last      learnt               // by the last round
}

// Ascend climbs from the frame that the passes have found, and from the one that the
// moments of x and y suggest; the better of both goes on.
func (s *Search) Ascend(ctx context.Context, frame linalg.Matrix) (linalg.Matrix, error) {
	a := &ascent{Search: s, frame: frame}
	problem, err := a.problem(ctx)
	if err != nil {
		return frame, err
	}
	moments, err := problem.Moments(ctx, !s.Many)
	if err != nil {
		return frame, err
	}
	other, err := s.Whitening.Leading(moments.Matrix(s.Whitening.Root), s.Dim, true)
	if err != nil {
		return frame, err
	}
	if s.Many {
		err = a.once(ctx, problem, other)
	} else {
		err = a.rounds(ctx, problem, other)
	}
	if err == nil && s.drawn != nil {
		err = a.goOn(ctx, problem)
	}
	return a.frame, err
}

// once climbs a few steps from the better start: with more, so many directions would
// begin to fit noise.
func (a *ascent) once(ctx context.Context, problem canonical.Problem, other linalg.Matrix) error {
	u, err := a.X.Select(ctx, a.centres(a.X.Len()))
	if err != nil {
		return err
	}
	at, err := a.choose(ctx, problem, u, a.frame, nil)
	if err != nil {
		return err
	}
	second, err := a.choose(ctx, problem, u, other, nil)
	if err != nil {
		return err
	}
	if second.Score > at.Score {
		a.frame, at = other, second
	}
	if at, err = a.choose(ctx, problem, u, a.frame, &at); err != nil {
		return err
	}
	a.noteAscent(1, at)
	a.frame, err = a.climb(ctx, problem, at, a.frame, a.sets())
	return err
}

// rounds climbs from both starts, then again from the better one, and at last with
// several sets of centres.
func (a *ascent) rounds(ctx context.Context, problem canonical.Problem, other linalg.Matrix) error {
	best, err := a.firstRound(ctx, problem, other)
	if err != nil {
		return err
	}
	a.noteAscent(1, best)
	for round := 2; ; round++ {
		sets := 1
		if round == ascentRounds {
			sets = a.sets()
		}
		var err error
		if a.frame, err = a.climb(ctx, problem, best, a.frame, sets); err != nil || round == ascentRounds {
			return err
		}
		if best, err = a.refresh(ctx, problem, a.frame, &best); err != nil {
			return err
		}
		a.noteAscent(round, best)
	}
}

// firstRound climbs from both starts, with few rows where there are many, and returns
// the settings at the better frame, for all rows.
func (a *ascent) firstRound(ctx context.Context, problem canonical.Problem, other linalg.Matrix) (canonical.Choice, error) {
	best, few := canonical.Choice{Score: math.Inf(-1)}, problem
	if a.StartRows != nil {
		var err error
		if few, err = problem.Subset(ctx, a.StartRows); err != nil {
			return best, err
		}
	}
	for _, start := range []linalg.Matrix{a.frame, other} {
		at, err := a.refresh(ctx, few, start, nil)
		if err != nil {
			return best, err
		}
		frame, err := a.climb(ctx, few, at, start, 1)
		if err != nil {
			return best, err
		}
		if at, err = a.refresh(ctx, few, frame, &at); err != nil {
			return best, err
		}
		if at.Score > best.Score {
			a.frame, best = frame, at
		}
	}
	if a.StartRows == nil {
		return best, nil
	}
	return a.refresh(ctx, problem, a.frame, &best)
}

// refresh chooses the settings at a frame, for new centres, near an earlier choice.
func (a *ascent) refresh(ctx context.Context, problem canonical.Problem, frame linalg.Matrix, near *canonical.Choice) (canonical.Choice, error) {
	u, err := a.X.Select(ctx, a.centres(problem.X.Len()))
	if err != nil {
		return canonical.Choice{}, err
	}
	return a.choose(ctx, problem, u, frame, near)
}

// problem finds the functions of y that the ascent is to predict.
func (a *ascent) problem(ctx context.Context) (canonical.Problem, error) {
	median, err := a.Scoring.MedianY()
	if err != nil {
		return canonical.Problem{}, err
	}
	y, functions, err := canonical.FunctionsOf(ctx, a.Y, a.centres(a.X.Len()), median)
	a.functions = functions
	return canonical.Problem{X: a.X, Y: y}, err
}

// centres picks rows to serve as centres of a regression on n rows: not so many that it
// could follow the noise of single rows.
func (a *ascent) centres(n int) []int {
	return a.Random.Perm(a.X.Len())[:min(a.Centres, max(n/3, min(n, 20)))]
}

// weakest is the share of variance that must be predictable in a direction of y for
// it to count. Numbers and structures have many functions that noise could pass for;
// classes and labels have few.
func (a *ascent) weakest(n int) float64 {
	_, number := a.Y.(output.Metric)
	if _, few := a.Y.(output.Columnar); few && !number {
		return 0
	}
	return 3 / math.Sqrt(float64(n))
}

// sets is how many sets of centres the last round has. Where the ascent goes on over all
// rows, it only has to begin near.
func (a *ascent) sets() int {
	if a.drawn != nil {
		return 1
	}
	return ascentSets
}

// climb ascends from the frame with the given settings, for several sets of centres,
// and returns the mean of the subspaces.
func (a *ascent) climb(ctx context.Context, problem canonical.Problem, at canonical.Choice, frame linalg.Matrix, sets int) (linalg.Matrix, error) {
	var frames []linalg.Matrix
	for range sets {
		u, err := a.X.Select(ctx, a.centres(problem.X.Len()))
		if err != nil {
			return frame, err
		}
		objective := problem.Objective(u, at)
		climb := stiefel.Ascent{Steps: ascentSteps, FirstMove: .1, Curvature: new(stiefel.Curvature)}
		w, _, err := climb.Run(ctx, coords.Function{Function: objective, In: a.Whitening}, frame)
		objective.Release()
		if err != nil {
			return frame, err
		}
		a.last = learnt{at: at, curvature: climb.Curvature}
		frames = append(frames, w)
	}
	return stiefel.Mean(frames)
}

func (a *ascent) choose(ctx context.Context, problem canonical.Problem, u, frame linalg.Matrix, near *canonical.Choice) (canonical.Choice, error) {
	w := a.Whitening.ToInputs(frame)
	median, err := a.Scoring.MedianZ(ctx, w)
	if err != nil {
		return canonical.Choice{}, err
	}
	return problem.Choose(ctx, w, u, median, a.weakest(problem.X.Len()), near)
}

func (a *ascent) noteAscent(round int, at canonical.Choice) {
	a.Note(Step{
		Stage: "ascent", Step: round, Score: at.Score, Measure: ascentMeasure, WidthZ: at.Width, Lambda: at.Lambda,
	})
}

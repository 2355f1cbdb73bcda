package suffice

import (
	"cmp"
	"context"
	"fmt"

	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/internal/search"
	"suffice/internal/target"
	"suffice/output"
)

// RFM is the recursive feature machine: kernel ridge regressions of y on x, each with a
// metric M = G^½ of x that the one before has taught, G being the mean outer product of its
// gradients. The components are the directions in which the best of them changes most. It
// predicts functions of y, each with its variance in the feature space of the kernel of y,
// so that it sees any dependence and takes any output.
//
// See docs/rfm.md. Reference: Radhakrishnan, Beaglehole, Pandit and Belkin (2024).
type RFM struct {
	Dim     int    // number of components; required
	Centres int    // kernel centres of a regression; 0 means 400
	Rounds  int    // regressions; 0 means 6
	NoScale bool   // keep the columns' own units instead of scaling each to standard deviation 1
	Seed    uint64 // of the centres, and of the rows that are drawn

	Progress func(Progress) // told of each regression; may be nil

	limits search.Limits
}

// rfmWidth is that of the kernel of numbers, times the median distance. Functions of a wide
// kernel are y itself above all, drawn in where it is far away, and then its square, which
// tells of the scale of y.
const rfmWidth = 2

const (
	rfmCentres = 400
	rfmRounds  = 6
	rfmRows    = sampling.ToStart // that are enough to learn the metric with
	rfmInputs  = 512              // directions of x that are looked at, at most
	rfmMeasure = "leave-one-out variance explained"

	// With more inputs, and so many other rows for each, a sketch of so many directions is taken
	// that so many functions of y suggest.
	rfmOthers    = 8
	rfmSketch    = 32
	rfmFunctions = 4
)

// Fit finds the components, ordered by what each predicts.
func (r RFM) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	r, err := r.withDefaults()
	if err != nil {
		return nil, err
	}
	settings := search.Settings{Dim: r.Dim, Centres: r.Centres, NoScale: r.NoScale, Seed: r.Seed, Stream: 0xfea, Limits: r.limits}
	return fitBySearch(ctx, "rfm", x, y, settings, r.Progress, func(s *search.Search) (Settings, error) {
		learnt, err := r.run(ctx, s)
		if err != nil {
			return nil, err
		}
		return Settings{
			"dim": r.Dim, "centres": min(r.Centres, s.X.Len()), "rounds": r.Rounds, "scale": !r.NoScale,
			"width_x": learnt.Width, "ridge": learnt.Lambda, "width_z": s.Best.WidthZ, "width_y": s.Best.WidthY, "lambda": s.Best.Lambda,
		}, nil
	})
}

func (r RFM) withDefaults() (RFM, error) {
	if r.Centres < 0 || r.Rounds < 0 {
		return r, fmt.Errorf("%d kernel centres and %d regressions, but there must be at least 1 of each; 0 means the default", r.Centres, r.Rounds)
	}
	r.Centres, r.Rounds = cmp.Or(r.Centres, rfmCentres), cmp.Or(r.Rounds, rfmRounds)
	return r, nil
}

func (r RFM) run(ctx context.Context, s *search.Search) (canonical.Choice, error) {
	if err := s.Draw(ctx, lsmi.DefaultCentres, 0); err != nil {
		return canonical.Choice{}, err
	}
	problem, err := r.problem(ctx, s)
	if err != nil {
		return canonical.Choice{}, err
	}
	distances, err := s.Distances(ctx)
	if err != nil {
		return canonical.Choice{}, err
	}
	machine := canonical.Machine{Problem: problem, Rounds: r.Rounds, Centres: r.Centres, Random: s.Random, Median: distances}
	machine.Told = func(round int, learnt canonical.Learnt) {
		s.Note(search.Step{Stage: "round", Step: round, Score: learnt.Score, Measure: rfmMeasure, WidthZ: learnt.At.Width, Lambda: learnt.At.Lambda})
	}
	learnt, err := r.learn(ctx, s, &machine)
	if err != nil {
		return learnt.At, err
	}
	w, err := r.leading(s, machine.Base, learnt.G)
	if err != nil {
		return learnt.At, err
	}
	return learnt.At, s.Finish(ctx, w)
}

// problem is the functions of y to predict.
func (r RFM) problem(ctx context.Context, s *search.Search) (canonical.Problem, error) {
	median, err := s.Scoring.MedianY()
	if err != nil {
		return canonical.Problem{}, err
	}
	n := s.X.Len()
	centres := s.Random.Perm(n)[:min(n, lsmi.DefaultCentres)]
	y, err := target.Weighted(ctx, s.Y, s.X.Weights(), centres, rfmWidth*median)
	return canonical.Problem{X: s.X, Y: y}, err
}

// learn learns the metric with as many rows as are enough, and where there are more, makes
// a last regression with all of them.
func (r RFM) learn(ctx context.Context, s *search.Search, machine *canonical.Machine) (canonical.Learnt, error) {
	all := machine.Problem
	n := all.X.Len()
	var err error
	var some []int
	if n > rfmRows {
		some = sampling.Rows(n, rfmRows, s.Random)
		if machine.Problem, err = all.Subset(ctx, some); err != nil {
			return canonical.Learnt{}, err
		}
	}
	if x := machine.Problem.X; x.Width() > rfmInputs {
		if n-len(some) >= rfmOthers*x.Width() && s.Whitening.Root.Rows > 0 && some != nil {
			machine.Base, err = r.sketch(ctx, s, all, some)
		} else {
			machine.Base, err = coords.LeadingAxes(ctx, r.limits.Limits, x, rfmInputs)
		}
		if err != nil {
			return canonical.Learnt{}, err
		}
	}
	if machine.Judge, err = r.judge(ctx, s, *machine); err != nil {
		return canonical.Learnt{}, err
	}
	learnt, err := machine.Learn(ctx)
	if err != nil || n <= rfmRows {
		return learnt, err
	}
	machine.Problem = all
	if learnt, err = machine.Again(ctx, learnt); err == nil {
		machine.Told(r.Rounds+1, learnt)
	}
	return learnt, err
}

// sketch is the whitened directions along which the leading functions of y go with x and with products of two
// inputs most, among the rows that are not given: those given will not take their noise for dependence.
func (r RFM) sketch(ctx context.Context, s *search.Search, p canonical.Problem, without []int) (linalg.Matrix, error) {
	p.Y = p.Y.Columns(0, min(rfmFunctions, p.Y.Cols)).Clone()
	for _, i := range without {
		clear(p.Y.Row(i))
	}
	moments, err := p.Moments(ctx, true)
	if err != nil {
		return linalg.Matrix{}, err
	}
	w, err := s.Whitening.Leading(moments.Matrix(s.Whitening.Root), max(rfmSketch, 4*r.Dim), false)
	return s.Whitening.ToInputs(w), err
}

// judge tells what a metric is worth by the leave-one-out score of a regression on its
// leading directions alone. The regression on all of x may be good while G is not: along
// directions in which x hardly varies, large coefficients that cancel elsewhere show.
func (r RFM) judge(ctx context.Context, s *search.Search, m canonical.Machine) (func(context.Context, linalg.Matrix) (float64, error), error) {
	problem := m.Problem
	problem.By = canonical.SquaredError
	u, err := problem.X.Select(ctx, sampling.Rows(problem.X.Len(), r.Centres, s.Random))
	return func(ctx context.Context, g linalg.Matrix) (float64, error) {
		w, err := r.leading(s, m.Base, g)
		if err != nil {
			return 0, err
		}
		median, err := m.Median(w)
		if err != nil {
			return 0, err
		}
		at, err := problem.Choose(ctx, w, u, median, nil)
		return at.Score, err
	}, err
}

// leading are the directions in which the regression changes most, among those along which
// x varies.
func (r RFM) leading(s *search.Search, base, g linalg.Matrix) (linalg.Matrix, error) {
	if base.Rows == 0 {
		return s.Whitening.Plain().Leading(g, r.Dim, false)
	}
	_, v, err := linalg.Leading(g, r.Dim)
	if err != nil {
		return v, err
	}
	return linalg.Times(v, base), nil
}

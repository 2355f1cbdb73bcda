package search

import (
	"context"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/learn"
	"suffice/internal/linalg"
)

// crossFit weighs the views by what their subspaces predict out of sample: each is climbed
// anew without a fold of the rows, in turn, and judged on that. Where they agree it makes no
// difference how much each counts.
func (a *ascent) crossFit(ctx context.Context, views []*view) error {
	if agree, err := a.agree(views); agree || err != nil {
		return err
	}
	judge := views[0].problem
	cuts, err := a.cut(ctx, judge)
	if err != nil {
		return err
	}
	folds := len(cuts)
	left := make([]linalg.Matrix, len(views)*folds)
	err = linalg.Each(ctx, len(left), nil, func(i int) error {
		left[i] = linalg.New(judge.Y.Cols, judge.Y.Cols)
		return a.judge(ctx, left[i], views[i/folds], views[0].at, cuts[i%folds])
	})
	if err != nil {
		return err
	}
	for i, v := range views {
		residual := linalg.New(judge.Y.Cols, judge.Y.Cols)
		for f := range folds {
			linalg.AddScaled(residual, 1/float64(len(a.rows)), left[i*folds+f]) // weights have mean 1
		}
		if v.score, err = judge.Score(residual); err != nil {
			return err
		}
		a.Note(Step{Stage: v.name, Step: a.number + 1, Score: v.score, Measure: crossMeasure, WidthZ: v.at.Width, Lambda: v.at.Lambda})
	}
	a.weigh(views, max(float64(a.Tuning.FreedomRows), float64(len(a.rows))/float64(a.freedom())))
	return nil
}

// agree reports whether the subspaces of all views are about the same, and makes all count alike
// if so.
func (a *ascent) agree(views []*view) (bool, error) {
	parts := make([]part, len(views))
	for i, v := range views {
		parts[i] = part{1 / float64(len(views)), v.mean}
	}
	mean, err := meanOf(parts)
	if err != nil || spread(parts, mean) > a.Tuning.Agree {
		return false, err
	}
	for _, v := range views {
		v.weight = 1 / float64(len(views))
	}
	return true, nil
}

// weigh sets the weights of the views, which fall with the distance from the best score;
// rows is how many there are for a degree of freedom.
func (a *ascent) weigh(views []*view, rows float64) {
	best, total := math.Inf(-1), 0.
	for _, v := range views {
		best = max(best, v.score*rows)
	}
	for _, v := range views {
		v.weight = math.Exp((v.score*rows - best) / a.Tuning.Temperature)
		total += v.weight
	}
	for _, v := range views {
		v.weight /= total
	}
}

// cut is a division into rows to climb with and rows to judge on.
type cut struct {
	train  []int
	judge  canonical.Problem // of the rows to climb with
	x, y   linalg.Matrix     // of the rows to judge on,
	by     []float64         // with their weights
	u1, u2 linalg.Matrix     // centres, to climb and to judge with
}

func (a *ascent) cut(ctx context.Context, judge canonical.Problem) ([]cut, error) {
	n, cuts := len(a.rows), make([]cut, a.Tuning.Folds) // none where components are found again
	for f, test := range learn.Deal(a.Random.Perm(n), len(cuts)) {
		slices.Sort(test)
		c := &cuts[f]
		c.train = learn.Others(n, test)
		var err error
		if c.judge, err = judge.Subset(ctx, c.train); err != nil {
			return nil, err
		}
		if c.x, err = a.few.Select(ctx, test); err != nil {
			return nil, err
		}
		c.y, c.by = judge.Others(test, c.judge), aggregate.Some(a.few.Weights(), test)
		for _, u := range []*linalg.Matrix{&c.u1, &c.u2} {
			if *u, err = c.judge.X.Select(ctx, a.Random.Perm(len(c.train))[:a.centreCount(len(c.train))]); err != nil {
				return nil, err
			}
		}
	}
	return cuts, nil
}

// judge adds to left what the subspace of a view, climbed without the rows to judge on,
// leaves of them.
func (a *ascent) judge(ctx context.Context, left linalg.Matrix, v *view, near canonical.Choice, c cut) error {
	problem, err := v.problem.Subset(ctx, c.train)
	if err != nil {
		return err
	}
	start, climb := v.mean, a.newClimb()
	climb.Steps, climb.Curvature = a.Tuning.FewSteps, v.curvature.Clone()
	if a.Many { // so many parameters remember each row: begin with the others alone
		if start, err = a.startOf(ctx, problem, v.in); err != nil {
			return err
		}
		climb = a.newClimb()
	}
	w, err := a.ascend(ctx, v.in, climb, problem, a.Whitening.Within(c.u1, start), v.at, start)
	if err != nil {
		return err
	}
	at, err := a.choose(ctx, c.judge, c.u2, w, &near)
	if err != nil {
		return err
	}
	return c.judge.HeldOut(ctx, left, a.Whitening.ToInputs(w), c.u2, at, c.x, c.y, c.by)
}

// startOf is where a climb with few rows begins: the trends of these alone.
func (a *ascent) startOf(ctx context.Context, problem canonical.Problem, in *coords.Whitening) (linalg.Matrix, error) {
	moments, err := problem.Moments(ctx, false)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return a.trends(moments, in)
}

// part is a subspace with its weight in a mean; the weights of all add up to 1.
type part struct {
	weight float64
	frame  linalg.Matrix
}

// parts are the subspaces of a view, which share a weight.
func (v *view) parts(weight float64) []part {
	parts := make([]part, len(v.frames))
	for i, w := range v.frames {
		parts[i] = part{weight / float64(len(parts)), w}
	}
	return parts
}

// meanOf is the subspace that is nearest to the mean of the projectors.
func meanOf(parts []part) (linalg.Matrix, error) {
	d, m := parts[0].frame.Cols, parts[0].frame.Rows
	sum := linalg.New(d, d)
	for _, p := range parts {
		linalg.AddTMul(sum, p.weight, p.frame, p.frame)
	}
	_, w, err := linalg.Leading(sum, m)
	return w, err
}

// spread is the root mean square distance |P - P'|_F / √(2m) of the parts from a subspace:
// 0 where all agree, 1 where none has anything in common with it.
func spread(parts []part, w linalg.Matrix) float64 {
	var squares float64
	for _, p := range parts {
		common := linalg.TimesT(p.frame, w)
		squares += p.weight * max(0, 1-linalg.Inner(common, common)/float64(w.Rows))
	}
	return math.Sqrt(squares)
}

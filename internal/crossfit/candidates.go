package crossfit

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/target"
	"suffice/output"
)

// Recipe says how y is predicted, and of what. The zero value is the kernel ridge regression on
// components that measures are of.
type Recipe struct {
	Inputs bool         // all of them, instead of components
	Line   bool         // a straight line, or logistic regression
	Ridge  float64      // of the logistic regression
	Metric learn.Kernel // of a regression that learns a metric of its own; empty means none
}

// Machine predicts y from u = Root x; no rows mean that u is x.
type Machine struct {
	Root linalg.Matrix
	*learn.Ridge
}

// Predict returns f of rows of x.
func (m Machine) Predict(x linalg.Matrix) linalg.Matrix {
	if m.Root.Rows > 0 {
		x = linalg.TimesT(x, m.Root)
	}
	return m.Ridge.Predict(x)
}

// Learn finds the machine of y from x, with so many centres at most. That of logistic regression
// has log odds, others the units of y. A metric is found anew, unless it is like another one.
func (r Recipe) Learn(x linalg.Matrix, y *target.Encoding, centres int, seed uint64, like *learn.Metric) (m Machine, err error) {
	classes := y.Kind == output.KindClass
	switch {
	case r.Link():
		m.Ridge = learn.FitLogistic(x, y.Values, classes, r.Ridge)
	case r.Line:
		m.Ridge, err = inUnits(y, func(y linalg.Matrix) (*learn.Ridge, error) { return learn.FitLine(x, y, true) })
	case r.Metric != "":
		m.Ridge, err = inUnits(y, func(y linalg.Matrix) (*learn.Ridge, error) {
			if like == nil {
				var err error
				if like, err = learn.FitMetric(x, y, r.Metric, seed); err != nil {
					return nil, err
				}
			}
			metric, err := like.Again(x, y, centres, seed)
			if err != nil {
				return nil, err
			}
			m.Root = metric.Root
			metric.Ridge.UnitWidth()
			return metric.Ridge, nil
		})
	default:
		m.Ridge, err = Learn(x, y, centres, seed, nil)
	}
	return m, err
}

// Link reports whether f are log odds.
func (r Recipe) Link() bool { return r.Ridge > 0 }

// Candidate is a recipe for predictors, with what it predicts of rows held out.
type Candidate struct {
	Recipe
	*Score
	losses []float64 // of each row: log losses, or squared errors of numbers
}

// recipes are those that are tried beside kernel ridge regression on components.
func recipes(kind output.Kind, inputs int) (all []Recipe) {
	const mostInputs = 300 // of which machines are made
	ridges := []float64{.1, .02, .004, .0008}
	if kind.Numeric() {
		ridges = []float64{0}
	}
	for _, onInputs := range []bool{false, true} {
		for _, ridge := range ridges {
			if !onInputs || inputs <= mostInputs {
				all = append(all, Recipe{Inputs: onInputs, Line: true, Ridge: ridge})
			}
		}
	}
	for _, kernel := range learn.Kernels() {
		if inputs <= mostInputs {
			all = append(all, Recipe{Inputs: true, Metric: kernel})
		}
	}
	return all
}

// Best is the recipe that predicts rows best that were not seen: that of the score with so many
// components, unless another is better by a standard error of the difference.
func (a *Assessment) Best(ctx context.Context, score *Score) (*Candidate, error) {
	f, first := a.Folds, newCandidate(Recipe{}, score)
	best := first
	some, err := f.tryAll(ctx, recipes(f.targets.Kind, f.x.Width()), score, a.keeps)
	if err != nil {
		return nil, err
	}
	for _, c := range some {
		if gain, _ := less(c.losses, best.losses, nil); gain > 0 {
			best = c
		}
	}
	if os.Getenv("DBG") != "" {
		for _, c := range append(some, first) {
			g, se := less(c.losses, first.losses, first.units)
			m, _ := learn.Moments(c.losses)
			fmt.Fprintf(os.Stderr, "%+v loss %.4f value %.4f gain %.4f se %.4f\n", c.Recipe, m, c.Value, g, se)
		}
	}
	if v := os.Getenv("ONLY"); v != "" {
		for _, c := range some {
			if strings.Contains(fmt.Sprintf("%+v", c.Recipe), v) {
				return c, nil
			}
		}
	}
	if v := os.Getenv("PREF"); v != "" {
		preferred, _ = strconv.ParseFloat(v, 64)
	}
	if gain, se := less(best.losses, first.losses, first.units); gain <= preferred*se {
		best = first
	}
	return best, nil
}

// preferred is the standard errors by which another recipe must predict better than that of the measures.
var preferred = 1.

// tryAll tries recipes, fold by fold, side by side.
func (f *Folds) tryAll(ctx context.Context, recipes []Recipe, score *Score, inputs Method) (all []*Candidate, err error) {
	folds := len(f.Parts)
	x := make([]pair, folds)
	for k, p := range f.Parts {
		if x[k].train, x[k].test, _, err = f.components(ctx, p, inputs, f.x.Width(), f.Seed+uint64(k)); err != nil {
			return nil, err
		}
	}
	metrics, err := f.metrics(recipes, x)
	if err != nil {
		return nil, err
	}
	scores := make([]*Score, len(recipes))
	for i, r := range recipes {
		scores[i] = &Score{Method: score.Method, Dim: score.Dim, Measure: score.Measure, link: r.Link(), folds: make([]predicted, folds)}
	}
	errs := make([]error, folds*len(recipes))
	linalg.Parallel(len(errs), 1, func(at, _ int) {
		if ctx.Err() != nil {
			return
		}
		r, s, k := recipes[at/folds], scores[at/folds], at%folds
		on := x[k]
		if !r.Inputs {
			on = score.folds[k].on
		}
		s.folds[k], errs[at] = f.Parts[k].learned(r, score.folds[k], on, metrics[sharedBy{string(r.Metric), 0, f.Parts[k].group}], f.Seed+uint64(k))
	})
	if err := cmp.Or(ctx.Err(), cmp.Or(errs...)); err != nil {
		return nil, err
	}
	for i, s := range scores {
		s.sumUp()
		all = append(all, newCandidate(recipes[i], s))
	}
	return all, nil
}

// pair are rows to learn from and others to predict.
type pair struct{ train, test linalg.Matrix }

// metrics are those that folds share, by the rows that all of them learn from.
func (f *Folds) metrics(recipes []Recipe, x []pair) (map[sharedBy]*learn.Metric, error) {
	type job struct {
		by   sharedBy
		r    Recipe
		fold int
	}
	var jobs []job
	for _, r := range recipes {
		for k, p := range f.Parts {
			if r.Metric != "" && (k == 0 || p.group != f.Parts[k-1].group) {
				jobs = append(jobs, job{sharedBy{string(r.Metric), 0, p.group}, r, k})
			}
		}
	}
	found, errs := make([]*learn.Metric, len(jobs)), make([]error, len(jobs))
	linalg.Parallel(len(jobs), 1, func(at, _ int) {
		j := jobs[at]
		p := f.Parts[j.fold]
		common := f.common(p.group)
		of := make([]int, len(common))
		for i, row := range common {
			of[i], _ = slices.BinarySearch(p.train, row)
		}
		y := f.targets.Of(common).plain()
		_, errs[at] = inUnits(&target.Encoding{Kind: y.Kind, Values: y.Matrix}, func(y linalg.Matrix) (_ *learn.Ridge, err error) {
			if found[at], err = learn.FitMetric(x[j.fold].train.Pick(of), y, j.r.Metric, f.Seed); err != nil {
				return nil, err
			}
			return &learn.Ridge{Mean: make([]float64, y.Cols)}, nil
		})
	})
	all := map[sharedBy]*learn.Metric{}
	for at, j := range jobs {
		all[j.by] = found[at]
	}
	return all, cmp.Or(errs...)
}

// learned is what a recipe predicts of a fold, of which all else is known.
func (p Part) learned(r Recipe, known predicted, on pair, like *learn.Metric, seed uint64) (predicted, error) {
	out, told := known, known.told()
	out.Targets = known.plain()
	out.constant = known.constant[:told]
	train := p.Train.plain()
	m, err := r.Learn(on.train, &target.Encoding{Kind: train.Kind, Values: train.Matrix}, foldCentres, seed, like)
	if err != nil {
		return out, err
	}
	out.by = m.Predict(on.test)
	switch {
	case train.Kind.Numeric():
		low, high := learn.Limits(train.Matrix)
		learn.Clamp(out.by, low, high)
	case r.Link() && train.Kind == output.KindClass:
		learn.Softmax(out.by)
	case r.Link():
		learn.Logistic(out.by)
	}
	return out, nil
}

// plain are targets without waves.
func (t Targets) plain() Targets {
	t.Matrix, t.waved = t.Columns(0, t.told()).Clone(), false
	return t
}

// newCandidate knows the losses of rows.
func newCandidate(r Recipe, s *Score) *Candidate {
	c := &Candidate{Recipe: r, Score: s, losses: s.Losses}
	if kind := s.folds[0].Kind; !kind.Numeric() {
		held := s.Held(false)
		c.losses = make([]float64, held.Truth.Rows)
		for i := range c.losses {
			c.losses[i] = linalg.Weight(s.weights, i) * metrics.RowLogLoss(held.Truth.Row(i), held.Predicted.Row(i), kind == output.KindClass)
		}
	}
	return c
}

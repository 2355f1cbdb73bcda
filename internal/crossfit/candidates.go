package crossfit

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Recipe says how y is predicted, and of what. The zero value is the kernel ridge regression on
// components that measures are of.
type Recipe struct {
	Inputs bool         // all of them, instead of components
	Line   bool         // a straight line, or logistic regression
	Ridge  float64      // of the logistic regression
	Metric learn.Kernel // of a regression that learns a metric of its own; empty means none
	Beside float64      // of a line on all inputs beside the metric: what its log odds are multiplied by, or its share of numbers; 0 means none
	Log    bool         // numbers by their logarithms
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
	if r.Log {
		y = logarithms(y)
	}
	switch {
	case r.Line && r.Link():
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
			metric, err := like.Again(x, y, seed)
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
	if err != nil || r.Beside == 0 {
		return m, err
	}
	if !r.Link() {
		m.Shrink(make([]float64, len(m.Mean)), 1-r.Beside)
	}
	beside := Recipe{Line: true, Ridge: r.Ridge}
	line, err := beside.Learn(x, y, centres, seed, nil)
	if err == nil {
		m.add(line.Ridge, r.Beside)
	}
	return m, err
}

// add adds so much of a line of x to what is of u = Root x. Rows of Root are at right angles, which
// tells x by u.
func (m Machine) add(line *learn.Ridge, share float64) {
	slopes, back := line.Slopes.Clone(), m.Root.Clone()
	for j, scale := range line.Scales {
		linalg.ScaleRow(share*scale, slopes.Row(j))
	}
	for k, row := range m.Root.Slices() {
		linalg.ScaleRow(1/(m.Scales[k]*linalg.Dot(row, row)), back.Row(k))
	}
	m.Slopes = linalg.Times(back, slopes)
	linalg.Axpy(share, line.Mean, m.Mean)
}

// logarithms are those of numbers.
func logarithms(y *target.Encoding) *target.Encoding {
	of := *y
	of.Values = y.Values.Clone()
	for i := range of.Values.Rows {
		for j, v := range of.Values.Row(i) {
			of.Values.Set(i, j, math.Log(v))
		}
	}
	return &of
}

// Link reports whether f are log odds.
func (r Recipe) Link() bool { return r.Ridge > 0 }

// Candidate is a recipe for predictors, with what it predicts of rows held out.
type Candidate struct {
	Recipe
	*Score
	losses []float64 // of each row: log losses, or squared errors of numbers
}

// recipes are those that are tried beside kernel ridge regression on components, the preferred one
// first.
func recipes(kind output.Kind, inputs int) (all []Recipe) {
	const mostInputs = 300 // of which machines are made
	ridges := []float64{.1, .02, .004, .0008}
	if kind.Numeric() {
		ridges = []float64{0}
	}
	if inputs <= mostInputs {
		all = append(all, Recipe{Inputs: true, Metric: learn.Manhattan}, Recipe{Inputs: true, Metric: learn.Laplace}, Recipe{Inputs: true, Metric: learn.Gaussian})
		for _, ridge := range ridges {
			all = append(all, Recipe{Inputs: true, Line: true, Ridge: ridge})
		}
	}
	for _, ridge := range ridges {
		all = append(all, Recipe{Line: true, Ridge: ridge})
	}
	return all
}

// A recipe for classes and labels takes the place of the one preferred that predicts better by so many
// standard errors.
const preferred = 2

// Best is the recipe that predicts rows best that were not seen; of classes and labels, the regression
// by Manhattan distances of all inputs, unless another is clearly better. Where inputs are too many for that, it is the
// one on components of the score. Of numbers all of which are positive, it is found out
// whether their logarithms are better, unless it is said.
func (a *Assessment) Best(ctx context.Context, score *Score, logs Logs) (*Candidate, error) {
	some, err := a.Folds.tryAll(ctx, recipes(a.Folds.targets.Kind, a.Folds.x.Width()), score, a.keeps)
	if err != nil {
		return nil, err
	}
	own := newCandidate(Recipe{}, score)
	if of := some[0].Recipe; of.Metric == "" { // there are too many inputs
		some = append([]*Candidate{own}, some...)
	} else {
		some = append(some, own)
	}
	best := preferredOf(append(some, blended(some)...))
	if positive := a.Folds.targets.positive(); logs == AllLogs && !positive {
		return nil, errors.New("the target has no logarithms, since not all of it are positive numbers; leave the logarithms out")
	} else if logs == NoLogs || !positive {
		return best, nil
	}
	of := best.Recipe
	of.Log = true
	if some, err = a.Folds.tryAll(ctx, []Recipe{of}, score, a.keeps); err != nil {
		return nil, err
	}
	if logs == AllLogs || some[0].likelier(best) {
		best = some[0]
	}
	return best, nil
}

// besides are what a line may be multiplied by beside a metric.
var besides = map[bool][]float64{true: {.15, .3, .5, .7}, false: {.03, .1, .3, 1}} // of numbers, of classes

// blended are predictors of numbers and classes that have the best line on all inputs beside the
// kernels of a metric, with the weight that serves best: a mean of both, or a sum of log odds.
func blended(all []*Candidate) (more []*Candidate) {
	var line *Candidate
	kind := all[0].folds[0].Kind
	for _, c := range all {
		if c.Inputs && c.Line && kind != output.KindLabels && (line == nil || linalg.Sum(c.losses) < linalg.Sum(line.losses)) {
			line = c
		}
	}
	for _, c := range all {
		if c.Metric == "" || line == nil {
			continue
		}
		var best *Candidate
		for _, share := range besides[kind.Numeric()] {
			s := &Score{Method: c.Method, Dim: c.Dim, Measure: c.Measure, link: !kind.Numeric(), folds: slices.Clone(c.folds)}
			for k := range s.folds {
				by := c.folds[k].by.Clone()
				for i, v := range line.folds[k].by.Data {
					if kind.Numeric() {
						by.Data[i] += share * (v - by.Data[i])
					} else {
						by.Data[i] += share * math.Log(max(v, math.SmallestNonzeroFloat64))
					}
				}
				if !kind.Numeric() {
					learn.Softmax(by)
				}
				s.folds[k].by = by
			}
			s.sumUp()
			r := c.Recipe
			r.Ridge, r.Beside = line.Ridge, share
			if of := newCandidate(r, s); best == nil || linalg.Sum(of.losses) < linalg.Sum(best.losses) {
				best = of
			}
		}
		more = append(more, best)
	}
	return more
}

// preferredOf is the candidate with the least loss; of classes and labels the first, unless that one is
// clearly better.
func preferredOf(all []*Candidate) *Candidate {
	first, best := all[0], all[0]
	for _, c := range all {
		if gain, _ := less(c.losses, best.losses, nil); gain > 0 {
			best = c
		}
	}
	if gain, se := less(best.losses, first.losses, first.units); gain > preferred*se || first.folds[0].Kind.Numeric() {
		return best
	}
	return first
}

// Tells reports whether rows are better predicted than guessed, and not by chance.
func (c *Candidate) Tells() bool {
	guesses := c.guess
	if kind := c.folds[0].Kind; !kind.Numeric() {
		guesses = nil
		for _, p := range c.folds {
			for i := range p.Rows {
				guesses = append(guesses, p.weight(i)*metrics.RowLogLoss(p.Row(i), p.constant, kind == output.KindClass))
			}
		}
	}
	gain, se := less(c.losses, guesses, c.units)
	return oneSided(gain, se) < Level
}

// Logs says whether logarithms of numbers are predicted.
type Logs int

// By default it is found out.
const (
	FindLogs Logs = iota
	NoLogs
	AllLogs
)

// positive reports whether all targets are positive numbers.
func (t Targets) positive() bool {
	if !t.Kind.Numeric() || t.Unit == nil {
		return false
	}
	return slices.Min(t.InUnits(t.Matrix).Data) > 0
}

// likelier reports whether truth is likelier by logarithms: with normal errors of these, rather than
// of the numbers themselves, and squared errors of these that are not clearly larger.
func (c *Candidate) likelier(plain *Candidate) bool {
	logs, numbers := c.Held(false), plain.Held(false)
	n, k := numbers.Truth.Rows, numbers.Truth.Cols
	gains := make([]float64, n)
	for j := range k {
		var squares, logSquares float64
		for i := range n {
			off, logOff := numbers.residual(i, j), logs.residual(i, j)
			squares, logSquares = squares+off*off/float64(n), logSquares+logOff*logOff/float64(n)
		}
		for i := range n { // by how much the density is larger at row i
			off, logOff := numbers.residual(i, j), logs.residual(i, j)
			gains[i] += off*off/squares/2 - logOff*logOff/logSquares/2 + math.Log(squares/logSquares)/2 - math.Log(logs.Truth.At(i, j))
		}
	}
	gain, se := standardError(gains, c.units)
	lost, lostSE := less(plain.losses, c.losses, c.units)
	return gain > se && lost <= lostSE
}

// tryAll tries recipes, fold by fold, side by side.
func (f *Folds) tryAll(ctx context.Context, recipes []Recipe, score *Score, inputs Method) (all []*Candidate, err error) {
	folds := len(f.Parts)
	x := make([]pair, folds)
	for k, p := range f.Parts {
		if x[k].train, x[k].test, _, err = f.components(ctx, p, inputs, f.x.Width(), f.Seed+uint64(k)); err != nil {
			return nil, err
		}
	}
	scores := make([]*Score, len(recipes))
	for i, r := range recipes {
		scores[i] = &Score{Method: score.Method, Dim: score.Dim, Measure: score.Measure, link: r.Link(), log: r.Log, folds: make([]predicted, folds)}
	}
	try := func(from, to int) error {
		metrics, err := f.metrics(recipes, x, from, to)
		if err != nil {
			return err
		}
		errs := make([]error, (to-from)*len(recipes))
		linalg.Parallel(len(errs), 1, func(at, _ int) {
			if ctx.Err() != nil {
				return
			}
			r, s, k := recipes[at/(to-from)], scores[at/(to-from)], from+at%(to-from)
			on := x[k]
			if !r.Inputs {
				on = score.folds[k].on
			}
			s.folds[k], errs[at] = f.Parts[k].learned(r, score.folds[k], on, metrics[sharedBy{string(r.Metric), 0, f.Parts[k].group}], f.Seed+uint64(k))
		})
		return cmp.Or(ctx.Err(), cmp.Or(errs...))
	}
	half := 0
	if f.Time == nil && f.targets.Kind.Numeric() && f.Rows > manyRows {
		half = folds / 2
		if err := try(0, half); err != nil {
			return nil, err
		}
		recipes, scores = ahead(recipes, scores, half)
	}
	if err := try(half, folds); err != nil {
		return nil, err
	}
	for i, s := range scores {
		s.sumUp()
		all = append(all, newCandidate(recipes[i], s))
	}
	return all, nil
}

// manyRows are from where on metrics for numbers are tried by half of the folds first.
const manyRows = 1000

// ahead leaves out those with a metric by which the first folds are predicted clearly worse than by the best.
func ahead(recipes []Recipe, scores []*Score, folds int) (some []Recipe, of []*Score) {
	var halves []*Candidate
	for i, s := range scores {
		half := *s
		half.folds = s.folds[:folds]
		half.sumUp()
		halves = append(halves, newCandidate(recipes[i], &half))
	}
	best := preferredOf(halves)
	for i, c := range halves {
		if gain, se := less(best.losses, c.losses, c.units); c.Metric == "" || gain <= beaten*se {
			some, of = append(some, recipes[i]), append(of, scores[i])
		}
	}
	return some, of
}

// pair are rows to learn from and others to predict.
type pair struct{ train, test linalg.Matrix }

// metrics are those that some folds share, by the rows that all of a group learn from.
func (f *Folds) metrics(recipes []Recipe, x []pair, from, to int) (map[sharedBy]*learn.Metric, error) {
	type job struct {
		by   sharedBy
		r    Recipe
		fold int
	}
	var jobs []job
	for _, r := range recipes {
		for k := from; k < to; k++ {
			if p := f.Parts[k]; r.Metric != "" && (k == from || p.group != f.Parts[k-1].group) {
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
		values := &target.Encoding{Kind: y.Kind, Values: y.Matrix}
		if j.r.Log {
			values.Values = y.InUnits(y.Matrix)
			values = logarithms(values)
		}
		_, errs[at] = inUnits(values, func(y linalg.Matrix) (_ *learn.Ridge, err error) {
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
	values := train.Matrix
	if r.Log {
		values = train.InUnits(values)
	}
	m, err := r.Learn(on.train, &target.Encoding{Kind: train.Kind, Values: values}, foldCentres, seed, like)
	if err != nil {
		return out, err
	}
	out.by = m.Predict(on.test)
	switch {
	case train.Kind.Numeric():
		if r.Log {
			linalg.Exp(out.by.Data, out.by.Data)
			train.standard(out.by)
		}
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

// Judged are the rows that were predicted, in the order of what was predicted of them, and which of
// them are of each fold.
func (f *Folds) Judged(ctx context.Context) (x rows.Source, folds [][]int, err error) {
	var all []int
	for _, p := range f.Parts {
		var fold []int
		for range p.tested {
			fold = append(fold, len(all)+len(fold))
		}
		folds, all = append(folds, fold), append(all, p.tested...)
	}
	x, err = rows.Take(ctx, f.x, all)
	return x, folds, err
}

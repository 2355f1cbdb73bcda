package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/search"
	"suffice/internal/stochasticneighbours"
	"suffice/internal/target"
	"suffice/output"
)

// metricFit is what NCA and MLKR share, settings too.
type metricFit struct {
	NCA
	method string

	measure   string                                                                        // what 1 less the loss is
	functions func(ctx context.Context, x Rows, y output.Output) (aggregate.Aligned, error) // of the output
	y         linalg.Matrix                                                                 // these, of the rows that it is learnt with
	classes   bool
	start     func(ctx context.Context, s *coords.FullRank, y linalg.Matrix, dim int) (linalg.Matrix, error)

	trace []Pass
}

const (
	comparedAll   = sampling.ToCompare // rows up to which all are compared with each other
	defaultAnchor = sampling.ToScale   // rows that each is compared with beyond
	metricRows    = sampling.ToLearn   // that a metric is learnt with
	metricSteps   = 100
	metricStream  = 0x9ca // of random numbers
)

// fit learns the metric with up to metricRows rows.
func (f *metricFit) fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if f.Centres < 0 || f.Steps < 0 {
		return nil, fmt.Errorf("%d centres and %d steps, but there must be at least 1; 0 means the default", f.Centres, f.Steps)
	}
	if err := refuseWeights(f.method, x); err != nil {
		return nil, err
	}
	standard, warnings, err := prepare(ctx, x, y, f.Dim, f.NoScale)
	if err != nil {
		return nil, err
	}
	random := sampling.Random(f.Seed, metricStream)
	rows, learnt, err := f.some(ctx, standard, y, random)
	if err != nil {
		return nil, err
	}
	s, more, err := coords.NewFullRank(ctx, f.limits.Limits, rows, learnt, f.Dim, coords.Trends)
	if err != nil {
		return nil, err
	}
	w, centres, err := f.learn(ctx, s, random)
	if err != nil {
		return nil, err
	}
	w, variances, err := byVariance(w, s.Covariance)
	if err != nil {
		return nil, err
	}
	components, err := s.ToInputs(ctx, w)
	if err != nil {
		return nil, err
	}
	search.Rescale(components, rows, standard)
	p := newProjection(f.method, standard, y, components)
	p.Values, p.Trace, p.Seed, p.Warnings = variances, f.trace, f.Seed, slices.Concat(warnings, more)
	p.Settings = Settings{"dim": f.Dim, "centres": centres, "scale": !f.NoScale}
	if rows != standard {
		p.Sampled = &Sampled{Rows: rows.Len(), Of: x.Len(), What: "everything but means and scales"}
	}
	return diagnosed(ctx, p, x)
}

// some draws rows where there are many, and takes y to them. They are standardised by their
// own means and scales, so that nothing depends on how the others are summed.
func (f *metricFit) some(ctx context.Context, x *aggregate.Standard, y output.Output, random *rand.Rand) (*aggregate.Standard, output.Output, error) {
	most := cmp.Or(f.limits.Tuning, metricRows)
	which := sampling.AtMost(x.Len(), most, random)
	y, err := target.Subset(ctx, y, which)
	if err != nil {
		return nil, nil, err
	}
	if x.Len() > most {
		taken, err := aggregate.Take(ctx, x.Source, which)
		if err != nil {
			return nil, nil, err
		}
		if x, err = aggregate.Standardize(ctx, taken, f.NoScale); err != nil {
			return nil, nil, err
		}
	}
	functions, err := f.functions(ctx, x.Source, y)
	if err == nil {
		f.y, err = aggregate.TakeAligned(ctx, x.Source, functions, sampling.All(x.Len()))
	}
	return x, y, err
}

// learn returns W in the coordinates of s, and with how many rows each was compared.
func (f *metricFit) learn(ctx context.Context, s *coords.FullRank, random *rand.Rand) (w linalg.Matrix, centres int, err error) {
	o := &stochasticneighbours.Objective{X: s.X, Y: f.y, Classes: f.classes}
	which, n := sampling.All(s.X.Len()), s.X.Len()
	switch {
	case f.Centres > 0:
		which = sampling.Rows(n, f.Centres, random)
	case n > comparedAll:
		which = sampling.Rows(n, defaultAnchor, random)
	}
	if err := o.Anchor(ctx, which); err != nil {
		return w, 0, err
	}
	slope := linalg.New(f.Dim, s.X.Width())
	loss := func(ctx context.Context, w, dst linalg.Matrix) (float64, error) {
		value, err := o.Value(ctx, s.OnX(w), slope)
		dst.Copy(s.Coordinates(slope))
		return value, err
	}
	if w, err = f.begin(ctx, s, loss); err != nil {
		return w, 0, err
	}
	descent := stochasticneighbours.Descent{Steps: cmp.Or(f.Steps, metricSteps), Tolerance: 1e-5, Size: func(w linalg.Matrix) float64 {
		return math.Sqrt(linalg.Inner(linalg.Times(w, s.Covariance), w)) // of z, so that units make no difference
	}}
	w, _, err = descent.Run(ctx, loss, w, f.told)
	return w, len(which), err
}

// told notes a step.
func (f *metricFit) told(step int, loss float64) {
	pass := Pass{Stage: "descent", Step: step, Score: 1 - loss, Measure: f.measure}
	f.trace = append(f.trace, pass)
	pass.tell(f.Progress)
}

// begin is the better of the method's own start and the principal axes, of variance 1 each, within
// classes or in all: where longer ones are better at once, they lead nowhere.
func (f *metricFit) begin(ctx context.Context, s *coords.FullRank, loss func(context.Context, linalg.Matrix, linalg.Matrix) (float64, error)) (best linalg.Matrix, err error) {
	own, err := f.start(ctx, s, f.y, f.Dim)
	if err != nil {
		return best, err
	}
	_, axes, err := linalg.Leading(s.Covariance, f.Dim)
	if err != nil {
		return best, err
	}
	unitVariance(axes, s.Covariance)
	least, slope := math.Inf(1), linalg.New(f.Dim, s.Rank())
	for _, start := range []linalg.Matrix{own, axes} {
		value, err := loss(ctx, start, slope)
		if err != nil {
			return best, err
		}
		if value < least {
			least, best = value, start
		}
	}
	return best, nil
}

// byVariance turns W so that the components are uncorrelated, the one that varies most
// first: distances stay the same.
func byVariance(w, covariance linalg.Matrix) (linalg.Matrix, []float64, error) {
	values, turn, err := linalg.Leading(linalg.TimesT(linalg.Times(w, covariance), w), w.Rows)
	if err != nil {
		return w, nil, err
	}
	return linalg.Times(turn, w), notNegative(values), nil
}

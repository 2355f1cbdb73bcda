package suffice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice/internal/humanize"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// KernelMachine is a sum of kernels and a plane, for each column of what it predicts:
//
//	f(u) = Offset + Σ_c Weights_c K(|Scales ∘ u - Centres_c|) + Slopesᵀ (Scales ∘ u).
type KernelMachine struct {
	Kernel  string      `json:"kernel"`            // "gaussian" is K(r) = exp(-r²/2), "laplace" exp(-r)
	Scales  []float64   `json:"scales"`            // of each of u
	Centres [][]float64 `json:"centres,omitempty"` // scaled; there may be none where there are slopes
	Weights [][]float64 `json:"weights,omitempty"` // of each centre
	Offset  []float64   `json:"offset"`
	Slopes  [][]float64 `json:"slopes,omitempty"` // of each of u; none means 0
}

// Predictor predicts the output of a model, with nothing but what the model holds: of f(u), where
// u are the components of the model, or the predictor's own. f is the number or its logarithm; or
// about 1 for a class or label that a row has and 0 for others, unless there is a link. [Fit] finds
// one where it is asked for. See docs/predict.md.
type Predictor struct {
	Kind  output.Kind `json:"kind"`
	Names []string    `json:"names"` // of the numbers, classes or labels: what the columns of predictions are

	// Components are weights on the standardised inputs: u = Components ((x - Mean) / Scale), with
	// Mean and Scale of the model. None means that u is the model's z.
	Components [][]float64 `json:"components,omitempty"`
	KernelMachine

	// Link makes probabilities of f: "softmax" those of classes, in proportion to exp(f), and
	// "logit" those of labels, 1/(1 + exp(-f)).
	Link string `json:"link,omitempty"`

	// Without a link, probabilities of classes and labels are in proportion to
	// (max(0, f) + Floor)^Power, where a label that a row has not has 1-f in place of f.
	Power float64 `json:"power,omitempty"`
	Floor float64 `json:"floor,omitempty"`

	Log []bool `json:"log,omitempty"` // of numbers: whether f is the logarithm of each; none means of no one

	// Numbers that are predicted are no smaller and no larger than these, which are a tenth of
	// the range of the rows of the fit beyond it; none means no limit.
	Low  []float64 `json:"low,omitempty"`
	High []float64 `json:"high,omitempty"`

	Least     []float64  `json:"least,omitempty"`     // what no lower end of an interval is below; none means no limit
	Deviation *Deviation `json:"deviation,omitempty"` // of numbers; none means 1 everywhere
	Intervals []Interval `json:"intervals,omitempty"` // of numbers
	Baseline  []float64  `json:"baseline"`            // what to guess without inputs: the mean of the training rows
	Spread    []float64  `json:"spread"`              // their standard deviation

	Rows     int                `json:"rows"`     // that it was found with
	Measures map[string]float64 `json:"measures"` // of predictions for rows that components and predictor were found without
}

// Deviation is how far off predictions are at u, relative to others: exp(f(u)), where f stays
// between Low and High. It is about 1 for a typical row.
type Deviation struct {
	KernelMachine
	Low  []float64 `json:"low"`
	High []float64 `json:"high"`
}

// Interval is how far the true number is from the predicted one, at most, in so many percent
// of rows, for each number of a row: Half times the deviation of the row. It is an order statistic
// of what predictions were wrong by for rows that they were found without (conformal prediction).
// Where f is the logarithm of a number, it is how far logarithms are apart.
type Interval struct {
	Percent int       `json:"percent"`
	Half    []float64 `json:"half"`
}

// errNoPredictor is for models that find components alone.
var errNoPredictor = errors.New("the model has no predictor; fit one beside the components")

// Predict returns predictions for each row of x, with a column for each of the predictor's
// names: numbers, or probabilities of classes, which add up to 1, or of labels. The class of
// a row is the one with the largest probability, and its labels are those above a half. A
// row's prediction does not depend on the other rows, nor on the number of threads.
func (p *Projection) Predict(ctx context.Context, x Rows) (*rows.Matrix, error) {
	predicted, _, _, err := p.PredictIntervals(ctx, x, 0)
	return predicted, err
}

// PredictIntervals is [Projection.Predict] with the lower and upper ends of the intervals that
// hold the true numbers in so many percent of rows; 0 means without, and that these are nil.
func (p *Projection) PredictIntervals(ctx context.Context, x Rows, percent int) (predicted, lower, upper *rows.Matrix, err error) {
	of := p.Predictor
	if of == nil {
		return nil, nil, nil, errNoPredictor
	}
	if err := of.check(p); err != nil {
		return nil, nil, nil, err
	}
	interval, err := of.interval(percent)
	if err != nil {
		return nil, nil, nil, err
	}
	on := p.predictsFrom()
	u, err := on.Transform(ctx, x)
	if err != nil {
		return nil, nil, nil, err
	}
	var out [3][]float64
	machine, width := of.machine(), len(of.Names)
	err = rows.Each(ctx, u, rows.BlockLen(on.Dim()), func(from, to int, block []float64) error {
		if far, ok := errors.AsType[*NotFinite](on.CheckFinite(block)); ok {
			return &NotFinite{from + far.Row}
		}
		u := linalg.Of(to-from, on.Dim(), block)
		f := machine.Predict(u)
		of.respond(f)
		out[0] = append(out[0], f.Data...)
		if interval != nil {
			lower, upper := of.ends(f, u, interval.Half)
			out[1], out[2] = append(out[1], lower.Data...), append(out[2], upper.Data...)
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	for k, to := range []**rows.Matrix{&predicted, &lower, &upper} {
		if k > 0 && interval == nil {
			break
		}
		named, err := rows.NewMatrix(width, out[k])
		if err != nil {
			return nil, nil, nil, err
		}
		if *to, err = named.WithNames(of.Names); err != nil {
			return nil, nil, nil, err
		}
	}
	return predicted, lower, upper, nil
}

// predictsFrom is the model whose components the predictor works on.
func (p *Projection) predictsFrom() *Projection {
	if len(p.Predictor.Components) == 0 {
		return p
	}
	own := *p
	own.Components, own.Relevance = p.Predictor.Components, nil
	return &own
}

// HasInterval reports whether there are intervals of so many percent.
func (p *Predictor) HasInterval(percent int) bool {
	return slices.ContainsFunc(p.Intervals, func(i Interval) bool { return i.Percent == percent })
}

// interval is that of so many percent, or nil for 0.
func (p *Predictor) interval(percent int) (*Interval, error) {
	if percent == 0 {
		return nil, nil //nolint:nilnil // none is wanted
	}
	for i := range p.Intervals {
		if p.Intervals[i].Percent == percent {
			return &p.Intervals[i], nil
		}
	}
	return nil, fmt.Errorf("the predictor of the model has no intervals of %d percent", percent)
}

func (m *KernelMachine) machine() *learn.Ridge {
	return &learn.Ridge{
		Kernel: learn.Kernel(m.Kernel), Scales: m.Scales, Centres: linalg.FromSlices(m.Centres), Weights: linalg.FromSlices(m.Weights),
		Mean: m.Offset, Slopes: linalg.FromSlices(m.Slopes),
	}
}

// respond makes probabilities of f, or numbers within their limits.
func (p *Predictor) respond(f linalg.Matrix) {
	classes := p.Kind == output.KindClass
	switch {
	case p.Kind.Numeric():
		p.exponentiate(f)
		learn.Clamp(f, p.Low, p.High)
	case p.Link == "":
		learn.Calibration{Power: p.Power, Floor: p.Floor}.Probabilities(f, classes)
	case classes:
		learn.Softmax(f)
	default:
		learn.Logistic(f)
	}
}

// exponentiate makes numbers of their logarithms.
func (p *Predictor) exponentiate(f linalg.Matrix) {
	for j, log := range p.Log {
		for i := 0; log && i < f.Rows; i++ {
			linalg.Exp(f.Row(i)[j:j+1], f.Row(i)[j:j+1])
		}
	}
}

// ends are those of the intervals around predictions at u: predicted ± half s(u), or
// predicted exp(± half s(u)) of logarithms.
func (p *Predictor) ends(predicted, u linalg.Matrix, half []float64) (lower, upper linalg.Matrix) {
	lower, upper = p.deviations(u), linalg.New(u.Rows, len(half))
	for i := range lower.Rows {
		below, above := lower.Row(i), upper.Row(i)
		linalg.Products(above, below, half)
		for j, reach := range above {
			below[j] = -reach
		}
	}
	p.exponentiate(lower)
	p.exponentiate(upper)
	for i := range lower.Rows {
		below, above := lower.Row(i), upper.Row(i)
		for j, v := range predicted.Row(i) {
			if len(p.Log) > 0 && p.Log[j] {
				below[j], above[j] = v*below[j], v*above[j]
			} else {
				below[j], above[j] = v+below[j], v+above[j]
			}
			if len(p.Least) > 0 {
				below[j] = max(p.Least[j], below[j])
			}
		}
	}
	return lower, upper
}

// deviations are s(u), a column for each name.
func (p *Predictor) deviations(u linalg.Matrix) linalg.Matrix {
	if p.Deviation == nil {
		s := linalg.New(u.Rows, len(p.Names))
		for i := range s.Data {
			s.Data[i] = 1
		}
		return s
	}
	s := p.Deviation.machine().Predict(u)
	learn.Clamp(s, p.Deviation.Low, p.Deviation.High)
	linalg.Exp(s.Data, s.Data)
	return s
}

// check finds parts that do not fit together.
func (p *Predictor) check(model *Projection) error {
	k, dim, what := len(p.Names), model.Dim(), "the predictor of the model"
	if len(p.Components) > 0 {
		dim = len(p.Components)
	}
	numeric := p.Kind.Numeric()
	switch {
	case k == 0:
		return fmt.Errorf("%s has no names", what)
	case !numeric && p.Kind != output.KindClass && p.Kind != output.KindLabels:
		return fmt.Errorf("%s is of kind %q, but must be of numbers, classes or labels", what, p.Kind)
	case len(p.Baseline) != k || len(p.Spread) != k:
		return fmt.Errorf("%s has %s, but baselines or spreads of another number", what, humanize.Count(k, "name"))
	case len(p.Low) != len(p.High) || len(p.Low) != 0 && len(p.Low) != k:
		return fmt.Errorf("%s has %s, but limits of another number", what, humanize.Count(k, "name"))
	case len(p.Log) != 0 && len(p.Log) != k || len(p.Least) != 0 && len(p.Least) != k:
		return fmt.Errorf("%s has %s, but logarithms or least numbers of another number", what, humanize.Count(k, "name"))
	case p.Link != "" && p.Link != map[output.Kind]string{output.KindClass: "softmax", output.KindLabels: "logit"}[p.Kind]:
		return fmt.Errorf("%s has link %q, which this version does not know for kind %q", what, p.Link, p.Kind)
	case !numeric && p.Link == "" && !(p.Power > 0 && p.Floor > 0):
		return fmt.Errorf("%s has no link, and no power or no floor, for its probabilities", what)
	case !numeric && (len(p.Log)+len(p.Least)+len(p.Intervals) > 0 || p.Deviation != nil):
		return fmt.Errorf("%s is of kind %q, but has logarithms, least numbers, deviations or intervals, which are of numbers", what, p.Kind)
	}
	for c, row := range p.Components {
		if len(row) != len(model.Inputs) {
			return fmt.Errorf("component %d of the predictor of the model has %s for %s", c+1, humanize.Count(len(row), "weight"), humanize.Count(len(model.Inputs), "input"))
		}
	}
	for _, i := range p.Intervals {
		if len(i.Half) != k {
			return fmt.Errorf("%s has intervals of %d percent for %d of %s", what, i.Percent, len(i.Half), humanize.Count(k, "name"))
		}
	}
	for _, s := range p.Spread {
		if !(s > 0) || math.IsInf(s, 0) {
			return fmt.Errorf("%s has a spread of %g, but spreads are positive", what, s)
		}
	}
	if d := p.Deviation; d != nil {
		if len(d.Low) != k || len(d.High) != k {
			return fmt.Errorf("%s has %s, but limits of deviations of another number", what, humanize.Count(k, "name"))
		}
		if err := d.check(dim, k, "the deviation in "+what); err != nil {
			return err
		}
	}
	return p.KernelMachine.check(dim, k, what)
}

// check finds parts that do not fit together, of a machine on dim numbers that predicts k; what says
// whose it is.
func (m *KernelMachine) check(dim, k int, what string) error {
	switch {
	case len(m.Centres) == 0 && len(m.Slopes) == 0:
		return fmt.Errorf("%s has no centres and no slopes", what)
	case !slices.Contains(learn.Kernels(), learn.Kernel(m.Kernel)):
		return fmt.Errorf("%s has kernel %q, which this version does not know", what, m.Kernel)
	case len(m.Scales) != dim:
		return fmt.Errorf("%s has %s for %s", what, humanize.Count(len(m.Scales), "scale"), humanize.Count(dim, "component"))
	case len(m.Weights) != len(m.Centres):
		return fmt.Errorf("%s has %s, but weights of %d", what, humanize.Count(len(m.Centres), "centre"), len(m.Weights))
	case len(m.Offset) != k:
		return fmt.Errorf("%s has %s, but %s", what, humanize.Count(k, "name"), humanize.Count(len(m.Offset), "offset"))
	case len(m.Slopes) != 0 && len(m.Slopes) != dim:
		return fmt.Errorf("%s has slopes of %d of %s", what, len(m.Slopes), humanize.Count(dim, "component"))
	}
	for j, row := range m.Slopes {
		if len(row) != k {
			return fmt.Errorf("component %d of %s has %s, but must have %d", j+1, what, humanize.Count(len(row), "slope"), k)
		}
	}
	for c := range m.Centres {
		if len(m.Centres[c]) != dim || len(m.Weights[c]) != k {
			return fmt.Errorf("centre %d of %s has %s and %s, but must have %d and %d", c+1, what,
				humanize.Count(len(m.Centres[c]), "component"), humanize.Count(len(m.Weights[c]), "weight"), dim, k)
		}
	}
	return nil
}

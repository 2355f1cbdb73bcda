package suffice

import (
	"fmt"
	"math"
	"slices"

	"suffice/internal/humanize"
	"suffice/internal/learn"
	"suffice/output"
)

// KernelMachine is a sum of kernels and a plane, for each column of what it predicts:
//
//	f(u) = Offset + Σ_c Weights_c K(|Scales ∘ u - Centres_c|) + Slopesᵀ (Scales ∘ u).
type KernelMachine struct {
	Kernel  string      `json:"kernel"`            // "gaussian" is K(r) = exp(-r²/2), "laplace" exp(-r), "manhattan" exp(-r) of the sum r of the differences of each
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

// check finds parts that do not fit together.
func (p *Predictor) check(model *Projection) error {
	k, dim, what := len(p.Names), model.Dim(), "the predictor of the model"
	if len(p.Components) > 0 {
		dim = len(p.Components)
	}
	for c, row := range p.Components {
		if len(row) != len(model.Inputs) {
			return fmt.Errorf("component %d of %s has %s for %s", c+1, what, humanize.Count(len(row), "weight"), humanize.Count(len(model.Inputs), "input"))
		}
	}
	if err := p.checkLengths(k, what); err != nil {
		return err
	}
	if err := p.checkKind(what); err != nil {
		return err
	}
	for _, s := range p.Spread {
		if !(s > 0) || math.IsInf(s, 0) {
			return fmt.Errorf("%s has a spread of %g, but spreads are positive", what, s)
		}
	}
	if d := p.Deviation; d != nil {
		if err := d.check(dim, k, "the deviation in "+what); err != nil {
			return err
		}
	}
	return p.KernelMachine.check(dim, k, what)
}

// checkLengths finds lists that are not as long as the k names.
func (p *Predictor) checkLengths(k int, what string) error {
	if k == 0 {
		return fmt.Errorf("%s has no names", what)
	}
	type list struct {
		name   string
		length int
	}
	must := []list{{"baselines", len(p.Baseline)}, {"spreads", len(p.Spread)}}
	if len(p.Low)+len(p.High) > 0 {
		must = append(must, list{"low limits", len(p.Low)}, list{"high limits", len(p.High)})
	}
	if len(p.Log) > 0 {
		must = append(must, list{"logarithms", len(p.Log)})
	}
	if len(p.Least) > 0 {
		must = append(must, list{"least numbers", len(p.Least)})
	}
	if d := p.Deviation; d != nil {
		must = append(must, list{"low limits of deviations", len(d.Low)}, list{"high limits of deviations", len(d.High)})
	}
	for _, i := range p.Intervals {
		must = append(must, list{fmt.Sprintf("intervals of %d percent", i.Percent), len(i.Half)})
	}
	for _, m := range must {
		if m.length != k {
			return fmt.Errorf("%s has %s, but %d %s", what, humanize.Count(k, "name"), m.length, m.name)
		}
	}
	return nil
}

// links are those of each kind that has one.
var links = map[output.Kind]string{output.KindClass: "softmax", output.KindLabels: "logit"}

// checkKind finds parts that are not for the kind of the predictor.
func (p *Predictor) checkKind(what string) error {
	numeric := p.Kind.Numeric()
	switch {
	case !numeric && links[p.Kind] == "":
		return fmt.Errorf("%s is of kind %q, but must be of numbers, classes or labels", what, p.Kind)
	case p.Link != "" && p.Link != links[p.Kind]:
		return fmt.Errorf("%s has link %q, which this version does not know for kind %q", what, p.Link, p.Kind)
	case !numeric && p.Link == "" && !(p.Power > 0 && p.Floor > 0):
		return fmt.Errorf("%s has no link, and no power or no floor, for its probabilities", what)
	case !numeric && (len(p.Log)+len(p.Least)+len(p.Intervals) > 0 || p.Deviation != nil):
		return fmt.Errorf("%s is of kind %q, but has logarithms, least numbers, deviations or intervals, which are of numbers", what, p.Kind)
	}
	return nil
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

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

// Predictor predicts the output from the components of a model, with nothing but what it
// holds: f(z) = Offset + Σ Weights K(|Scales ∘ z - centre|), summed over the centres, is the
// number, or about 1 for a class or label that a row has and 0 for others. [Fit] finds one where it
// is asked for. See docs/predict.md.
type Predictor struct {
	Kind  output.Kind `json:"kind"`
	Names []string    `json:"names"` // of the numbers, classes or labels: what the columns of predictions are

	Kernel  string      `json:"kernel"`  // "gaussian" is K(r) = exp(-r²/2), "laplace" exp(-r)
	Scales  []float64   `json:"scales"`  // of the components
	Centres [][]float64 `json:"centres"` // scaled
	Weights [][]float64 `json:"weights"` // of each centre
	Offset  []float64   `json:"offset"`

	// Probabilities of classes and labels are in proportion to (max(0, f) + Floor)^Power,
	// where a label that a row has not has 1-f in place of f.
	Power float64 `json:"power,omitempty"`
	Floor float64 `json:"floor,omitempty"`

	// Numbers that are predicted are no smaller and no larger than these, which are a tenth of
	// the range of the rows of the fit beyond it; none means no limit.
	Low  []float64 `json:"low,omitempty"`
	High []float64 `json:"high,omitempty"`

	Intervals []Interval `json:"intervals,omitempty"` // of numbers
	Baseline  []float64  `json:"baseline"`            // what to guess without inputs: the mean of the training rows
	Spread    []float64  `json:"spread"`              // their standard deviation

	Rows     int                `json:"rows"`     // that it was found with
	Measures map[string]float64 `json:"measures"` // of predictions for rows that components and predictor were found without
}

// Interval is how far the true number is from the predicted one, at most, in so many percent
// of rows, for each number of a row. It is an order statistic of what predictions were wrong
// by for rows that they were found without (conformal prediction).
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
	if p.Predictor == nil {
		return nil, errNoPredictor
	}
	z, err := p.Transform(ctx, x)
	if err != nil {
		return nil, err
	}
	if err := p.Predictor.check(p.Dim()); err != nil {
		return nil, err
	}
	machine, width := p.Predictor.machine(), len(p.Predictor.Names)
	out := make([]float64, x.Len()*width)
	err = rows.Each(ctx, z, rows.BlockLen(p.Dim()), func(from, to int, block []float64) error {
		if far, ok := errors.AsType[*NotFinite](p.CheckFinite(block)); ok {
			return &NotFinite{from + far.Row}
		}
		predicted := machine.Predict(linalg.Of(to-from, p.Dim(), block))
		p.Predictor.calibrate(predicted)
		copy(out[from*width:to*width], predicted.Data)
		return nil
	})
	if err != nil {
		return nil, err
	}
	predicted, err := rows.NewMatrix(width, out)
	if err != nil {
		return nil, err
	}
	return predicted.WithNames(p.Predictor.Names)
}

// Half is half the length of the intervals of so many percent, for each number, where the
// predictor has them.
func (p *Predictor) Half(percent int) ([]float64, bool) {
	for _, i := range p.Intervals {
		if i.Percent == percent {
			return i.Half, true
		}
	}
	return nil, false
}

func (p *Predictor) machine() *learn.Ridge {
	return &learn.Ridge{
		Kernel: learn.Kernel(p.Kernel), Scales: p.Scales, Centres: linalg.FromSlices(p.Centres), Weights: linalg.FromSlices(p.Weights), Mean: p.Offset,
	}
}

// calibrate makes probabilities of f, and keeps numbers within their limits.
func (p *Predictor) calibrate(f linalg.Matrix) {
	if p.Kind.Numeric() {
		learn.Clamp(f, p.Low, p.High)
	} else {
		learn.Calibration{Power: p.Power, Floor: p.Floor}.Probabilities(f, p.Kind == output.KindClass)
	}
}

// check finds parts that do not fit together.
func (p *Predictor) check(dim int) error {
	k := len(p.Names)
	switch {
	case k == 0 || len(p.Centres) == 0:
		return errors.New("the predictor of the model has no names or no centres")
	case !p.Kind.Numeric() && p.Kind != output.KindClass && p.Kind != output.KindLabels:
		return fmt.Errorf("the predictor of the model is of kind %q, but must be of numbers, classes or labels", p.Kind)
	case !slices.Contains(learn.Kernels(), learn.Kernel(p.Kernel)):
		return fmt.Errorf("the predictor of the model has kernel %q, which this version does not know", p.Kernel)
	case len(p.Scales) != dim:
		return fmt.Errorf("the predictor of the model has %s for %s", humanize.Count(len(p.Scales), "scale"), humanize.Count(dim, "component"))
	case len(p.Weights) != len(p.Centres):
		return fmt.Errorf("the predictor of the model has %s, but weights of %d", humanize.Count(len(p.Centres), "centre"), len(p.Weights))
	case len(p.Offset) != k || len(p.Baseline) != k || len(p.Spread) != k:
		return fmt.Errorf("the predictor of the model has %s, but offsets, baselines or spreads of another number", humanize.Count(k, "name"))
	case len(p.Low) != len(p.High) || len(p.Low) != 0 && len(p.Low) != k:
		return fmt.Errorf("the predictor of the model has %s, but limits of another number", humanize.Count(k, "name"))
	case !p.Kind.Numeric() && !(p.Power > 0 && p.Floor > 0):
		return errors.New("the predictor of the model has no power or no floor for its probabilities")
	}
	for _, i := range p.Intervals {
		if len(i.Half) != k {
			return fmt.Errorf("the predictor of the model has intervals of %d percent for %d of %s", i.Percent, len(i.Half), humanize.Count(k, "name"))
		}
	}
	return p.checkCentres(dim)
}

func (p *Predictor) checkCentres(dim int) error {
	for c := range p.Centres {
		if len(p.Centres[c]) != dim || len(p.Weights[c]) != len(p.Names) {
			return fmt.Errorf("centre %d of the predictor of the model has %s and %s, but must have %d and %d", c+1,
				humanize.Count(len(p.Centres[c]), "component"), humanize.Count(len(p.Weights[c]), "weight"), dim, len(p.Names))
		}
	}
	for _, s := range p.Spread {
		if !(s > 0) || math.IsInf(s, 0) {
			return fmt.Errorf("the predictor of the model has a spread of %g, but spreads are positive", s)
		}
	}
	return nil
}

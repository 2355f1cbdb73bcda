package suffice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

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
	half, err := of.half(percent)
	if err != nil {
		return nil, nil, nil, err
	}
	on := p.predictsFrom()
	u, err := on.Transform(ctx, x)
	if err != nil {
		return nil, nil, nil, err
	}
	machine, width := of.machine(), len(of.Names)
	all, low, high := make([]float64, x.Len()*width), []float64(nil), []float64(nil)
	err = rows.Each(ctx, u, rows.BlockLen(on.Dim()), func(from, to int, block []float64) error {
		if far, ok := errors.AsType[*NotFinite](on.CheckFinite(block)); ok {
			return &NotFinite{from + far.Row}
		}
		u := linalg.Of(to-from, on.Dim(), block)
		f := machine.Predict(u)
		of.respond(f)
		copy(all[from*width:], f.Data)
		if half != nil {
			lower, upper := of.ends(f, u, half)
			low, high = append(low, lower.Data...), append(high, upper.Data...)
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	if predicted, err = of.named(all); err != nil || half == nil {
		return predicted, nil, nil, err
	}
	if lower, err = of.named(low); err == nil {
		upper, err = of.named(high)
	}
	return predicted, lower, upper, err
}

// named is rows of numbers, a column for each name.
func (p *Predictor) named(values []float64) (*rows.Matrix, error) {
	m, err := rows.NewMatrix(len(p.Names), values)
	if err != nil {
		return nil, err
	}
	return m.WithNames(p.Names)
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

// half is that of the interval of so many percent, or nil for 0.
func (p *Predictor) half(percent int) ([]float64, error) {
	for _, i := range p.Intervals {
		if i.Percent == percent {
			return i.Half, nil
		}
	}
	if percent == 0 {
		return nil, nil
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
			f.Set(i, j, exp(f.At(i, j)))
		}
	}
}

// exp is the same on all processors, as that of package math is not.
func exp(v float64) float64 {
	x := []float64{v}
	linalg.Exp(x, x)
	return x[0]
}

// ends are those of the intervals around predictions at u: predicted ± half s(u), or
// predicted exp(± half s(u)) of logarithms.
func (p *Predictor) ends(predicted, u linalg.Matrix, half []float64) (lower, upper linalg.Matrix) {
	lower, upper = p.deviations(u), linalg.New(u.Rows, len(half))
	for i := range u.Rows {
		for j, v := range predicted.Row(i) {
			reach := float64(half[j] * lower.At(i, j))
			low, high := v-reach, v+reach
			if len(p.Log) > 0 && p.Log[j] {
				low, high = v*exp(-reach), v*exp(reach)
			}
			if len(p.Least) > 0 {
				low = max(p.Least[j], low)
			}
			lower.Set(i, j, low)
			upper.Set(i, j, high)
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

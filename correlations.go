package suffice

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

const (
	correlatedRows = sampling.ForAll
	mostCorrelated = 1 << 20 // correlations that a model keeps
)

// Correlate has the model keep the correlation of each input with each component, over the
// rows of x. An input that goes with others can have a small weight and a large correlation,
// or the other way round: its weight is what it adds to what the others say.
func (p *Projection) Correlate(ctx context.Context, x Rows) error {
	if p.Dim()*len(p.Inputs) > mostCorrelated || x.Len() < 2 {
		return nil
	}
	some, err := aggregate.Take(ctx, x, sampling.Many(x.Len(), correlatedRows, sampling.Random(1, 0xc022)))
	if err != nil {
		return err
	}
	standard, err := aggregate.Standardize(ctx, some, false)
	if err != nil {
		return err
	}
	w := linalg.FromSlices(p.Components)
	for k := range w.Rows {
		for j := range w.Row(k) {
			w.Set(k, j, w.At(k, j)*standard.Scale[j]/p.Scale[j])
		}
	}
	z := linalg.New(some.Len(), w.Rows)
	if err := standard.Times(ctx, z, w); err != nil {
		return err
	}
	weights, total := rows.Weights(some), 0.
	squares := make([]float64, w.Rows) // Σ w z²
	for i := range z.Rows {
		weight := linalg.Weight(weights, i)
		total += weight
		for k, v := range z.Row(i) {
			squares[k] += weight * v * v
			z.Row(i)[k] = weight * v
		}
	}
	sums, err := standard.Combine(ctx, z) // Σ w z x
	if err != nil {
		return err
	}
	p.Correlations = make([][]float64, w.Rows)
	for k := range w.Rows {
		p.Correlations[k] = make([]float64, w.Cols)
		if squares[k] == 0 {
			continue
		}
		for j, v := range sums.Row(k) {
			p.Correlations[k][j] = max(-1, min(1, v/math.Sqrt(squares[k]*total))) + 0
		}
		for _, j := range standard.Constant {
			p.Correlations[k][j] = 0
		}
	}
	return nil
}

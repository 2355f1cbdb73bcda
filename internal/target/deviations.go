package target

import (
	"context"

	"suffice/internal/blocks"
)

// Deviations are the mean of a single column, and the sum of squared deviations from it.
func (c *Columns) Deviations(ctx context.Context) (mean, squares float64, err error) {
	sum, err := blocks.Sum[*deviations](ctx, c.x, &deviationsOf{N: float64(c.Len())}, c.Aligned())
	if err != nil {
		return 0, 0, err
	}
	mean = sum.sums[0]
	if sum, err = blocks.Sum[*deviations](ctx, c.x, &deviationsOf{N: 1, Mean: mean}, c.Aligned()); err != nil {
		return 0, 0, err
	}
	return mean, sum.sums[1], nil
}

// deviationsOf asks for the sums of v/N and of (v - Mean)²/N, by the weights of the rows.
type deviationsOf struct{ N, Mean float64 }

func (d *deviationsOf) Kind() string { return "mean and squares" }

func (d *deviationsOf) Weighs() bool { return true }

func (d *deviationsOf) Plan(int, int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(blockRows), Beside: true}
}

func (d *deviationsOf) Zero() blocks.Partial {
	s := &deviations{of: d, sums: make([]float64, 2)}
	s.Totals = blocks.NewTotals(d, blocks.Vector(s.sums))
	return s
}

type deviations struct {
	blocks.Totals
	of   *deviationsOf
	sums []float64
}

func (s *deviations) Add(block blocks.Block) error {
	if err := block.CheckBeside(1); err != nil {
		return err
	}
	s.Rows += block.Rows
	for i, v := range block.Y[0] {
		weight := 1.
		if block.Weights != nil {
			weight = block.Weights[i]
		}
		s.sums[0] += weight * v / s.of.N
		s.sums[1] += weight * (v - s.of.Mean) * (v - s.of.Mean) / s.of.N
	}
	return nil
}

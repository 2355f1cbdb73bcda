package remote

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/outliers"
	"suffice/output"
)

// lookAtNumbers finds fences around numbers that are not absurd and, where there are several
// a row, their means and scales, as [output.Numbers] and [output.Columns] do.
func (y *Output) lookAtNumbers(ctx context.Context, seen *survey) error {
	if err := y.drawEdges(ctx); err != nil {
		return err
	}
	fences := make([]outliers.Fence, len(seen.Low))
	for j := range fences {
		var err error
		if fences[j], err = y.fence(ctx, j, seen.Low[j], seen.High[j], outliers.Absurd); err != nil {
			return err
		}
		seen.Low[j], seen.High[j] = fences[j].Nearest(seen.Low[j]), fences[j].Nearest(seen.High[j])
		if y.check == nil {
			y.check = output.CheckRange(seen.Low[j], seen.High[j])
		}
	}
	y.values.Fences = fences
	if several := len(fences) > 1 && y.check == nil; !several {
		return nil
	}
	mean, per := make([]float64, len(fences)), make([]float64, len(fences))
	for j := range fences {
		var err error
		if mean[j], per[j], err = y.scale(ctx, j, seen.Low[j], seen.High[j]); err != nil {
			return err
		}
	}
	y.values.Mean, y.values.Per = mean, per
	return nil
}

// scale is the mean of a column, but for outliers, and its standard deviation.
func (y *Output) scale(ctx context.Context, j int, low, high float64) (mean, per float64, err error) {
	usual, err := y.fence(ctx, j, low, high, outliers.Outlying)
	if err != nil {
		return 0, 0, err
	}
	of := &usualOf{Fence: usual, N: 1}
	for range 3 { // how many there are, their mean, their squared deviations from it
		sum, err := blocks.Sum[*usualSum](ctx, y.x, of, blocks.Apply(y.column(j), y.raw()))
		if err != nil {
			return 0, 0, err
		}
		of = &usualOf{Fence: usual, N: sum.sum[0], Mean: sum.sum[1]}
		per = math.Sqrt(sum.sum[2])
	}
	return of.Mean, per, nil
}

// usualOf asks for the numbers within a fence: how many there are, and the sums of v/N and of
// (v - Mean)²/N, by the weights of the rows.
type usualOf struct {
	Fence   outliers.Fence
	N, Mean float64
}

func (u *usualOf) Kind() string { return "usual" }

func (u *usualOf) Weighs() bool { return true }

func (u *usualOf) Plan(int, int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(blockRows), Beside: true}
}

func (u *usualOf) Zero() blocks.Partial {
	s := &usualSum{of: u, sum: make([]float64, 3)}
	s.Totals = blocks.NewTotals(u, blocks.Vector(s.sum))
	return s
}

type usualSum struct {
	blocks.Totals
	of  *usualOf
	sum []float64
}

func (s *usualSum) Add(block blocks.Block) error {
	if err := block.CheckBeside(1); err != nil {
		return err
	}
	s.Rows += block.Rows
	for i, v := range block.Y[0] {
		weight := 1.
		if block.Weights != nil {
			weight = block.Weights[i]
		}
		if s.of.Fence.Holds(v) {
			s.sum[0] += weight
			s.sum[1] += weight * v / s.of.N
			s.sum[2] += weight * (v - s.of.Mean) * (v - s.of.Mean) / s.of.N
		}
	}
	return nil
}

// Deviations are the mean of a single column, and the sum of squared deviations from it.
func (c *Columns) Deviations(ctx context.Context) (mean, squares float64, err error) {
	sum, err := blocks.Sum[*usualSum](ctx, c.x, &usualOf{Fence: everywhere, N: float64(c.Len())}, c.Aligned())
	if err != nil {
		return 0, 0, err
	}
	mean = sum.sum[1]
	sum, err = blocks.Sum[*usualSum](ctx, c.x, &usualOf{Fence: everywhere, N: 1, Mean: mean}, c.Aligned())
	if err != nil {
		return 0, 0, err
	}
	return mean, sum.sum[2], nil
}

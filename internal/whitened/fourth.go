package whitened

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/rows"
)

// WithinFourth is Σ |x - m|⁴, m being the mean of the slice of x: the rows of means.
func WithinFourth(ctx context.Context, x *blocks.Standard, slices target.Slices, means linalg.Matrix) (float64, error) {
	sum, err := blocks.Sum[*withinFourth](ctx, x.Source, &withinFourthOf{x.Units(), means}, slices.Of)
	if err != nil {
		return 0, err
	}
	return sum.fourth[0], nil
}

type withinFourthOf struct {
	Units *blocks.Units
	Means linalg.Matrix
}

func (of *withinFourthOf) Kind() string { return "fourth powers within slices" }

func (of *withinFourthOf) Weighs() bool { return true }

func (of *withinFourthOf) Zero() blocks.Partial {
	s := &withinFourth{of: of, fourth: make([]float64, 1), rest: make([]float64, of.Means.Cols)}
	s.Totals = blocks.NewTotals(of, blocks.Vector(s.fourth))
	return s
}

func (of *withinFourthOf) Plan(_, width int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(rows.BlockLen(width))}
}

func (of *withinFourthOf) Complete() error {
	return blocks.Consistent(of.Means.Rows >= 1, of.Means.Cols == len(of.Units.Mean))
}

type withinFourth struct {
	blocks.Totals
	of     *withinFourthOf
	fourth []float64
	rest   []float64 // x - m of a row
}

func (s *withinFourth) Add(block blocks.Block) error {
	if err := block.CheckLabels(s.of.Means.Cols, s.of.Means.Rows); err != nil {
		return err
	}
	return s.EachWeighted(block, s.of.Units, rows.BlockLen(s.of.Means.Cols), 1, func(x, slice linalg.Matrix, weights []float64) {
		for i := range x.Rows {
			copy(s.rest, x.Row(i))
			linalg.Axpy(-1, s.of.Means.Row(int(slice.Data[i])), s.rest)
			square := linalg.Dot(s.rest, s.rest)
			s.fourth[0] += linalg.Weight(weights, i) * square * square
		}
	})
}

package whitened

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/target"
)

// Scatter is Σ z zᵀ, the upper triangle, for z = T x.
func Scatter(ctx context.Context, x *blocks.Standard, t linalg.Matrix) (linalg.Matrix, error) {
	sum, err := blocks.Sum[*scatter](ctx, x.Source, &scatterOf{rotation{standard{x.Units()}, t}})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.zz, nil
}

type scatterOf struct{ rotation }

func (s *scatterOf) Kind() string { return "white scatter" }

func (s *scatterOf) Zero() blocks.Partial {
	zz := linalg.New(s.T.Rows, s.T.Rows)
	return &scatter{Totals: blocks.NewTotals(s, blocks.Total{Matrix: zz, Upper: true}), of: s, zz: zz}
}

type scatter struct {
	blocks.Totals
	of     *scatterOf
	zz     linalg.Matrix
	memory []float64
}

func (s *scatter) Add(block blocks.Block) error {
	return s.Each(block, s.of.Units, s.of.size(), 0, func(x, _ linalg.Matrix, weights []float64) {
		z := s.of.of(x, &s.memory)
		blocks.ScaleRoots(z, weights)
		linalg.AddGram(s.zz, z)
	})
}

// WithinFourth is Σ |x - m|⁴, m being the mean of the slice of x: the rows of means.
func WithinFourth(ctx context.Context, x *blocks.Standard, slices target.Slices, means linalg.Matrix) (float64, error) {
	sum, err := blocks.Sum[*withinFourth](ctx, x.Source, &withinFourthOf{standard{x.Units()}, means}, slices.Of)
	if err != nil {
		return 0, err
	}
	return sum.fourth[0], nil
}

type withinFourthOf struct {
	standard
	Means linalg.Matrix
}

func (of *withinFourthOf) Kind() string { return "fourth powers within slices" }

func (of *withinFourthOf) Zero() blocks.Partial {
	s := &withinFourth{of: of, fourth: make([]float64, 1), rest: make([]float64, of.Means.Cols)}
	s.Totals = blocks.NewTotals(of, blocks.Vector(s.fourth))
	return s
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
	return s.Each(block, s.of.Units, s.of.size(), 1, func(x, slice linalg.Matrix, weights []float64) {
		for i := range x.Rows {
			copy(s.rest, x.Row(i))
			linalg.Axpy(-1, s.of.Means.Row(int(slice.Data[i])), s.rest)
			square := linalg.Dot(s.rest, s.rest)
			s.fourth[0] += linalg.Weight(weights, i) * square * square
		}
	})
}

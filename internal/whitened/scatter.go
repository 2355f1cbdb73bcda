package whitened

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

// Scatter is Σ z zᵀ, the upper triangle, for z = T x.
func Scatter(ctx context.Context, x *blocks.Standard, t linalg.Matrix) (linalg.Matrix, error) {
	sum, err := blocks.Sum[*scatter](ctx, x.Source, &scatterOf{rotation{x.Units(), t}})
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
	return s.EachWeighted(block, s.of.Units, s.of.size(), 0, func(x, _ linalg.Matrix, weights []float64) {
		z := s.of.of(x, &s.memory)
		blocks.ScaleRoots(z, weights)
		linalg.AddGram(s.zz, z)
	})
}

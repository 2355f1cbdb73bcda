package whitened

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// Scatter is Σ z zᵀ, the upper triangle, for z = T x.
func Scatter(ctx context.Context, x *blocks.Standard, t linalg.Matrix) (linalg.Matrix, error) {
	sum, err := blocks.Sum[*scatter](ctx, x.Source, &scatterOf{&rotation{x.Units(), t}})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.zz, nil
}

type scatterOf struct{ *rotation }

// Kind implements blocks.Statistic.
func (s *scatterOf) Kind() string { return "white scatter" }

// Zero implements blocks.Statistic.
func (s *scatterOf) Zero() blocks.Partial {
	zz := linalg.New(s.t.Rows, s.t.Rows)
	return &scatter{Totals: blocks.NewTotals(s, blocks.Total{Matrix: zz, Upper: true}), of: s, zz: zz, pieces: s.pieces()}
}

// AppendBinary implements blocks.Statistic.
func (s *scatterOf) AppendBinary(to []byte) ([]byte, error) { return s.append(to), nil }

func readScatter(r *wire.Reader) (blocks.Statistic, error) {
	t, err := readRotation(r)
	if err != nil {
		return nil, err
	}
	return &scatterOf{t}, nil
}

type scatter struct {
	blocks.Totals
	of     *scatterOf
	zz     linalg.Matrix
	pieces blocks.Pieces
	memory []float64
}

// Add implements blocks.Partial.
func (s *scatter) Add(block blocks.Block) error {
	return s.pieces.Each(block, func(_ int, x linalg.Matrix) {
		s.Rows += x.Rows
		linalg.AddGram(s.zz, s.of.of(x, &s.memory))
	})
}

package slicemoments

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
)

// Scatter is Σ z zᵀ, the upper triangle, for z = T x.
func Scatter(ctx context.Context, x *aggregate.Standard, t linalg.Matrix) (linalg.Matrix, error) {
	sum, err := aggregate.Sum[*scatter](ctx, x.Source, &scatterOf{rotation{standard{x.Units()}, t}})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.zz, nil
}

type scatterOf struct{ rotation }

func (s *scatterOf) Kind() string { return "white scatter" }

func (s *scatterOf) Zero() aggregate.Partial {
	zz := linalg.New(s.T.Rows, s.T.Rows)
	return &scatter{Totals: aggregate.NewTotals(s, aggregate.Total{Matrix: zz, Upper: true}), of: s, zz: zz}
}

type scatter struct {
	aggregate.Totals
	of     *scatterOf
	zz     linalg.Matrix
	memory []float64
}

func (s *scatter) Add(block aggregate.Block) error {
	return s.Each(block, s.of.Units, s.of.size(), 0, func(x, _ linalg.Matrix, weights []float64) {
		z := s.of.of(x, &s.memory)
		aggregate.ScaleRoots(z, weights)
		linalg.AddGram(s.zz, z)
	})
}

// Line is a straight line through z: y ≈ Constant + Slopeᵀz.
type Line struct {
	Constant float64
	Slope    []float64
}

// Residuals are sums of what a line leaves of y, r_i = y_i - a - bᵀz_i, over n rows.
type Residuals struct {
	aggregate.Totals
	Z       []float64     // Σ z_i / n
	RZ      []float64     // Σ r_i z_i / n
	RZZ     linalg.Matrix // Σ r_i z_i z_iᵀ / n, where it is asked for
	squares []float64

	of          *residualsOf
	z, weighted []float64
}

// Squares is Σ r_i².
func (s *Residuals) Squares() float64 { return s.squares[0] }

// NewResiduals takes the sums for z = T x and numbers y; with curvature also those of the
// products of z.
func NewResiduals(ctx context.Context, x *aggregate.Standard, t linalg.Matrix, y aggregate.Aligned, line Line, curvature bool) (*Residuals, error) {
	of := &residualsOf{rotation{standard{x.Units()}, t}, line, float64(x.Len()), curvature}
	return aggregate.Sum[*Residuals](ctx, x.Source, of, y)
}

type residualsOf struct {
	rotation
	Line      Line
	N         float64
	Curvature bool
}

func (of *residualsOf) Kind() string { return "residuals" }

func (of *residualsOf) Zero() aggregate.Partial {
	r := of.T.Rows
	s := &Residuals{of: of, Z: make([]float64, r), RZ: make([]float64, r), squares: make([]float64, 1)}
	if of.Curvature {
		s.RZZ = linalg.New(r, r)
	}
	s.Totals = aggregate.NewTotals(of, aggregate.Vector(s.Z), aggregate.Vector(s.RZ), aggregate.Vector(s.squares), aggregate.Total{Matrix: s.RZZ})
	return s
}

func (of *residualsOf) Complete() error {
	return aggregate.Consistent(of.rotation.Complete() == nil, len(of.Line.Slope) == of.T.Rows)
}

func (s *Residuals) Add(block aggregate.Block) error {
	return s.Each(block, s.of.Units, s.of.size(), 1, func(x, y linalg.Matrix, weights []float64) {
		s.add(s.of.of(x, &s.z), y.Data, weights)
	})
}

func (s *Residuals) add(z linalg.Matrix, y, weights []float64) {
	line, n := s.of.Line, s.of.N
	var weighted linalg.Matrix
	if s.of.Curvature {
		weighted = linalg.Of(z.Rows, z.Cols, aggregate.Room(&s.weighted, len(z.Data)))
		weighted.Copy(z)
	}
	for i := range z.Rows {
		row := z.Row(i)
		residual, share := y[i]-line.Constant-linalg.Dot(line.Slope, row), 1/n
		times := residual / n
		if weights != nil {
			share *= weights[i]
			times *= weights[i]
			s.squares[0] += residual * times * n
		} else {
			s.squares[0] += residual * residual
		}
		linalg.Axpy(times, row, s.RZ)
		linalg.Axpy(share, row, s.Z)
		if s.of.Curvature {
			linalg.ScaleRow(times, weighted.Row(i))
		}
	}
	if s.of.Curvature {
		linalg.AddTMul(s.RZZ, 1, weighted, z)
	}
}

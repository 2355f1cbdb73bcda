package whitened

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// Line is a straight line through z: y ≈ Constant + Slopeᵀz.
type Line struct {
	Constant float64
	Slope    []float64
}

// Residuals are sums of what a line leaves of y, r_i = y_i - a - bᵀz_i, over n rows.
type Residuals struct {
	blocks.Totals
	Z       []float64     // Σ z_i / n
	RZ      []float64     // Σ r_i z_i / n
	RZZ     linalg.Matrix // Σ r_i z_i z_iᵀ / n, where it is asked for
	squares []float64

	of          *residualsOf
	pieces      blocks.Pieces
	z, weighted []float64
}

// Squares is Σ r_i².
func (s *Residuals) Squares() float64 { return s.squares[0] }

// NewResiduals takes the sums for z = T x and numbers y; with curvature also those of the
// products of z.
func NewResiduals(ctx context.Context, x *blocks.Standard, t linalg.Matrix, y []float64, line Line, curvature bool) (*Residuals, error) {
	of := &residualsOf{rotation: &rotation{x.Units(), t}, line: line, n: float64(len(y)), curvature: curvature}
	return blocks.Sum[*Residuals](ctx, x.Source, of, blocks.InMemory{Matrix: linalg.Of(len(y), 1, y)})
}

type residualsOf struct {
	*rotation
	line      Line
	n         float64
	curvature bool
}

// Kind implements blocks.Statistic.
func (of *residualsOf) Kind() string { return "residuals" }

// Zero implements blocks.Statistic.
func (of *residualsOf) Zero() blocks.Partial {
	r := of.t.Rows
	s := &Residuals{of: of, Z: make([]float64, r), RZ: make([]float64, r), squares: make([]float64, 1), pieces: of.pieces()}
	if of.curvature {
		s.RZZ = linalg.New(r, r)
	}
	s.Totals = blocks.NewTotals(of, blocks.Vector(s.Z), blocks.Vector(s.RZ), blocks.Vector(s.squares), blocks.Total{Matrix: s.RZZ})
	return s
}

// AppendBinary implements blocks.Statistic.
func (of *residualsOf) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Floats(wire.Float(of.append(to), of.line.Constant), of.line.Slope)
	return wire.Bools(wire.Float(to, of.n), []bool{of.curvature}), nil
}

func readResiduals(r *wire.Reader) (blocks.Statistic, error) {
	t, err := readRotation(r)
	of := &residualsOf{rotation: t, line: Line{r.Float(), r.Floats()}, n: r.Float()}
	curvature := r.Bools()
	if err != nil || len(of.line.Slope) != t.t.Rows || !(of.n >= 1) || len(curvature) != 1 {
		return nil, blocks.ErrInconsistent
	}
	of.curvature = curvature[0]
	return of, nil
}

// Add implements blocks.Partial.
func (s *Residuals) Add(block blocks.Block) error {
	if err := block.Check(len(s.of.units.Mean), 1); err != nil {
		return err
	}
	return s.pieces.Each(block, func(from int, x linalg.Matrix) { s.add(s.of.of(x, &s.z), block.Y[0][from:]) })
}

func (s *Residuals) add(z linalg.Matrix, y []float64) {
	line, n := s.of.line, s.of.n
	s.Rows += z.Rows
	var weighted linalg.Matrix
	if s.of.curvature {
		weighted = linalg.Of(z.Rows, z.Cols, blocks.Room(&s.weighted, len(z.Data)))
		weighted.Copy(z)
	}
	for i := range z.Rows {
		row := z.Row(i)
		residual := y[i] - line.Constant - linalg.Dot(line.Slope, row)
		s.squares[0] += residual * residual
		linalg.Axpy(residual/n, row, s.RZ)
		linalg.Axpy(1/n, row, s.Z)
		if s.of.curvature {
			linalg.ScaleRow(residual/n, weighted.Row(i))
		}
	}
	if s.of.curvature {
		linalg.AddTMul(s.RZZ, 1, weighted, z)
	}
}

package canonical

import (
	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// SlopeAt asks for dS/dW at one W, where the regression is known: the sum over rows of
// dS/dK · dK/dW with dS/dK = E C, E being Scale (Y - K B + offset) / N.
type SlopeAt struct {
	Place
	Width    float64
	Beta     linalg.Matrix // B
	Back     linalg.Matrix // C
	Offset   []float64     // what centring K and Y adds to the residuals
	Scale, N float64
}

func (q *SlopeAt) Kind() string { return "slope" }

func (q *SlopeAt) Zero() blocks.Partial {
	b := q.P.V.Rows
	s := &Slope{
		of: q, Derivative: kernel.NewDerivative(q.P.V, len(q.Units.Mean), PieceRows), z: linalg.Borrow(PieceRows, q.P.W.Rows),
		k: linalg.Borrow(PieceRows, b), a: linalg.Borrow(PieceRows, b), e: linalg.Borrow(PieceRows, q.Outputs),
	}
	sum, za := s.Derivative.Sums()
	s.Totals = blocks.NewTotals(q, blocks.Total{Matrix: sum}, blocks.Total{Matrix: za})
	return s
}

func (q *SlopeAt) Complete() error {
	b, k := q.P.V.Rows, q.Outputs
	return blocks.Consistent(q.Beta.Rows == b, q.Beta.Cols == k, q.Back.Rows == k, q.Back.Cols == b, len(q.Offset) == k)
}

// Slope is that sum.
type Slope struct {
	blocks.Totals
	*kernel.Derivative
	of         *SlopeAt
	z, k, e, a linalg.Matrix // of a piece: z, K, E, dS/dK ∘ K
}

// Release gives the memory back.
func (s *Slope) Release() { linalg.Return(s.z, s.k, s.a, s.e) }

func (s *Slope) Add(block blocks.Block) error {
	return s.Each(block, s.of.Units, PieceRows, s.of.Outputs, s.add)
}

func (s *Slope) add(x, y linalg.Matrix, weights []float64) {
	k, e, a, q := s.k.Slice(0, x.Rows), s.e.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.of
	z := q.P.Kernel(k, s.z, x, kernel.Gaussian, q.Width)
	for i := range e.Rows {
		row := e.Row(i)
		for j, v := range y.Row(i) {
			row[j] = q.Scale * (v + q.Offset[j]) / q.N
		}
	}
	linalg.AddMul(e, -q.Scale/q.N, k, q.Beta)
	blocks.ScaleRows(e, weights)
	linalg.Mul(a, e, q.Back)
	linalg.Hadamard(a, k)
	s.Derivative.Add(x, z, a)
}

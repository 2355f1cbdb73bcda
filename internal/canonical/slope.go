package canonical

import (
	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// slopes asks for dS/dW at one W, where the regression is known: the sum over rows of
// dS/dK · dK/dW with dS/dK = E T⁻¹ Bᵀ / n.
type slopes struct {
	*place
	width  float64
	beta   linalg.Matrix // B
	back   linalg.Matrix // T⁻¹ Bᵀ
	offset []float64     // what centring K and Y adds to E
	n      float64       // all rows
}

// Kind implements blocks.Statistic.
func (q *slopes) Kind() string { return "slope" }

// Zero implements blocks.Statistic.
func (q *slopes) Zero() blocks.Partial {
	s := &slope{of: q, g: kernel.NewDerivative(q.p.V, len(q.units.Mean), pieceRows), memory: q.pieces()}
	sum, za := s.g.Sums()
	s.Totals = blocks.NewTotals(q, blocks.Total{Matrix: sum}, blocks.Total{Matrix: za})
	return s
}

// Plan implements blocks.Statistic.
func (q *slopes) Plan(n, width int) blocks.Plan {
	b, m := q.p.V.Rows, q.p.V.Cols
	return blocks.Plan{Parts: blocks.Divide(n, width, width*m+(m+1)*b)}
}

// AppendBinary implements blocks.Statistic.
func (q *slopes) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Matrix(wire.Matrix(wire.Float(q.place.append(to), q.width), q.beta), q.back)
	return wire.Float(wire.Floats(to, q.offset), q.n), nil
}

func readSlope(r *wire.Reader) (blocks.Statistic, error) {
	at, err := readPlace(r)
	if err != nil {
		return nil, err
	}
	q := &slopes{place: at, width: r.Float(), beta: r.Matrix(), back: r.Matrix(), offset: r.Floats(), n: r.Float()}
	b, k := at.p.V.Rows, at.outputs
	if q.beta.Rows != b || q.beta.Cols != k || q.back.Rows != k || q.back.Cols != b || len(q.offset) != k || !(q.n >= 1) || !(q.width > 0) {
		return nil, blocks.ErrInconsistent
	}
	return q, nil
}

// slope is that sum.
type slope struct {
	blocks.Totals
	of *slopes
	g  *kernel.Derivative

	memory  pieces
	k, e, a linalg.Matrix // of a piece: K, residuals, dS/dK ∘ K
}

// Release gives the memory back.
func (s *slope) Release() { linalg.Return(s.k, s.a) }

// Add implements blocks.Partial.
func (s *slope) Add(block blocks.Block) error {
	if s.e.Rows == 0 {
		b := s.of.p.V.Rows
		s.k, s.a, s.e = linalg.Borrow(pieceRows, b), linalg.Borrow(pieceRows, b), linalg.New(pieceRows, s.of.outputs)
	}
	return s.memory.each(s.of.place, block, func(x, y linalg.Matrix) {
		k := s.k.Slice(0, x.Rows)
		s.add(x, s.of.p.Kernel(k, s.memory.z, x, kernel.Gaussian, s.of.width), k, y)
	})
}

func (s *slope) add(x, z, k, y linalg.Matrix) {
	e, a, q := s.e.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.of
	s.Rows += x.Rows
	for i := range e.Rows {
		row := e.Row(i)
		for j, v := range y.Row(i) {
			row[j] = (v + q.offset[j]) / q.n
		}
	}
	linalg.AddMul(e, -1/q.n, k, q.beta)
	linalg.Mul(a, e, q.back)
	multiply(a, k)
	s.g.Add(x, z, a)
}

// multiply sets a = a ∘ b.
func multiply(a, b linalg.Matrix) {
	for i := range a.Rows {
		linalg.Products(a.Row(i), a.Row(i), b.Row(i))
	}
}

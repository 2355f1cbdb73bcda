package canonical

import (
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// slope is the statistic of dS/dW at one W, where the regression is known: the sum over
// rows of dS/dK · dK/dW with dS/dK = E T⁻¹ Bᵀ / n.
type slope struct {
	at     *place
	beta   linalg.Matrix // B
	back   linalg.Matrix // T⁻¹ Bᵀ
	offset []float64     // what centring K and Y adds to E
	n      float64       // all rows
	g      *kernel.Derivative

	memory  pieceMemory
	k, e, a linalg.Matrix // of a piece: K, residuals, dS/dK ∘ K
}

// start makes the sums over no rows.
func (s *slope) start() *slope {
	s.g = kernel.NewDerivative(s.at.p.V, len(s.at.units.Mean), pieceRows)
	return s
}

// Kind implements blocks.Statistic.
func (s *slope) Kind() string { return "slope" }

// Empty implements blocks.Statistic.
func (s *slope) Empty() blocks.Statistic {
	question := &slope{at: s.at, beta: s.beta, back: s.back, offset: s.offset, n: s.n}
	return question.start()
}

// Size implements blocks.Statistic.
func (s *slope) Size() int {
	d, b, m := len(s.at.units.Mean), s.at.p.V.Rows, s.at.p.V.Cols
	return d*m + (m+1)*b
}

// Release gives the memory back.
func (s *slope) Release() { linalg.Return(s.k, s.a) }

// Add implements blocks.Statistic.
func (s *slope) Add(block blocks.Block) error {
	if s.e.Rows == 0 {
		b := s.at.p.V.Rows
		s.k, s.a, s.e = linalg.Borrow(pieceRows, b), linalg.Borrow(pieceRows, b), linalg.New(pieceRows, s.at.outputs)
	}
	k := func(size int) linalg.Matrix { return s.k.Slice(0, size) }
	return s.at.each(block, &s.memory, k, func(x, z, y linalg.Matrix) { s.add(x, z, s.k.Slice(0, x.Rows), y) })
}

func (s *slope) add(x, z, k, y linalg.Matrix) {
	e, a := s.e.Slice(0, x.Rows), s.a.Slice(0, x.Rows)
	for i := range e.Rows {
		row := e.Row(i)
		for j, v := range y.Row(i) {
			row[j] = (v + s.offset[j]) / s.n
		}
	}
	linalg.AddMul(e, -1/s.n, k, s.beta)
	linalg.Mul(a, e, s.back)
	multiply(a, k)
	s.g.Add(x, z, a)
}

// multiply sets a = a ∘ b.
func multiply(a, b linalg.Matrix) {
	for i := range a.Rows {
		linalg.Products(a.Row(i), a.Row(i), b.Row(i))
	}
}

// Merge implements blocks.Statistic.
func (s *slope) Merge(other blocks.Statistic) error {
	o, ok := other.(*slope)
	if !ok || !s.at.same(o.at) || !s.beta.Equal(o.beta) || !s.back.Equal(o.back) || !slices.Equal(s.offset, o.offset) || s.n != o.n {
		return blocks.Mismatch(s, other)
	}
	s.g.Merge(o.g)
	return nil
}

// AppendBinary implements blocks.Statistic.
func (s *slope) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Matrix(wire.Matrix(s.at.append(to), s.beta), s.back)
	to = wire.Float(wire.Floats(to, s.offset), s.n)
	sum, za := s.g.Sums()
	return wire.Matrix(wire.Matrix(to, sum), za), nil
}

// UnmarshalBinary implements blocks.Statistic.
func (s *slope) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	at, err := readPlace(r)
	if err != nil {
		return err
	}
	question := &slope{at: at, beta: r.Matrix(), back: r.Matrix(), offset: r.Floats(), n: r.Float()}
	sum, za := r.Matrix(), r.Matrix()
	if err := r.Err(); err != nil {
		return err
	}
	d, b, m, k := len(at.units.Mean), at.p.V.Rows, at.p.V.Cols, at.outputs
	for _, shape := range []struct {
		a          linalg.Matrix
		rows, cols int
	}{{question.beta, b, k}, {question.back, k, b}, {sum, m, d}, {za, m + 1, b}} {
		if shape.a.Rows != shape.rows || shape.a.Cols != shape.cols {
			return errInconsistent
		}
	}
	if len(question.offset) != k || !(question.n >= 1) {
		return errInconsistent
	}
	*s = *question.start()
	have, haveZA := s.g.Sums()
	have.Copy(sum)
	haveZA.Copy(za)
	return nil
}

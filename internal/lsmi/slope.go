package lsmi

import (
	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// slopeAt asks for the derivative of the estimate: the sum over rows of dS/dK · dK/dW, for
// the active centres alone.
type slopeAt struct {
	*place
	width  float64 // of z
	active []int
	v      linalg.Matrix // these centres in z
	joint  []float64     // a, of all centres
	t      linalg.Matrix // (αcᵀ + cαᵀ) ∘ (LᵀL) / n² of the active centres
	n      float64       // all rows
}

// Kind implements blocks.Statistic.
func (at *slopeAt) Kind() string { return "smi slope" }

// Zero implements blocks.Statistic.
func (at *slopeAt) Zero() blocks.Partial {
	s := &slope{of: at}
	s.Derivative = kernel.NewDerivative(at.v, len(at.units.Mean), min(at.block, int(at.n)))
	sum, za := s.Sums()
	s.Totals = blocks.NewTotals(at, blocks.Total{Matrix: sum}, blocks.Total{Matrix: za})
	return s
}

// AppendBinary implements blocks.Statistic.
func (at *slopeAt) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Ints(wire.Float(at.place.append(to), at.width), at.active)
	to = wire.Matrix(wire.Floats(wire.Matrix(to, at.v), at.joint), at.t)
	return wire.Float(to, at.n), nil
}

func readSlope(r *wire.Reader) (blocks.Statistic, error) {
	p, err := readPlace(r)
	if err != nil || p.outputs != 1 {
		return nil, blocks.ErrInconsistent
	}
	at := &slopeAt{place: p, width: r.Float(), active: r.Ints(), v: r.Matrix(), joint: r.Floats(), t: r.Matrix(), n: r.Float()}
	k := len(at.active)
	if at.v.Rows != k || at.v.Cols != p.p.V.Cols || len(at.joint) != p.p.V.Rows || at.t.Rows != k || at.t.Cols != k || !(at.n >= 1) {
		return nil, blocks.ErrInconsistent
	}
	for _, i := range at.active {
		if i < 0 || i >= len(at.joint) {
			return nil, blocks.ErrInconsistent
		}
	}
	return at, nil
}

type slope struct {
	blocks.Totals
	*kernel.Derivative
	of       *slopeAt
	memory   arranged
	k, a, kt linalg.Matrix // of a block: K, A and K T
}

// Add implements blocks.Partial.
func (s *slope) Add(block blocks.Block) error { return s.memory.each(s.of.place, block, s.add) }

func (s *slope) add(x linalg.Matrix) {
	at := s.of
	active := len(at.active)
	s.Rows += x.Rows
	s.k, s.a, s.kt = atLeast(s.k, x.Rows, len(at.joint)), atLeast(s.a, x.Rows, active), atLeast(s.kt, x.Rows, active)
	k, a, kt := s.k.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.kt.Slice(0, x.Rows)
	z := at.p.Kernel(k, s.memory.z, x, at.kernel, at.width)
	for i := range a.Rows {
		gather(a.Row(i), k.Row(i), at.active)
	}
	linalg.Mul(kt, a, at.t)
	linalg.Parallel(a.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			at.slopes(a.Row(i), kt.Row(i), s.memory.l[0].Row(s.memory.order[i]))
		}
	})
	s.Derivative.Add(x, z, a)
}

// slopes turns a row of K at the active centres into the row of A = P ∘ k.
func (at *slopeAt) slopes(row, kt, l []float64) {
	at.kernel.Slope(row)
	for c, i := range at.active {
		row[c] *= at.joint[i]*l[i]/at.n - kt[c]
	}
}

func gather(dst, from []float64, index []int) {
	for c, i := range index {
		dst[c] = from[i]
	}
}

// Release gives the memory back.
func (s *slope) Release() {
	linalg.Return(s.k, s.a, s.kt)
	blocks.Return(&s.memory.x)
}

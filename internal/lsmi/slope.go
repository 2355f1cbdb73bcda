package lsmi

import (
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// slopeAt asks for the derivative of the estimate: the sum over rows of dS/dK · dK/dW, for
// the active centres alone.
type slopeAt struct {
	place
	Width  float64 // of z
	Active []int
	V      linalg.Matrix // these centres in z
	Joint  []float64     // a, of all centres
	T      linalg.Matrix // (αcᵀ + cαᵀ) ∘ (LᵀL) / n² of the active centres
	N      int           // all rows
}

func (at *slopeAt) Kind() string { return "smi slope" }

func (at *slopeAt) Zero() blocks.Partial {
	s := &slope{of: at}
	s.Derivative = kernel.NewDerivative(at.V, len(at.Units.Mean), min(at.Block, at.N))
	sum, za := s.Derivative.Sums()
	s.Totals = blocks.NewTotals(at, blocks.Total{Matrix: sum}, blocks.Total{Matrix: za})
	return s
}

func (at *slopeAt) Complete() error {
	k, b := len(at.Active), at.P.V.Rows
	beyond := slices.ContainsFunc(at.Active, func(i int) bool { return i < 0 || i >= b })
	return blocks.Consistent(at.single() == nil, at.V.Rows == k, at.V.Cols == at.P.V.Cols, len(at.Joint) == b, at.T.Rows == k, at.T.Cols == k, at.N >= 1, !beyond)
}

type slope struct {
	blocks.Totals
	*kernel.Derivative
	of       *slopeAt
	memory   arranged
	k, a, kt linalg.Matrix // of a block: K, A and K T
}

func (s *slope) Add(block blocks.Block) error { return s.memory.each(&s.of.place, block, s.add) }

func (s *slope) add(x linalg.Matrix) {
	at := s.of
	active := len(at.Active)
	s.Rows += x.Rows
	s.k, s.a, s.kt = atLeast(s.k, x.Rows, len(at.Joint)), atLeast(s.a, x.Rows, active), atLeast(s.kt, x.Rows, active)
	k, a, kt := s.k.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.kt.Slice(0, x.Rows)
	z := at.P.Kernel(k, s.memory.z, x, at.Kernel, at.Width)
	for i := range a.Rows {
		for c, l := range at.Active {
			a.Row(i)[c] = k.Row(i)[l]
		}
	}
	linalg.Mul(kt, a, at.T)
	linalg.Parallel(a.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			at.slopes(a.Row(i), kt.Row(i), s.memory.l[0].Row(s.memory.order.Rows[i]))
		}
	})
	blocks.ScaleRows(a, s.memory.weights(0, x.Rows))
	s.Derivative.Add(x, z, a)
}

// slopes turns a row of K at the active centres into the row of A = P ∘ k.
func (at *slopeAt) slopes(row, kt, l []float64) {
	at.Kernel.Slope(row)
	for c, i := range at.Active {
		row[c] *= at.Joint[i]*l[i]/float64(at.N) - kt[c]
	}
}

// Release gives the memory back.
func (s *slope) Release() {
	linalg.Return(s.k, s.a, s.kt)
	blocks.Return(&s.memory.x)
}

package canonical

import (
	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// regressions asks for the sums of the regression of functions of y on K at one W, for
// several widths of K.
type regressions struct {
	*place
	widths []float64
	size   int // of the sums, as the plan counts them
}

// Kind implements blocks.Statistic.
func (q *regressions) Kind() string { return "regression" }

// Zero implements blocks.Statistic.
func (q *regressions) Zero() blocks.Partial {
	s := &regression{of: q, memory: q.pieces()}
	var totals []blocks.Total
	for range q.widths {
		sums := newRegressionSums(q.p.V.Rows, q.outputs)
		sums.all.Zero()
		s.sums, totals = append(s.sums, sums), append(totals, blocks.Total{Matrix: sums.all, Upper: true})
	}
	s.Totals = blocks.NewTotals(q, totals...)
	return s
}

// Plan implements blocks.Statistic.
func (q *regressions) Plan(n, width int) blocks.Plan {
	return blocks.Plan{Parts: blocks.Divide(n, width, q.size)}
}

// AppendBinary implements blocks.Statistic.
func (q *regressions) AppendBinary(to []byte) ([]byte, error) {
	return wire.Int(wire.Floats(q.place.append(to), q.widths), q.size), nil
}

func readRegression(r *wire.Reader) (blocks.Statistic, error) {
	at, err := readPlace(r)
	q := &regressions{place: at, widths: r.Floats(), size: r.Int()}
	if err != nil || len(q.widths) == 0 {
		return nil, blocks.ErrInconsistent
	}
	return q, nil
}

// regression is these sums, for each width.
type regression struct {
	blocks.Totals
	of   *regressions
	sums []*regressionSums

	memory  pieces
	squared linalg.Matrix // of a piece
	ky1     linalg.Matrix // K, Y and 1 of it
}

// Release gives the memory back.
func (s *regression) Release() {
	s.Totals.Release()
	s.finish()
}

// finish gives back what is needed only while rows are added.
func (s *regression) finish() {
	linalg.Return(s.squared, s.ky1)
	s.squared, s.ky1 = linalg.Matrix{}, linalg.Matrix{}
}

// Add implements blocks.Partial.
func (s *regression) Add(block blocks.Block) error {
	q, b := s.of, s.of.p.V.Rows
	if s.ky1.Rows == 0 {
		s.squared, s.ky1 = linalg.Borrow(pieceRows, b), s.sums[0].beside(pieceRows)
	}
	return s.memory.each(q.place, block, func(x, y linalg.Matrix) {
		ky1, squared := s.ky1.Slice(0, x.Rows), s.squared.Slice(0, x.Rows)
		k := ky1.Columns(0, b)
		s.Rows += x.Rows
		if len(q.widths) == 1 {
			q.p.Kernel(k, s.memory.z, x, kernel.Gaussian, q.widths[0])
			s.sums[0].add(ky1, y)
			return
		}
		q.p.Distances(squared, s.memory.z, x)
		for i, width := range q.widths {
			kernel.Gaussian.Matrix(k, squared, width)
			s.sums[i].add(ky1, y)
		}
	})
}

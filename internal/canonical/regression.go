package canonical

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Regress returns KᵀK, its upper triangle, and KᵀY for the kernel of x with the centres u.
func Regress(ctx context.Context, x *blocks.Standard, y blocks.Aligned, u linalg.Matrix, width float64) (kk, ky linalg.Matrix, err error) {
	b, r := u.Rows, y.Width()
	at := Place{Units: x.Units(), P: kernel.Project(linalg.Matrix{}, u), Outputs: r, Size: (b + r + 1) * (b + r + 1)}
	sum, err := blocks.Sum[*regression](ctx, x.Source, &regressions{Place: at, Widths: []float64{width}}, y)
	if err != nil {
		return kk, ky, err
	}
	defer sum.Release()
	return sum.sums[0].kk.Clone(), sum.sums[0].ky.Clone(), nil
}

// regressions asks for the sums of the regression of functions of y on K at one W, for
// several widths of K.
type regressions struct {
	Place
	Widths []float64
}

func (q *regressions) Kind() string { return "regression" }

func (q *regressions) Zero() blocks.Partial {
	s := &regression{of: q, z: linalg.New(PieceRows, q.P.W.Rows), squared: linalg.Borrow(PieceRows, q.P.V.Rows)}
	var totals []blocks.Total
	for range q.Widths {
		sums := newRegressionSums(q.P.V.Rows, q.Outputs)
		sums.all.Zero()
		s.sums, totals = append(s.sums, sums), append(totals, blocks.Total{Matrix: sums.all, Upper: true})
	}
	s.ky1 = s.sums[0].beside(PieceRows)
	s.Totals = blocks.NewTotals(q, totals...)
	return s
}

func (q *regressions) Complete() error { return blocks.Consistent(len(q.Widths) > 0) }

// regression is these sums, for each width.
type regression struct {
	blocks.Totals
	of   *regressions
	sums []*regressionSums

	z       linalg.Matrix // of a piece
	squared linalg.Matrix // distances of it
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

func (s *regression) Add(block blocks.Block) error {
	q := s.of
	return s.EachWeighted(block, q.Units, PieceRows, q.Outputs, func(x, y linalg.Matrix, weights []float64) {
		ky1, squared := s.ky1.Slice(0, x.Rows), s.squared.Slice(0, x.Rows)
		k := ky1.Columns(0, q.P.V.Rows)
		if len(q.Widths) == 1 {
			q.P.Kernel(k, s.z, x, kernel.Gaussian, q.Widths[0])
			s.sums[0].add(ky1, y, weights)
			return
		}
		q.P.Distances(squared, s.z, x)
		for i, width := range q.Widths {
			kernel.Gaussian.Matrix(k, squared, width)
			s.sums[i].add(ky1, y, weights)
		}
	})
}

package blocks

import (
	"context"
	"math"

	"suffice/internal/linalg"
	"suffice/rows"
)

// TimesSquare returns v AᵀA, for the rows of v, by the weights of the rows, in one reading of the rows; of sparse rows in
// two, which cost what is not zero.
func (s *Standard) TimesSquare(ctx context.Context, v linalg.Matrix) (linalg.Matrix, error) {
	if _, sparse := s.Source.(rows.Sparse); sparse {
		t := linalg.New(s.Len(), v.Rows)
		if err := s.Times(ctx, t, v); err != nil {
			return t, err
		}
		return s.CombineAligned(ctx, InMemory{t})
	}
	q := &timesSquare{Units: s.Units(), V: v, Near: s.near()}
	if err := q.Complete(); err != nil {
		return linalg.Matrix{}, err
	}
	sum, err := Sum[*squared](ctx, s.Source, q)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.matrix(), nil
}

// near reports whether no mean is so far from 0 that products with rows as they are would
// lose more than two digits to it.
func (s *Standard) near() bool {
	const far = 100 // standard deviations, where columns are scaled to these
	for j, m := range s.Mean {
		if math.Abs(m) > far*s.Scale[j] {
			return false
		}
	}
	return true
}

// timesSquare asks for v AᵀA. Where means are near 0, rows are multiplied as they are, and
// means and scales are put into the weights and taken out of the sums.
type timesSquare struct {
	Units *Units
	V     linalg.Matrix
	Near  bool

	weights linalg.Matrix // V diag(1/scale)
	mean    []float64     // the product of the means with these
}

func (q *timesSquare) Kind() string { return "times square" }

func (q *timesSquare) Weighs() bool { return true }

func (q *timesSquare) Plan(_, width int) Plan { return Plan{Parts: InTurn(productRows(width))} }

func (q *timesSquare) Complete() error {
	if err := Consistent(q.V.Rows >= 1, q.V.Cols == len(q.Units.Mean)); err != nil {
		return err
	}
	q.weights, q.mean = q.V.Clone(), make([]float64, q.V.Rows)
	for k := range q.mean {
		row := q.weights.Row(k)
		for j, scale := range q.Units.Scale {
			row[j] /= scale
		}
		q.mean[k] = linalg.Dot(row, q.Units.Mean)
	}
	return nil
}

func (q *timesSquare) Zero() Partial {
	s := &squared{of: q, sum: linalg.New(q.V.Rows, q.V.Cols), total: make([]float64, q.V.Rows)}
	s.Totals = NewTotals(q, Total{Matrix: s.sum}, Vector(s.total))
	return s
}

// squared is the sum, of rows as they are where means are near 0.
type squared struct {
	Totals
	of    *timesSquare
	sum   linalg.Matrix
	total []float64 // of the products of rows with weights
}

func (s *squared) Add(block Block) error {
	q, d := s.of, s.of.V.Cols
	if !q.Near {
		return s.EachWeighted(block, q.Units, productRows(d), 0, func(x, _ linalg.Matrix, weights []float64) {
			ScaleRoots(x, weights)
			linalg.AddTMul(s.sum, 1, linalg.TimesT(x, q.V), x)
		})
	}
	if err := block.CheckInputs(d); err != nil {
		return err
	}
	x := linalg.Of(block.Rows, d, block.X)
	t := linalg.TimesT(x, q.weights)
	for i := range t.Rows {
		linalg.Axpy(-1, q.mean, t.Row(i))
		if block.Weights != nil {
			linalg.ScaleRow(block.Weights[i], t.Row(i))
		}
		linalg.Axpy(1, t.Row(i), s.total)
	}
	linalg.AddTMul(s.sum, 1, t, x)
	s.Rows += block.Rows
	return nil
}

// matrix is v AᵀA, once all rows are there.
func (s *squared) matrix() linalg.Matrix {
	if !s.of.Near {
		return s.sum
	}
	for k := range s.sum.Rows {
		row := s.sum.Row(k)
		linalg.Axpy(-s.total[k], s.of.Units.Mean, row)
		for j, scale := range s.of.Units.Scale {
			row[j] /= scale
		}
	}
	return s.sum
}

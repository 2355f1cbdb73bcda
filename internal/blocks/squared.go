package blocks

import (
	"context"

	"suffice/internal/linalg"
	"suffice/rows"
)

// TimesSquare returns v AᵀA, for the rows of v, in one reading of the rows; of sparse rows in
// two, which cost what is not zero.
func (s *Standard) TimesSquare(ctx context.Context, v linalg.Matrix) (linalg.Matrix, error) {
	if _, sparse := s.Source.(rows.Sparse); sparse {
		t := linalg.New(s.Len(), v.Rows)
		if err := s.Times(ctx, t, v); err != nil {
			return t, err
		}
		return s.Combine(ctx, t)
	}
	sum, err := Sum[*squared](ctx, s.Source, &timesSquare{s.Units(), v})
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.sum, nil
}

// timesSquare asks for v AᵀA.
type timesSquare struct {
	Units *Units
	V     linalg.Matrix
}

func (q *timesSquare) Kind() string { return "times square" }

func (q *timesSquare) Plan(_, width int) Plan { return Plan{Parts: InTurn(productRows(width))} }

func (q *timesSquare) Complete() error {
	return Consistent(q.V.Rows >= 1, q.V.Cols == len(q.Units.Mean))
}

func (q *timesSquare) Zero() Partial {
	sum := linalg.New(q.V.Rows, q.V.Cols)
	return &squared{Totals: NewTotals(q, Total{Matrix: sum}), of: q, sum: sum}
}

type squared struct {
	Totals
	of  *timesSquare
	sum linalg.Matrix
}

func (s *squared) Add(block Block) error {
	v := s.of.V
	return s.Each(block, s.of.Units, productRows(v.Cols), 0, func(x, _ linalg.Matrix) {
		linalg.AddTMul(s.sum, 1, linalg.TimesT(x, v), x)
	})
}

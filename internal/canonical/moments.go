package canonical

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/rows"
)

// Moments is how the functions of y go with the first and second powers of x, which
// a search can start from: the covariances with x (as sliced inverse regression has
// them) and with the products of two inputs (as principal Hessian directions).
type Moments struct {
	Linear    linalg.Matrix   // r x d: YᵀX/n
	Quadratic []linalg.Matrix // r of d x d: Σ_i y_ik x_i x_iᵀ / n
}

// Moments takes the sums over the rows; without quadratic it leaves out the second
// powers, which cost r n d².
func (p Problem) Moments(ctx context.Context, quadratic bool) (Moments, error) {
	q := &powers{p.X.Units(), quadratic, p.Y.Cols, float64(p.X.Len())}
	sum, err := aggregate.Sum[*powerSums](ctx, p.X.Source, q, aggregate.InMemory{Matrix: p.Y})
	if err != nil {
		return Moments{}, err
	}
	return sum.moments, nil
}

// powers asks for the covariances of functions of y with the powers of x, over n rows.
type powers struct {
	Units     *aggregate.Units
	Quadratic bool
	Outputs   int
	N         float64
}

func (q *powers) Kind() string { return "powers" }

func (q *powers) Weighs() bool { return true }

func (q *powers) Zero() aggregate.Partial {
	d := len(q.Units.Mean)
	s := &powerSums{of: q, moments: Moments{Linear: linalg.New(q.Outputs, d)}}
	totals := []aggregate.Total{{Matrix: s.moments.Linear}}
	for range q.Outputs {
		if q.Quadratic {
			sum := linalg.New(d, d)
			s.moments.Quadratic, totals = append(s.moments.Quadratic, sum), append(totals, aggregate.Total{Matrix: sum})
		}
	}
	s.Totals = aggregate.NewTotals(q, totals...)
	return s
}

func (q *powers) Plan(_, width int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.InTurn(rows.BlockLen(width))}
}

func (q *powers) Complete() error { return aggregate.Consistent(q.Outputs >= 1) }

type powerSums struct {
	aggregate.Totals
	of       *powers
	moments  Moments
	weighted []float64
}

func (s *powerSums) Add(block aggregate.Block) error {
	units, n := s.of.Units, s.of.N
	return s.Each(block, units, rows.BlockLen(len(units.Mean)), s.of.Outputs, func(x, y linalg.Matrix, weights []float64) {
		if weights != nil { // y is not ours to change
			y = y.Clone()
			aggregate.ScaleRows(y, weights)
		}
		linalg.AddTMul(s.moments.Linear, 1/n, y, x)
		for k, sum := range s.moments.Quadratic {
			weighted := linalg.Of(x.Rows, x.Cols, aggregate.Room(&s.weighted, len(x.Data)))
			for i := range x.Rows {
				row, weight := weighted.Row(i), y.At(i, k)
				for j, v := range x.Row(i) {
					row[j] = weight * v
				}
			}
			linalg.AddTMul(sum, 1/n, x, weighted)
		}
	})
}

// Matrix is Σ_k (g_k g_kᵀ + ½ H_k²) in the coordinates x̃ = T x, t being T, symmetric (none
// means x itself): the squared correlations of linear and of quadratic functions of x̃ with
// those of y, by direction, where x̃ is normal.
func (m Moments) Matrix(t linalg.Matrix) linalg.Matrix {
	g := m.Linear
	if t.Rows > 0 {
		g = linalg.Times(m.Linear, t)
	}
	sum := linalg.TTimes(g, g)
	for _, h := range m.Quadratic {
		if t.Rows > 0 {
			h = linalg.Times(linalg.Times(t, h), t)
		}
		linalg.AddTMul(sum, .5, h, h)
	}
	return sum
}

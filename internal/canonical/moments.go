package canonical

import (
	"context"

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
	d, r, n := p.X.Width(), p.Y.Cols, float64(p.X.Len())
	m := Moments{Linear: linalg.New(r, d)}
	if quadratic {
		m.Quadratic = make([]linalg.Matrix, r)
		for k := range m.Quadratic {
			m.Quadratic[k] = linalg.New(d, d)
		}
	}
	size := min(p.X.Len(), rows.BlockLen(d))
	weighted := linalg.New(size, d)
	err := rows.Each(ctx, p.X, size, func(from, to int, data []float64) error {
		x, y := linalg.Of(to-from, d, data), p.Y.Slice(from, to)
		linalg.AddTMul(m.Linear, 1/n, y, x)
		for k, sum := range m.Quadratic {
			for i := range x.Rows {
				row, weight := weighted.Row(i), y.At(i, k)
				for j, v := range x.Row(i) {
					row[j] = weight * v
				}
			}
			linalg.AddTMul(sum, 1/n, x, weighted.Slice(0, x.Rows))
		}
		return ctx.Err()
	})
	return m, err
}

// Matrix is Σ_k (g_k g_kᵀ + ½ H_k²) in the coordinates x̃ = T x, t being T, symmetric (none
// means x itself): the squared correlations of linear and of quadratic functions of x̃ with
// those of y, by direction, where x̃ is normal.
func (m Moments) Matrix(t linalg.Matrix) linalg.Matrix {
	g := m.Linear
	if t.Rows > 0 {
		g = linalg.New(m.Linear.Rows, m.Linear.Cols)
		linalg.Mul(g, m.Linear, t)
	}
	sum := linalg.New(g.Cols, g.Cols)
	linalg.TMul(sum, g, g)
	for _, h := range m.Quadratic {
		if t.Rows > 0 {
			half, full := linalg.New(h.Rows, h.Cols), linalg.New(h.Rows, h.Cols)
			linalg.Mul(half, t, h)
			linalg.Mul(full, half, t)
			h = full
		}
		linalg.AddTMul(sum, .5, h, h)
	}
	return sum
}

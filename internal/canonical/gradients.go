package canonical

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Gradients returns the mean outer product of the gradients in z = W x of the regressions
// of all functions of y, with the centres u and the settings: what of z they change with.
func (p Problem) Gradients(ctx context.Context, w, u linalg.Matrix, at Choice) (linalg.Matrix, error) {
	objective := NewObjective(p.X, blocks.InMemory{Matrix: p.Y}, p.By, u, at)
	defer objective.Release()
	if _, err := objective.Value(ctx, w); err != nil {
		return linalg.Matrix{}, err
	}
	return outerProducts(ctx, p.X, &gradientsAt{Place: objective.at, Width: at.Width, Beta: objective.beta})
}

// OuterProducts returns the mean outer product of the gradients in x of the functions
// Σ_l β_l K(x, u_l), whose coefficients are the columns of beta.
func OuterProducts(ctx context.Context, x *blocks.Standard, u, beta linalg.Matrix, width float64) (linalg.Matrix, error) {
	at := Place{Units: x.Units(), P: kernel.Project(linalg.Matrix{}, u), Outputs: beta.Cols}
	return outerProducts(ctx, x, &gradientsAt{Place: at, Width: width, Beta: beta})
}

func outerProducts(ctx context.Context, x *blocks.Standard, q *gradientsAt) (linalg.Matrix, error) {
	q.Size = q.P.V.Cols * q.P.V.Cols
	sum, err := blocks.Sum[*gradients](ctx, x.Source, q)
	if err != nil {
		return linalg.Matrix{}, err
	}
	defer sum.Release()
	linalg.Scale(1/float64(x.Len()), sum.outer)
	linalg.Symmetrize(sum.outer)
	return sum.outer, nil
}

// gradientsAt asks for the sum of their outer products.
type gradientsAt struct {
	Place
	Width float64
	Beta  linalg.Matrix
}

func (q *gradientsAt) Kind() string { return "gradients" }

func (q *gradientsAt) Complete() error { return blocks.Consistent(q.Beta.Rows == q.P.V.Rows) }

func (q *gradientsAt) Zero() blocks.Partial {
	b, m := q.P.V.Rows, q.P.V.Cols
	s := &gradients{
		of: q, outer: linalg.New(m, m), v1: linalg.New(b, m+1), z: linalg.Borrow(PieceRows, m),
		k: linalg.Borrow(PieceRows, b), a: linalg.Borrow(PieceRows, b), slope: linalg.Borrow(PieceRows, m+1),
	}
	for l := range b {
		copy(s.v1.Row(l), q.P.V.Row(l))
		s.v1.Row(l)[m] = 1
	}
	s.Totals = blocks.NewTotals(q, blocks.Total{Matrix: s.outer, Upper: true})
	return s
}

// gradients is that sum.
type gradients struct {
	blocks.Totals
	of      *gradientsAt
	outer   linalg.Matrix
	v1      linalg.Matrix // the centres and 1
	z, k, a linalg.Matrix // of a piece: z, K, K with the coefficients of a function
	slope   linalg.Matrix // A V and A 1, then the gradients
}

// Release gives the memory back.
func (s *gradients) Release() { linalg.Return(s.z, s.k, s.a, s.slope) }

// Add adds Σ g gᵀ, g = Σ_l β_l K(z, v_l) (v_l - z) / s² for each function and row.
func (s *gradients) Add(block blocks.Block) error {
	q, m := s.of, s.of.P.V.Cols
	beta := q.Beta.Transposed()
	return s.EachWeighted(block, q.Units, PieceRows, 0, func(x, _ linalg.Matrix, weights []float64) {
		k, a, slope := s.k.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.slope.Slice(0, x.Rows)
		z := q.P.Kernel(k, s.z, x, kernel.Gaussian, q.Width)
		for f := range beta.Rows {
			for i := range a.Rows {
				linalg.Products(a.Row(i), k.Row(i), beta.Row(f))
			}
			linalg.Mul(slope, a, s.v1)
			for i := range slope.Rows {
				row := slope.Row(i)
				total := row[m]
				for j, v := range z.Row(i) {
					row[j] = (row[j] - total*v) / (q.Width * q.Width)
				}
			}
			blocks.ScaleRoots(slope, weights)
			linalg.AddGram(s.outer, slope.Columns(0, m))
		}
	})
}

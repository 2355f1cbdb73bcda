package canonical

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// gradients returns the mean outer product of the gradients in z = W x of the regressions of all
// functions of y with the best settings: what of z they change with. The mean is over so many rows
// at most; 0 means all.
func (s *search) gradients(ctx context.Context, most int) (linalg.Matrix, error) {
	beta, err := s.coefficients()
	if err != nil {
		return beta, err
	}
	x := s.X
	if n := x.Len(); most > 0 && n > most {
		if x, err = x.Subset(ctx, leftOut(n, most)); err != nil {
			return beta, err
		}
	}
	at := Place{Units: s.X.Units(), P: s.p, Outputs: beta.Cols}
	return outerProducts(ctx, x, &gradientsAt{Place: at, Width: s.best.Width, Beta: beta})
}

// OuterProducts returns the mean outer product of the gradients in x of the functions
// Σ_l β_l K(x, u_l), whose coefficients are the columns of beta.
func OuterProducts(ctx context.Context, x *aggregate.Standard, u, beta linalg.Matrix, width float64) (linalg.Matrix, error) {
	at := Place{Units: x.Units(), P: kernel.Project(linalg.Matrix{}, u), Outputs: beta.Cols}
	return outerProducts(ctx, x, &gradientsAt{Place: at, Width: width, Beta: beta})
}

// largestState is about how many bytes the state of a question may have; with the rest of it, it
// is below 100 kB.
const largestState = 95_000

// together is how many of the functions are asked for at once: all, or as many as keep the
// question small where rows may be elsewhere and the centres leave room for any.
func (q *gradientsAt) together(n int) int {
	const number = 8
	b, all := q.P.V.Rows, q.Beta.Cols
	besides := number * (len(q.P.V.Data) + len(q.P.W.Data) + 2*len(q.Units.Mean))
	if fit := (largestState - besides) / (number * b); n > sampling.ForAll && fit >= 1 {
		return min(all, fit)
	}
	return all
}

// outerProducts asks a table here once and one elsewhere for some functions at a time. Both add
// up the same numbers in the same order.
func outerProducts(ctx context.Context, x *aggregate.Standard, q *gradientsAt) (linalg.Matrix, error) {
	q.Size = q.P.V.Cols * q.P.V.Cols
	q.Together = q.together(x.Len())
	step := q.Beta.Cols
	if aggregate.IsApart(x.Source) {
		step = q.Together
	}
	outer := linalg.New(q.P.V.Cols, q.P.V.Cols)
	for from := 0; from < q.Beta.Cols; from += step {
		some := *q
		some.Beta = q.Beta.Columns(from, min(from+step, q.Beta.Cols)).Clone()
		sum, err := aggregate.Sum[*gradients](ctx, x.Source, &some)
		if err != nil {
			return linalg.Matrix{}, err
		}
		for _, part := range sum.outer {
			linalg.Add(outer, part)
		}
		sum.Release()
	}
	linalg.Scale(1/float64(x.Len()), outer)
	linalg.Symmetrize(outer)
	return outer, nil
}

// gradientsAt asks for the sum of their outer products, in one sum for each so many functions.
type gradientsAt struct {
	Place
	Width    float64
	Beta     linalg.Matrix
	Together int
}

func (q *gradientsAt) Kind() string { return "gradients" }

func (q *gradientsAt) Complete() error {
	const most = 1 << 26 // values of several sums
	m := q.P.V.Cols
	return aggregate.Consistent(q.Beta.Rows == q.P.V.Rows, q.Together >= 1, q.Beta.Cols <= q.Together || q.Beta.Cols <= most/m/m)
}

func (q *gradientsAt) Zero() aggregate.Partial {
	b, m := q.P.V.Rows, q.P.V.Cols
	s := &gradients{
		of: q, v1: linalg.New(b, m+1), z: linalg.Borrow(PieceRows, m),
		k: linalg.Borrow(PieceRows, b), a: linalg.Borrow(PieceRows, b), slope: linalg.Borrow(PieceRows, m+1),
	}
	kernel.AppendOne(s.v1, q.P.V)
	var totals []aggregate.Total
	for f := 0; f < q.Beta.Cols; f += q.Together {
		s.outer = append(s.outer, linalg.New(m, m))
		totals = append(totals, aggregate.Total{Matrix: s.outer[len(s.outer)-1], Upper: true})
	}
	s.Totals = aggregate.NewTotals(q, totals...)
	return s
}

// gradients is these sums.
type gradients struct {
	aggregate.Totals
	of      *gradientsAt
	outer   []linalg.Matrix
	v1      linalg.Matrix // the centres and 1
	z, k, a linalg.Matrix // of a piece: z, K, K with the coefficients of a function
	slope   linalg.Matrix // A V and A 1, then the gradients
}

// Release gives the memory back.
func (s *gradients) Release() { linalg.Return(s.z, s.k, s.a, s.slope) }

// Add adds Σ g gᵀ, g = Σ_l β_l K(z, v_l) (v_l - z) / s² for each function and row.
func (s *gradients) Add(block aggregate.Block) error {
	q, m := s.of, s.of.P.V.Cols
	beta := q.Beta.Transposed()
	return s.Each(block, q.Units, PieceRows, 0, func(x, _ linalg.Matrix, weights []float64) {
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
			aggregate.ScaleRoots(slope, weights)
			linalg.AddGram(s.outer[f/q.Together], slope.Columns(0, m))
		}
	})
}

// SlopeAt asks for dS/dW at one W, where the regression is known: the sum over rows of
// dS/dK · dK/dW with dS/dK = E C, E being Scale (Y - K B + offset) / N.
type SlopeAt struct {
	Place
	Width    float64
	Beta     linalg.Matrix // B
	Back     linalg.Matrix // C
	Offset   []float64     // what centring K and Y adds to the residuals
	Scale, N float64

	kept linalg.Matrix // K, a row for each of x, where it is known
}

func (q *SlopeAt) Kind() string { return "slope" }

func (q *SlopeAt) Zero() aggregate.Partial {
	b := q.P.V.Rows
	s := &Slope{
		of: q, Derivative: kernel.NewDerivative(q.P.V, len(q.Units.Mean), PieceRows), z: linalg.Borrow(PieceRows, q.P.W.Rows),
		k: linalg.Borrow(PieceRows, b), a: linalg.Borrow(PieceRows, b), e: linalg.Borrow(PieceRows, q.Outputs),
	}
	sum, za := s.Derivative.Sums()
	s.Totals = aggregate.NewTotals(q, aggregate.Total{Matrix: sum}, aggregate.Total{Matrix: za})
	return s
}

func (q *SlopeAt) Complete() error {
	b, k := q.P.V.Rows, q.Outputs
	return aggregate.Consistent(q.Beta.Rows == b, q.Beta.Cols == k, q.Back.Rows == k, q.Back.Cols == b, len(q.Offset) == k)
}

// Slope is that sum.
type Slope struct {
	aggregate.Totals
	*kernel.Derivative
	of         *SlopeAt
	z, k, e, a linalg.Matrix // of a piece: z, K, E, dS/dK ∘ K
}

// Release gives the memory back.
func (s *Slope) Release() { linalg.Return(s.z, s.k, s.a, s.e) }

func (s *Slope) Add(block aggregate.Block) error {
	from := block.From
	return s.Each(block, s.of.Units, PieceRows, s.of.Outputs, func(x, y linalg.Matrix, weights []float64) {
		s.add(from, x, y, weights)
		from += x.Rows
	})
}

// add adds the rows of x from a number on.
func (s *Slope) add(from int, x, y linalg.Matrix, weights []float64) {
	k, e, a, q := s.k.Slice(0, x.Rows), s.e.Slice(0, x.Rows), s.a.Slice(0, x.Rows), s.of
	var z linalg.Matrix
	if q.kept.Rows > 0 {
		z, k = q.P.Components(s.z, x), q.kept.Slice(from, from+x.Rows)
	} else {
		z = q.P.Kernel(k, s.z, x, kernel.Gaussian, q.Width)
	}
	for i := range e.Rows {
		row := e.Row(i)
		for j, v := range y.Row(i) {
			row[j] = q.Scale * (v + q.Offset[j]) / q.N
		}
	}
	linalg.AddMul(e, -q.Scale/q.N, k, q.Beta)
	aggregate.ScaleRows(e, weights)
	linalg.Mul(a, e, q.Back)
	linalg.Hadamard(a, k)
	s.Derivative.Add(x, z, a)
}

package canonical

import (
	"context"
	"fmt"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Regress returns KᵀK, its upper triangle, and KᵀY for the kernel of x with the centres u.
func Regress(ctx context.Context, x *aggregate.Standard, y aggregate.Aligned, u linalg.Matrix, width float64) (kk, ky linalg.Matrix, err error) {
	b, r := u.Rows, y.Width()
	at := Place{Units: x.Units(), P: kernel.Project(linalg.Matrix{}, u), Outputs: r, Size: (b + r + 1) * (b + r + 1)}
	sum, err := aggregate.Sum[*regression](ctx, x.Source, &regressions{Place: at, Widths: []float64{width}}, y)
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

	kept linalg.Matrix // memory for K, a row for each of x, where there is one width and they are here; or none
}

func (q *regressions) Kind() string { return "regression" }

func (q *regressions) Zero() aggregate.Partial {
	s := &regression{of: q, z: linalg.New(PieceRows, q.P.W.Rows), squared: linalg.Borrow(PieceRows, q.P.V.Rows)}
	var totals []aggregate.Total
	for range q.Widths {
		sums := newRegressionSums(q.P.V.Rows, q.Outputs)
		sums.all.Zero()
		s.sums, totals = append(s.sums, sums), append(totals, aggregate.Total{Matrix: sums.all, Upper: true})
	}
	s.ky1 = s.sums[0].beside(PieceRows)
	s.Totals = aggregate.NewTotals(q, totals...)
	return s
}

func (q *regressions) Complete() error { return aggregate.Consistent(len(q.Widths) > 0) }

// regression is these sums, for each width.
type regression struct {
	aggregate.Totals
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

func (s *regression) Add(block aggregate.Block) error {
	q, from := s.of, block.From
	return s.Each(block, q.Units, PieceRows, q.Outputs, func(x, y linalg.Matrix, weights []float64) {
		ky1, squared := s.ky1.Slice(0, x.Rows), s.squared.Slice(0, x.Rows)
		k := ky1.Columns(0, q.P.V.Rows)
		if len(q.Widths) == 1 {
			q.P.Kernel(k, s.z, x, kernel.Gaussian, q.Widths[0])
			if q.kept.Rows > 0 {
				q.kept.Slice(from, from+x.Rows).Copy(k)
				from += x.Rows
			}
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

// PieceRows is how many rows are taken at a time: their kernel values stay in the cache.
const PieceRows = 192

// Place is a W with the kernel of some centres, where statistics are taken.
type Place struct {
	Units   *aggregate.Units
	P       *kernel.Projected
	Outputs int // functions of y aligned with a row
	Size    int // of the sums, as the plan counts them
}

func (at *Place) Plan(n, width int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.Divide(n, width, at.Size)}
}

// Weighs says that rows count by their weights.
func (at *Place) Weighs() bool { return true }

func (at *Place) Complete() error {
	inputs := at.P.W.Cols
	if at.P.W.Rows == 0 { // z = x
		inputs = at.P.V.Cols
	}
	return aggregate.Consistent(inputs == len(at.Units.Mean), at.Outputs >= 1)
}

// Known are the kinds of statistics of this package.
func Known() aggregate.Kinds {
	return aggregate.Kinds{&regressions{}, &SlopeAt{}, &powers{}, &gradientsAt{}}
}

// regressionSums are the sums over rows that a kernel ridge regression needs: of the
// products of the columns of [K Y 1], taken at once.
type regressionSums struct {
	all linalg.Matrix // upper triangle
	kk  linalg.Matrix // KᵀK, upper triangle
	ky  linalg.Matrix // KᵀY
	yy  linalg.Matrix // YᵀY, upper triangle
	k1  []float64     // Kᵀ1
	y1  []float64     // Yᵀ1
}

// newRegressionSums makes the memory for b centres and r functions of y.
func newRegressionSums(b, r int) *regressionSums {
	all := linalg.Borrow(b+r+1, b+r+1)
	top, below := all.Slice(0, b), all.Slice(b, b+r)
	return &regressionSums{
		all: all, kk: top.Columns(0, b), ky: top.Columns(b, b+r), yy: below.Columns(b, b+r),
		k1: make([]float64, b), y1: make([]float64, r),
	}
}

// beside makes memory for [K Y 1] of up to size rows.
func (s *regressionSums) beside(size int) linalg.Matrix {
	memory := linalg.Borrow(size, s.all.Cols)
	for i := range size {
		memory.Row(i)[memory.Cols-1] = 1
	}
	return memory
}

// add adds rows, given memory with their K and 1, by their weights.
func (s *regressionSums) add(ky1, y linalg.Matrix, weights []float64) {
	for i := range y.Rows {
		copy(ky1.Row(i)[s.kk.Cols:], y.Row(i))
	}
	if weights != nil { // for the last rows the memory had others in the place of 1
		for i := range y.Rows {
			ky1.Row(i)[ky1.Cols-1] = 1
		}
		aggregate.ScaleRoots(ky1, weights)
	}
	linalg.AddGram(s.all, ky1)
}

// centre turns the sums into the means of products of K and Y, both centred by their
// column means, and keeps those.
func (s *regressionSums) centre() {
	b, r := s.kk.Rows, s.ky.Cols
	n := s.all.At(b+r, b+r)
	mean := make([]float64, b+r)
	for i := range mean {
		mean[i] = s.all.At(i, b+r) / n
	}
	copy(s.k1, mean)
	copy(s.y1, mean[b:])
	linalg.Parallel(b+r, 32, func(from, to int) {
		for i := from; i < to; i++ {
			row := s.all.Row(i)[i : b+r]
			for j := range row {
				row[j] /= n
			}
			linalg.Axpy(-mean[i], mean[i:], row)
		}
	})
	kernel.CountSums(int(n), b)
}

// factor sets the upper triangle of dst to the factor of K_cᵀK_c/n + λK_vv + jitter.
func (s *regressionSums) factor(dst, kvv linalg.Matrix, lambda float64) error {
	for i := range dst.Rows {
		row, kk, kvv := dst.Row(i)[i:], s.kk.Row(i)[i:], kvv.Row(i)[i:]
		copy(row, kk)
		linalg.Axpy(lambda, kvv, row)
		row[0] += jitterZ
	}
	kernel.CountSolve(dst.Rows)
	if err := linalg.Cholesky(dst); err != nil {
		return fmt.Errorf("canonical: %w at λ=%g", err, lambda)
	}
	return nil
}

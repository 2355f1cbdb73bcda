package kdr

import (
	"context"
	"fmt"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Settings are those of the criterion.
type Settings struct {
	Width     float64 // of the Gaussian K
	Epsilon   float64 // the ridge, as a share of n
	Tolerance float64 // pivots are added until what they leave of the trace of K is at most n Epsilon times this
	Most      int     // pivots at most
}

// Objective is J as a function of W. It keeps its memory from one W to the next, so it
// is not safe for concurrent use.
type Objective struct {
	Settings
	x     *aggregate.Standard
	y     linalg.Matrix // n x q: Y
	total float64       // tr YᵀY/n

	candidates linalg.Matrix // rows of x that may become pivots
	fixed      linalg.Matrix // those that Fix has left
	factor     kernel.Incomplete
	columns    linalg.Matrix // memory for the candidates in z, by columns

	pivots  linalg.Matrix
	p       *kernel.Projected // these in z
	inverse linalg.Matrix     // R⁻¹
	a       linalg.Matrix     // the Cholesky factor of A
	beta    linalg.Matrix     // A⁻¹M, r x q
	mean    []float64         // of the columns of F
}

// New prepares J for inputs and the factor Y of L̃. The pivots are chosen among the
// given rows of x.
func New(ctx context.Context, p canonical.Problem, candidates []int, settings Settings) (*Objective, error) {
	u, err := p.X.Select(ctx, candidates)
	if err != nil {
		return nil, err
	}
	settings.Most = max(1, min(settings.Most, u.Rows))
	return &Objective{
		Settings: settings, x: p.X, y: p.Y, total: linalg.Inner(p.X.Weigh(p.Y), p.Y) / float64(p.X.Len()), candidates: u,
		factor: kernel.Incomplete{G: linalg.New(settings.Most, u.Rows), Rest: make([]float64, u.Rows)},
	}, nil
}

// Pivots is the number of pivots at the W of the last call of Value.
func (o *Objective) Pivots() int { return o.inverse.Rows }

// Fix keeps the pivots of the last call of Value for all calls that follow, so that J
// is smooth in W. Free lets each W have its own again.
func (o *Objective) Fix() { o.fixed = o.pivots }

// Free undoes Fix.
func (o *Objective) Free() { o.fixed = linalg.Matrix{} }

// Value returns J at W.
func (o *Objective) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	o.choose(w)
	sum, err := aggregate.Sum[*regression](ctx, o.x.Source, &regressionAt{o.place(), o.inverse, o.Width}, aggregate.InMemory{Matrix: o.y})
	if err != nil {
		return 0, err
	}
	defer sum.Release()
	return o.solve(sum)
}

// choose finds the pivots and their factor at W.
func (o *Objective) choose(w linalg.Matrix) {
	u, enough := o.candidates, o.Tolerance*o.Epsilon
	if o.fixed.Rows > 0 {
		u, enough = o.fixed, 0
	}
	if o.columns.Rows != w.Rows || o.columns.Cols != u.Rows {
		o.columns = linalg.New(w.Rows, u.Rows)
	}
	columns, z := o.columns, make([]float64, w.Rows)
	linalg.MulT(columns, w, u)
	f := &o.factor
	f.Rest = f.Rest[:u.Rows]
	for i := range f.Rest {
		f.Rest[i] = 1
	}
	f.G.Cols = u.Rows
	scale := 1 / (2 * o.Width * o.Width)
	f.Run(min(o.Most, u.Rows), enough*float64(u.Rows), func(dst []float64, pivot int) {
		for k := range z {
			z[k] = columns.At(k, pivot)
		}
		linalg.Squares(dst, z, columns)
		linalg.Gaussian(dst, dst, scale)
	})
	o.pivots = u.Pick(f.Pivots)
	o.p, o.inverse = kernel.Project(w, o.pivots), f.Inverse()
}

// place is where sums are taken.
func (o *Objective) place() canonical.Place {
	return canonical.Place{Units: o.x.Units(), P: o.p, Outputs: o.y.Cols, Size: o.Most * (o.Most + o.y.Cols)}
}

// solve returns J = tr[YᵀY/n - Mᵀ A⁻¹ M] / ε, which rounding shall not take below 0.
func (o *Objective) solve(sum *regression) (float64, error) {
	r, n := o.inverse.Rows, float64(o.x.Len())
	ff, m := sum.ff, sum.fy
	o.mean, o.a = make([]float64, r), linalg.New(r, r)
	for j := range o.mean {
		o.mean[j] = ff.At(j, r) / n
	}
	for i := range r {
		row := o.a.Row(i)
		for j := i; j < r; j++ {
			row[j] = ff.At(i, j)/n - o.mean[i]*o.mean[j]
		}
		row[i] += o.Epsilon
	}
	if err := linalg.Cholesky(o.a); err != nil {
		return 0, fmt.Errorf("kdr: %w at ε=%g", err, o.Epsilon)
	}
	linalg.Scale(1/n, m)
	o.beta = m.Clone()
	linalg.CholeskySolveAll(o.a, o.beta)
	return max(o.total-linalg.Inner(m, o.beta), 1e-15*o.total) / o.Epsilon, nil
}

// Gradient sets dst to dJ/dW at the W and the pivots of the last call of Value. With
// B = R⁻¹A⁻¹M and the residuals E = Y - K_c B,
//
//	dJ/dK_nv = -2 E Bᵀ/(nε),   dJ/dK_vv = B Bᵀ,
//
// by the envelope theorem: the derivative of B does not matter.
func (o *Objective) Gradient(ctx context.Context, dst linalg.Matrix) error {
	r, q, n := o.inverse.Rows, o.y.Cols, float64(o.x.Len())
	b, offset := linalg.Times(o.inverse, o.beta), make([]float64, q)
	for j, mean := range o.mean {
		linalg.Axpy(mean, o.beta.Row(j), offset)
	}
	at := &canonical.SlopeAt{Place: o.place(), Width: o.Width, Beta: b, Back: b.Transposed(), Offset: offset, Scale: -2 / (n * o.Epsilon), N: 1}
	sum, err := aggregate.Sum[*canonical.Slope](ctx, o.x.Source, at, aggregate.InMemory{Matrix: o.y})
	if err != nil {
		return err
	}
	defer sum.Release()
	among, kvv := linalg.TimesT(b, b), linalg.New(r, r)
	linalg.Scale(2, among) // K_vw and K_wv are one variable
	kernel.SquaredDistances(kvv, o.p.V, o.p.V)
	kernel.Gaussian.Matrix(kvv, kvv, o.Width)
	linalg.Hadamard(among, kvv)
	sum.AddCentres(among)
	sum.Finish(dst, o.pivots, o.Width)
	return nil
}

// Known are the kinds of statistics of this package.
func Known() aggregate.Kinds { return aggregate.Kinds{&regressionAt{}} }

// regressionAt asks for [F 1]ᵀ[F 1] and FᵀY.
type regressionAt struct {
	canonical.Place
	Inverse linalg.Matrix // R⁻¹
	Width   float64
}

func (at *regressionAt) Kind() string { return "kdr regression" }

func (at *regressionAt) Zero() aggregate.Partial {
	r := at.Inverse.Rows
	ff, fy := aggregate.Upper(r+1), aggregate.Full(r, at.Outputs)
	s := &regression{
		Totals: aggregate.NewTotals(at, ff, fy), of: at, ff: ff.Matrix, fy: fy.Matrix,
		z: linalg.New(canonical.PieceRows, at.P.W.Rows), k: linalg.Borrow(canonical.PieceRows, r), f1: linalg.Borrow(canonical.PieceRows, r+1),
	}
	for i := range canonical.PieceRows {
		s.f1.Row(i)[r] = 1
	}
	return s
}

func (at *regressionAt) Complete() error {
	return aggregate.Consistent(at.Inverse.Rows == at.P.V.Rows, at.Inverse.Cols == at.P.V.Rows)
}

type regression struct {
	aggregate.Totals
	of   *regressionAt
	ff   linalg.Matrix // [F 1]ᵀ[F 1], upper triangle
	fy   linalg.Matrix // FᵀY
	z, k linalg.Matrix // of a piece
	f1   linalg.Matrix // F and 1 of it
}

func (s *regression) Add(block aggregate.Block) error {
	at := s.of
	return s.Each(block, at.Units, canonical.PieceRows, at.Outputs, func(x, y linalg.Matrix, weights []float64) {
		k, f1 := s.k.Slice(0, x.Rows), s.f1.Slice(0, x.Rows)
		f := f1.Columns(0, k.Cols)
		at.P.Kernel(k, s.z, x, kernel.Gaussian, at.Width)
		linalg.Mul(f, k, at.Inverse)
		if weights != nil {
			for i := range f1.Rows {
				f1.Row(i)[f.Cols] = 1
			}
		}
		aggregate.ScaleRoots(f1, weights)
		linalg.AddGram(s.ff, f1)
		aggregate.ScaleRoots(f, weights)
		linalg.AddTMul(s.fy, 1, f, y)
	})
}

// Release gives the memory back.
func (s *regression) Release() {
	s.Totals.Release()
	linalg.Return(s.k, s.f1)
}

package canonical

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/rows"
)

// Problem is inputs x with the functions of y, a centred n x r matrix, and how to judge
// what z leaves of them.
type Problem struct {
	X  *aggregate.Standard
	Y  linalg.Matrix
	By Criterion

	mean []float64 // what was taken from the functions of y of a subset to centre them
}

// Subset is the problem of the given rows alone, the functions of y centred anew.
func (p Problem) Subset(ctx context.Context, which []int) (Problem, error) {
	x, err := p.X.Subset(ctx, which)
	if err != nil {
		return Problem{}, err
	}
	y := p.Y.Pick(which)
	mean := linalg.MeanRow(y, x.Weights())
	linalg.AddRow(y, -1, mean)
	return Problem{X: x, Y: y, By: p.By, mean: mean}, nil
}

// covariance is YᵀY/n, by the weights of the rows.
func (p Problem) covariance() linalg.Matrix {
	yy := linalg.TTimes(p.X.Weigh(p.Y), p.Y)
	linalg.Scale(1/float64(p.X.Len()), yy)
	return yy
}

const (
	jitterZ = 1e-8  // on the regression, relative to the kernel's 1
	jitterT = 1e-10 // on the residual covariance, relative to the features' 1
)

// Objective is the criterion as a function of W, but for the part of A, which W does not
// change, for fixed centres and settings. It keeps what it has
// found at the last W, so it is not safe for concurrent use.
type Objective struct {
	x      rows.Source // as it is
	units  *aggregate.Units
	y      aggregate.Aligned // the directions of the functions of y that count
	by     Criterion
	u      linalg.Matrix
	width  float64
	lambda float64

	at   Place
	sums *regression
	k    linalg.Matrix // K of the rows, where these are here and few: the gradient needs it again
	kvv  linalg.Matrix
	c    linalg.Matrix // the factor of K_cᵀK_c/n + λK_vv + jitter
	beta linalg.Matrix // b x k: the regression of each function of y
	t    linalg.Matrix // residual covariance, then its factor
}

// Objective prepares the criterion for the centres u (b x d, standardised) and the settings.
func (p Problem) Objective(u linalg.Matrix, at Choice) *Objective {
	y := p.Y
	if at.Directions.Rows > 0 {
		y = linalg.TimesT(p.Y, at.Directions)
	}
	return NewObjective(p.X, aggregate.InMemory{Matrix: y}, p.By, u, at)
}

// NewObjective is Problem.Objective for rows that need not be in memory: y is the functions
// of the output in the directions that count.
func NewObjective(x *aggregate.Standard, y aggregate.Aligned, by Criterion, u linalg.Matrix, at Choice) *Objective {
	b, k := u.Rows, y.Width()
	o := &Objective{
		x: x.Source, units: x.Units(), y: y, by: by, u: u, width: at.Width, lambda: at.Lambda,
		kvv: linalg.Borrow(b, b), c: linalg.Borrow(b, b), t: linalg.New(k, k),
	}
	if n := x.Len(); n*b <= mostKept && !aggregate.IsApart(x.Source) {
		o.k = linalg.Borrow(n, b)
	}
	return o
}

// mostKept is how many values of K are kept at most: with more it is as fast to find them again.
const mostKept = 1 << 18

// Release gives the memory back for another objective; this one can no longer be used.
func (o *Objective) Release() {
	linalg.Return(o.kvv, o.c, o.k)
	if o.sums != nil {
		o.sums.Release()
	}
}

// Centre has u, as many, take the place of its centres.
func (o *Objective) Centre(u linalg.Matrix) { o.u = u }

// Value returns the criterion at W.
func (o *Objective) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	b := o.u.Rows + o.y.Width() + 1
	o.at = Place{o.units, kernel.Project(w, o.u), o.y.Width(), b * b}
	kernel.CountMatrix(o.x.Len(), o.u.Rows, w.Rows)
	sum, err := aggregate.Sum[*regression](ctx, o.x, &regressions{o.at, []float64{o.width}, o.k}, o.y)
	if err != nil {
		return 0, err
	}
	if o.sums != nil {
		o.sums.Release()
	}
	o.sums = sum
	sum.sums[0].centre()
	among(o.kvv, o.at.P.V, o.width)
	return o.solve()
}

// solve regresses Y on K and returns -½ log det of the residual covariance
// T = YᵀY/n - BᵀM, B = (K_cᵀK_c/n + λK_vv)⁻¹ M, M = K_cᵀY/n.
func (o *Objective) solve() (float64, error) {
	s := o.sums.sums[0]
	if err := s.factor(o.c, o.kvv, o.lambda); err != nil {
		return 0, err
	}
	o.beta = s.ky.Clone()
	linalg.CholeskySolveAll(o.c, o.beta)
	linalg.TMul(o.t, s.ky, o.beta)
	for i := range o.t.Rows {
		row := o.t.Row(i)
		for j := range row {
			row[j] = s.yy.At(min(i, j), max(i, j)) - row[j]
		}
		row[i] += o.by.Floor + jitterT
	}
	if err := linalg.Cholesky(o.t); err != nil {
		return 0, fmt.Errorf("canonical: residual %w", err)
	}
	var value float64
	for i := range o.t.Rows {
		value -= math.Log(o.t.At(i, i))
	}
	return (1 + o.by.Floor) * value, nil
}

// Gradient sets dst to dS/dW at the W of the last call of Value. With E = Y - K_c B,
//
//	dS/dK = E T⁻¹ Bᵀ / n,   dS/dK_vv = -λ B T⁻¹ Bᵀ,
//
// by the envelope theorem: the derivative of B does not matter.
func (o *Objective) Gradient(ctx context.Context, dst linalg.Matrix) error {
	b, n := o.u.Rows, o.x.Len()
	back := o.beta.Transposed() // T⁻¹ Bᵀ
	linalg.CholeskySolveAll(o.t, back)
	kernel.CountGradient(n, b, o.y.Width(), dst.Rows)
	kernel.CountMatrix(n, b, dst.Rows)
	at := &SlopeAt{Place: o.at, Width: o.width, Beta: o.beta, Back: back, Offset: o.offset(), Scale: 1 + o.by.Floor, N: float64(n), kept: o.k}
	at.Size = o.x.Width()*dst.Rows + (dst.Rows+1)*b
	s, err := aggregate.Sum[*Slope](ctx, o.x, at, o.y)
	if err != nil {
		return err
	}
	defer s.Release()
	among := linalg.Borrow(b, b)
	defer linalg.Return(among)
	linalg.Mul(among, o.beta, back)
	linalg.Scale(-(1+o.by.Floor)*o.lambda, among)
	linalg.Hadamard(among, o.kvv)
	s.AddCentres(among)
	s.Finish(dst, o.u, o.width)
	return nil
}

// offset is the mean of K B less that of Y: what centring both adds to the residuals.
func (o *Objective) offset() []float64 {
	s := o.sums.sums[0]
	offset := make([]float64, len(s.y1))
	linalg.Axpy(-1, s.y1, offset)
	for l, mean := range s.k1 {
		linalg.Axpy(mean, o.beta.Row(l), offset)
	}
	return offset
}

// among sets dst to the Gaussian kernel matrix between the centres v.
func among(dst, v linalg.Matrix, width float64) {
	kernel.SquaredDistances(dst, v, v)
	kernel.Gaussian.Matrix(dst, dst, width)
}

// HeldOut adds to sum the outer products of the residuals of rows that the regression of p,
// at W with the centres u and the settings, has not seen: x, and y as [Problem.Others] gives
// them, by their weights; nil means that all count the same.
func (p Problem) HeldOut(ctx context.Context, sum, w, u linalg.Matrix, at Choice, x, y linalg.Matrix, weights []float64) error {
	o := NewObjective(p.X, aggregate.InMemory{Matrix: p.Y}, p.By, u, at)
	defer o.Release()
	if _, err := o.Value(ctx, w); err != nil {
		return err
	}
	k, e := linalg.New(x.Rows, u.Rows), y.Clone()
	z := kernel.Project(w, x).V
	kernel.SquaredDistances(k, z, o.at.P.V)
	kernel.Gaussian.Matrix(k, k, at.Width)
	linalg.AddMul(e, -1, k, o.beta)
	linalg.AddRow(e, 1, o.offset())
	aggregate.ScaleRoots(e, weights)
	linalg.AddTMul(sum, 1, e, e)
	return nil
}

// Others returns the functions of y of other rows of p, centred as those of a part of p are.
func (p Problem) Others(which []int, part Problem) linalg.Matrix {
	y := p.Y.Pick(which)
	linalg.AddRow(y, -1, part.mean)
	return y
}

// Score is the criterion at a residual covariance, which it overwrites.
func (p Problem) Score(t linalg.Matrix) (float64, error) {
	score, _, err := p.By.score(t, p.covariance())
	return score, err
}

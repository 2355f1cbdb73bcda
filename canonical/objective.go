package canonical

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/linalg"
	"suffice/kernel"
	"suffice/rows"
)

// Problem is inputs x with the functions of y: a centred n x r matrix.
type Problem struct {
	X *rows.Standard
	Y linalg.Matrix
}

const (
	jitterZ = 1e-8  // on the regression, relative to the kernel's 1
	jitterT = 1e-10 // on the residual covariance, relative to the features' 1
)

// block is how many rows to read at a time for b centres.
func (p Problem) block(b int) int { return min(p.X.Len(), rows.BlockLen(max(b, p.X.Width()))) }

// Objective is S as a function of W, for fixed centres and settings. It keeps its
// memory from one W to the next, so it is not safe for concurrent use.
type Objective struct {
	x      *rows.Standard
	y      linalg.Matrix // n x k: the directions of the functions of y that count
	u      linalg.Matrix
	width  float64
	lambda float64
	size   int

	yy   linalg.Matrix // YᵀY/n
	p    *kernel.Projected
	sums regressionSums
	kvv  linalg.Matrix
	k    linalg.Matrix // a block of K
	c    linalg.Matrix // K_cᵀK_c/n + λK_vv + jitter, then its factor
	beta linalg.Matrix // b x k: the regression of each function of y
	t    linalg.Matrix // residual covariance, then its factor
}

// Objective prepares S for the centres u (b x d, standardised) and the settings.
func (p Problem) Objective(u linalg.Matrix, at Choice) *Objective {
	b, k, size := u.Rows, at.Directions.Rows, p.block(u.Rows)
	o := &Objective{
		x: p.X, y: linalg.New(p.Y.Rows, k), u: u, width: at.Width, lambda: at.Lambda, size: size,
		yy: linalg.New(k, k), sums: newRegressionSums(b, k), kvv: linalg.New(b, b), k: linalg.New(size, b),
		c: linalg.New(b, b), t: linalg.New(k, k),
	}
	linalg.MulT(o.y, p.Y, at.Directions)
	linalg.TMul(o.yy, o.y, o.y)
	linalg.Scale(1/float64(p.X.Len()), o.yy)
	return o
}

// regressionSums are the sums over rows that a kernel ridge regression needs.
type regressionSums struct {
	kk linalg.Matrix // KᵀK, upper triangle
	k1 []float64     // column sums of K
	yk linalg.Matrix // YᵀK
}

func newRegressionSums(b, r int) regressionSums {
	return regressionSums{kk: linalg.New(b, b), k1: make([]float64, b), yk: linalg.New(r, b)}
}

func (s regressionSums) reset() {
	s.kk.Zero()
	clear(s.k1)
	s.yk.Zero()
}

func (s regressionSums) add(k, y linalg.Matrix) {
	linalg.AddGram(s.kk, k)
	linalg.AddTMul(s.yk, 1, y, k)
	for i := range k.Rows {
		linalg.Axpy(1, k.Row(i), s.k1)
	}
}

// finish turns the sums over n rows into means: K_cᵀK_c/n with K centred by its
// column means, those means, and YᵀK/n, which needs no centring since Y is centred.
func (s regressionSums) finish(n int) {
	scale := 1 / float64(n)
	for j := range s.k1 {
		s.k1[j] *= scale
	}
	for i := range s.kk.Rows {
		row := s.kk.Row(i)
		for j := i; j < len(row); j++ {
			row[j] = row[j]*scale - s.k1[i]*s.k1[j]
		}
	}
	linalg.Scale(scale, s.yk)
}

// Value returns S at W.
func (o *Objective) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	o.p = o.p.Again(w, o.u, o.size)
	o.sums.reset()
	err := o.each(ctx, func(_, _, k, y linalg.Matrix) { o.sums.add(k, y) })
	if err != nil {
		return 0, err
	}
	o.sums.finish(o.x.Len())
	among(o.kvv, o.p.V, o.width)
	return o.solve()
}

// each calls visit with x, z, K and Y of each block of rows.
func (o *Objective) each(ctx context.Context, visit func(x, z, k, y linalg.Matrix)) error {
	return rows.Each(ctx, o.x, o.size, func(from, to int, block []float64) error {
		x := linalg.Of(to-from, o.x.Width(), block)
		z, squared := o.p.Distances(x)
		k := o.k.Slice(0, x.Rows)
		kernel.Gaussian.Matrix(k, squared, o.width)
		visit(x, z, k, o.y.Slice(from, to))
		return nil
	})
}

// solve regresses Y on K and returns -½ log det of the residual covariance
// T = YᵀY/n - BᵀM, B = (K_cᵀK_c/n + λK_vv)⁻¹ M, M = K_cᵀY/n.
func (o *Objective) solve() (float64, error) {
	for i := range o.c.Rows {
		row, kk, kvv := o.c.Row(i), o.sums.kk.Row(i), o.kvv.Row(i)
		for j := i; j < len(row); j++ {
			row[j] = kk[j] + o.lambda*kvv[j]
		}
		row[i] += jitterZ
	}
	if err := linalg.Cholesky(o.c); err != nil {
		return 0, fmt.Errorf("canonical: %w at λ=%g", err, o.lambda)
	}
	o.beta = o.sums.yk.Transposed()
	linalg.CholeskySolveAll(o.c, o.beta)
	linalg.Mul(o.t, o.sums.yk, o.beta)
	for i := range o.t.Rows {
		row := o.t.Row(i)
		for j := range row {
			row[j] = o.yy.At(i, j) - row[j]
		}
		row[i] += jitterT
	}
	if err := linalg.Cholesky(o.t); err != nil {
		return 0, fmt.Errorf("canonical: residual %w", err)
	}
	var s float64
	for i := range o.t.Rows {
		s -= math.Log(o.t.At(i, i))
	}
	return s, nil
}

// Gradient sets dst to dS/dW at the W of the last call of Value. With E = Y - K_c B,
//
//	dS/dK = E T⁻¹ Bᵀ / n,   dS/dK_vv = -λ B T⁻¹ Bᵀ,
//
// by the envelope theorem: the derivative of B does not matter.
func (o *Objective) Gradient(ctx context.Context, dst linalg.Matrix) error {
	g := kernel.NewDerivative(dst, o.p.V, o.u, o.size)
	back := o.beta.Transposed() // T⁻¹ Bᵀ
	linalg.CholeskySolveAll(o.t, back)
	offset := o.means()
	n := float64(o.x.Len())
	e, a := linalg.New(o.size, o.y.Cols), linalg.New(o.size, o.u.Rows)
	err := o.each(ctx, func(x, z, k, y linalg.Matrix) {
		e, a := e.Slice(0, x.Rows), a.Slice(0, x.Rows)
		for i := range e.Rows {
			for j, v := range y.Row(i) {
				e.Set(i, j, (v+offset[j])/n)
			}
		}
		linalg.AddMul(e, -1/n, k, o.beta)
		linalg.Mul(a, e, back)
		multiply(a, k)
		g.Add(x, z, a)
	})
	if err != nil {
		return err
	}
	among := linalg.New(o.u.Rows, o.u.Rows)
	linalg.Mul(among, o.beta, back)
	linalg.Scale(-o.lambda, among)
	multiply(among, o.kvv)
	g.AddCentres(among)
	g.Finish(o.width)
	return nil
}

// means is the mean of K B, by which centring K shifts its predictions.
func (o *Objective) means() []float64 {
	offset := make([]float64, o.beta.Cols)
	for l, mean := range o.sums.k1 {
		linalg.Axpy(mean, o.beta.Row(l), offset)
	}
	return offset
}

// multiply sets a = a ∘ b.
func multiply(a, b linalg.Matrix) {
	linalg.Parallel(a.Rows, 64, func(from, to int) {
		for i := from; i < to; i++ {
			other := b.Row(i)
			row := a.Row(i)
			for j := range row {
				row[j] *= other[j]
			}
		}
	})
}

package canonical

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/flops"
	"suffice/internal/linalg"
	"suffice/kernel"
	"suffice/rows"
)

// Problem is inputs x with the functions of y: a centred n x r matrix.
type Problem struct {
	X *rows.Standard
	Y linalg.Matrix
}

// Subset is the problem of the given rows alone, the functions of y centred anew.
func (p Problem) Subset(ctx context.Context, which []int) (Problem, error) {
	x, err := p.X.Subset(ctx, which)
	if err != nil {
		return Problem{}, err
	}
	y, mean := linalg.New(len(which), p.Y.Cols), make([]float64, p.Y.Cols)
	for k, i := range which {
		copy(y.Row(k), p.Y.Row(i))
		linalg.Axpy(1/float64(len(which)), y.Row(k), mean)
	}
	for k := range which {
		linalg.Axpy(-1, mean, y.Row(k))
	}
	return Problem{X: x, Y: y}, nil
}

const (
	jitterZ = 1e-8  // on the regression, relative to the kernel's 1
	jitterT = 1e-10 // on the residual covariance, relative to the features' 1
)

// Objective is S as a function of W, for fixed centres and settings. It keeps its
// memory from one W to the next, so it is not safe for concurrent use.
type Objective struct {
	x      *rows.Standard
	y      linalg.Matrix // n x k: the directions of the functions of y that count
	u      linalg.Matrix
	width  float64
	lambda float64
	yy     linalg.Matrix // YᵀY/n

	divided rows.Parts
	parts   []*objectivePart

	p    *kernel.Projected
	sums *regressionSums
	kvv  linalg.Matrix
	c    linalg.Matrix // the factor of K_cᵀK_c/n + λK_vv + jitter
	beta linalg.Matrix // b x k: the regression of each function of y
	t    linalg.Matrix // residual covariance, then its factor
}

// objectivePart is the sums and the memory of one part of the rows.
type objectivePart struct {
	sums *regressionSums
	z    linalg.Matrix // of a piece of rows, as all that follows
	ky1  linalg.Matrix // K, and room for Y and 1
	e, a linalg.Matrix // residuals, and dS/dK ∘ K
	g    *kernel.Derivative
}

// Objective prepares S for the centres u (b x d, standardised) and the settings.
func (p Problem) Objective(u linalg.Matrix, at Choice) *Objective {
	b, k, n := u.Rows, at.Directions.Rows, p.X.Len()
	o := &Objective{
		x: p.X, y: linalg.New(n, k), u: u, width: at.Width, lambda: at.Lambda,
		yy: linalg.New(k, k), kvv: linalg.Borrow(b, b), c: linalg.Borrow(b, b), t: linalg.New(k, k),
	}
	linalg.MulT(o.y, p.Y, at.Directions)
	linalg.TMul(o.yy, o.y, o.y)
	linalg.Scale(1/float64(n), o.yy)
	o.divide(rows.Divide(n, p.X.Width(), b*b))
	return o
}

// divide makes the memory for the parts of the rows.
func (o *Objective) divide(into rows.Parts) {
	b, k := o.u.Rows, o.y.Cols
	o.divided, o.parts = into, make([]*objectivePart, into.Count)
	for i := range o.parts {
		o.parts[i] = &objectivePart{
			sums: newRegressionSums(b, k), e: linalg.New(into.Piece, k), a: linalg.Borrow(into.Piece, b),
		}
		o.parts[i].ky1 = o.parts[i].sums.beside(into.Piece)
	}
}

// Release gives the memory back for another objective; this one can no longer be used.
func (o *Objective) Release() {
	linalg.Return(o.kvv, o.c)
	for _, part := range o.parts {
		part.sums.release()
		linalg.Return(part.ky1, part.a)
	}
}

// Value returns S at W.
func (o *Objective) Value(ctx context.Context, w linalg.Matrix) (float64, error) {
	o.p = kernel.Project(w, o.u)
	sums := make([]*regressionSums, len(o.parts))
	linalg.Parallel(len(o.parts), 1, func(i, _ int) {
		part := o.parts[i]
		sums[i] = part.sums
		part.sums.reset()
		if part.z.Cols != w.Rows {
			part.z = linalg.New(o.divided.Piece, w.Rows)
		}
	})
	err := o.each(ctx, func(part *objectivePart, x, _, _, y linalg.Matrix) { part.sums.add(part.ky1.Slice(0, x.Rows), y) })
	if err != nil {
		return 0, err
	}
	o.sums = means(sums, o.x.Len())
	among(o.kvv, o.p.V, o.width)
	return o.solve()
}

// each calls visit with x, z, K and Y of each piece of rows, for all parts at once.
func (o *Objective) each(ctx context.Context, visit func(part *objectivePart, x, z, k, y linalg.Matrix)) error {
	d := o.x.Width()
	flops.Kernel(o.x.Len(), o.u.Rows, o.p.V.Cols)
	return o.divided.Each(ctx, o.x, func(i, from, to int, piece []float64) {
		part, x := o.parts[i], linalg.Of(to-from, d, piece)
		k := part.ky1.Slice(0, x.Rows).Columns(0, o.u.Rows)
		z := o.p.Kernel(k, part.z, x, kernel.Gaussian, o.width)
		visit(part, x, z, k, o.y.Slice(from, to))
	})
}

// solve regresses Y on K and returns -½ log det of the residual covariance
// T = YᵀY/n - BᵀM, B = (K_cᵀK_c/n + λK_vv)⁻¹ M, M = K_cᵀY/n.
func (o *Objective) solve() (float64, error) {
	if err := o.sums.factor(o.c, o.kvv, o.lambda); err != nil {
		return 0, err
	}
	o.beta = o.sums.ky.Clone()
	linalg.CholeskySolveAll(o.c, o.beta)
	linalg.TMul(o.t, o.sums.ky, o.beta)
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
	b, k, n := o.u.Rows, o.y.Cols, float64(o.x.Len())
	back := o.beta.Transposed() // T⁻¹ Bᵀ
	linalg.CholeskySolveAll(o.t, back)
	offset := o.offset()
	for _, part := range o.parts {
		part.g = kernel.NewDerivative(o.p.V, o.u, o.divided.Piece)
	}
	flops.Gradient(o.x.Len(), b, k, dst.Rows)
	err := o.each(ctx, func(part *objectivePart, x, z, k, y linalg.Matrix) {
		e, a := part.e.Slice(0, x.Rows), part.a.Slice(0, x.Rows)
		for i := range e.Rows {
			row := e.Row(i)
			for j, v := range y.Row(i) {
				row[j] = (v + offset[j]) / n
			}
		}
		linalg.AddMul(e, -1/n, k, o.beta)
		linalg.Mul(a, e, back)
		multiply(a, k)
		part.g.Add(x, z, a)
	})
	if err != nil {
		return err
	}
	among := linalg.Borrow(b, b)
	defer linalg.Return(among)
	linalg.Mul(among, o.beta, back)
	linalg.Scale(-o.lambda, among)
	multiply(among, o.kvv)
	g := o.parts[0].g
	for _, part := range o.parts[1:] {
		g.Merge(part.g)
	}
	g.AddCentres(among)
	g.Finish(dst, o.width)
	return nil
}

// offset is the mean of K B, by which centring K shifts its predictions.
func (o *Objective) offset() []float64 {
	offset := make([]float64, o.beta.Cols)
	for l, mean := range o.sums.k1 {
		linalg.Axpy(mean, o.beta.Row(l), offset)
	}
	return offset
}

// multiply sets a = a ∘ b.
func multiply(a, b linalg.Matrix) {
	for i := range a.Rows {
		linalg.Products(a.Row(i), a.Row(i), b.Row(i))
	}
}

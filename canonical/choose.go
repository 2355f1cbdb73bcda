package canonical

import (
	"context"
	"errors"
	"fmt"
	"math"

	"suffice/internal/linalg"
	"suffice/kernel"
	"suffice/rows"
)

// Choice is the settings of the regression of y on z.
type Choice struct {
	Width, Lambda float64
	factor        int           // the width's place in the list of factors
	Directions    linalg.Matrix // k x r: the directions among the functions of y that can be predicted
	Score         float64       // the leave-one-out estimate of S
}

// The grid: widths times the median distance, and ridges.
var (
	widths  = []float64{.1, .15, .2, .3, .4, .6, .85, 1.2, 1.7, 2.5, 4}
	lambdas = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}
)

// Choose returns the settings with the best leave-one-out score at z = W x for the
// centres u. median is the median distance between rows and centres in z. A
// direction of y counts if leaving one out predicts more than the share tau of its
// variance; the best one always does. near, from an earlier choice, keeps the search
// to widths next to it; without it, every other width is tried.
func (p Problem) Choose(ctx context.Context, w, u linalg.Matrix, median, tau float64, near *Choice) (Choice, error) {
	var grid []*candidate
	for i, factor := range widths {
		if near == nil && i%2 == 0 || near != nil && i >= near.factor-2 && i <= near.factor+2 {
			grid = append(grid, &candidate{width: factor * median, factor: i, sums: newRegressionSums(u.Rows, p.Y.Cols)})
		}
	}
	err := p.eachWidth(ctx, w, u, grid, func(c *candidate, k, y linalg.Matrix) { c.sums.add(k, y) })
	if err != nil {
		return Choice{}, err
	}
	v := kernel.Project(w, u, 0).V
	failed := make([]error, len(grid))
	linalg.Parallel(len(grid), 1, func(i, _ int) {
		grid[i].sums.finish(p.X.Len())
		failed[i] = grid[i].prepare(v)
	})
	if err := errors.Join(failed...); err != nil {
		return Choice{}, err
	}
	err = p.eachWidth(ctx, w, u, grid, func(c *candidate, k, y linalg.Matrix) { c.leaveOneOut(k, y, p.X.Len()) })
	if err != nil {
		return Choice{}, err
	}
	best := Choice{Score: math.Inf(-1)}
	for _, c := range grid {
		if err := c.improve(&best, p.X.Len(), tau); err != nil {
			return Choice{}, err
		}
	}
	if math.IsInf(best.Score, -1) {
		return Choice{}, fmt.Errorf("canonical: no widths of the grid give a finite score; check the inputs for extreme values")
	}
	return best, nil
}

// eachWidth calls visit with K and Y of each block of rows, for each width.
func (p Problem) eachWidth(ctx context.Context, w, u linalg.Matrix, grid []*candidate, visit func(c *candidate, k, y linalg.Matrix)) error {
	size := p.block(u.Rows)
	projected, k := kernel.Project(w, u, size), linalg.New(size, u.Rows)
	return rows.Each(ctx, p.X, size, func(from, to int, block []float64) error {
		_, squared := projected.Distances(linalg.Of(to-from, p.X.Width(), block))
		k := k.Slice(0, to-from)
		for _, c := range grid {
			if err := ctx.Err(); err != nil {
				return err
			}
			kernel.Gaussian.Matrix(k, squared, c.width)
			visit(c, k, p.Y.Slice(from, to))
		}
		return nil
	})
}

// candidate is one width. In the basis F = K_c P, with Pᵀ K_vv P = I and FᵀF/n
// diagonal, the ridge regression of every λ is diagonal.
type candidate struct {
	width   float64
	factor  int
	sums    regressionSums
	p       linalg.Matrix // b x b
	offset  []float64     // μᵀP
	shrink  linalg.Matrix // b x λs: 1/(w + λ)
	predict linalg.Matrix // b x (λs r): the regression in the basis F, for each λ
	loss    []linalg.Matrix

	f, squares, leverage, fitted linalg.Matrix // memory for a block
}

// prepare finds the basis and the regressions.
func (c *candidate) prepare(v linalg.Matrix) error {
	b, r := v.Rows, c.sums.yk.Rows
	root := linalg.New(b, b)
	among(root, v, c.width)
	for i := range b {
		root.Row(i)[i] += jitterZ
	}
	if err := linalg.Cholesky(root); err != nil {
		return fmt.Errorf("canonical: kernel of the centres: %w", err)
	}
	inner := c.sums.kk // R⁻ᵀ (K_cᵀK_c/n) R⁻¹
	linalg.Symmetrize(inner)
	linalg.ForwardSolveAll(root, inner)
	inner = inner.Transposed()
	linalg.ForwardSolveAll(root, inner)
	values, vectors, err := linalg.Leading(inner, b)
	if err != nil {
		return err
	}
	c.p = vectors.Transposed() // R⁻¹ Q
	linalg.BackwardSolveAll(root, c.p)

	c.offset = make([]float64, b)
	for l, mean := range c.sums.k1 {
		linalg.Axpy(mean, c.p.Row(l), c.offset)
	}
	fy := linalg.New(r, b)
	linalg.Mul(fy, c.sums.yk, c.p)
	c.shrink, c.predict = linalg.New(b, len(lambdas)), linalg.New(b, len(lambdas)*r)
	for l := range b {
		for i, lambda := range lambdas {
			g := 1 / (max(0, values[l]) + lambda)
			c.shrink.Set(l, i, g)
			for j := range r {
				c.predict.Set(l, i*r+j, g*fy.At(j, l))
			}
		}
	}
	c.loss = make([]linalg.Matrix, len(lambdas))
	for i := range c.loss {
		c.loss[i] = linalg.New(r, r)
	}
	return nil
}

// dearer multiplies the leverage of each row: plain leave-one-out now and then picks a
// fit that follows noise, which Kim and Gu (2004) cure by this factor.
const dearer = 1.4

// leaveOneOut adds the outer products of the leave-one-out residuals of a block of
// rows: (y_i - ŷ_i) / (1 - h_i), h the leverage, made dearer.
func (c *candidate) leaveOneOut(k, y linalg.Matrix, n int) {
	c.reserve(k.Rows, y.Cols)
	f, squares := c.f.Slice(0, k.Rows), c.squares.Slice(0, k.Rows)
	leverage, fitted := c.leverage.Slice(0, k.Rows), c.fitted.Slice(0, k.Rows)
	linalg.Mul(f, k, c.p)
	for i := range f.Rows {
		row, square := f.Row(i), squares.Row(i)
		for l := range row {
			row[l] -= c.offset[l]
			square[l] = row[l] * row[l] / float64(n)
		}
	}
	linalg.Mul(leverage, squares, c.shrink)
	linalg.Mul(fitted, f, c.predict)
	for i := range f.Rows {
		for li, h := range leverage.Row(i) {
			residual := fitted.Row(i)[li*y.Cols : (li+1)*y.Cols]
			share := 1 - min(dearer*(h+1/float64(n)), .999)
			for j, v := range y.Row(i) {
				residual[j] = (v - residual[j]) / share
			}
		}
	}
	for li := range lambdas {
		part := linalg.Matrix{Rows: f.Rows, Cols: y.Cols, Stride: fitted.Stride, Data: fitted.Data[li*y.Cols:]}
		linalg.AddGram(c.loss[li], part)
	}
}

func (c *candidate) reserve(rows, r int) {
	if c.f.Rows >= rows {
		return
	}
	b := c.p.Rows
	c.f, c.squares = linalg.New(rows, b), linalg.New(rows, b)
	c.leverage, c.fitted = linalg.New(rows, len(lambdas)), linalg.New(rows, len(lambdas)*r)
}

// improve replaces best by this width with its best λ, if that is better: the score
// is -½ Σ log t_j over the directions with leave-one-out error t_j < 1 - tau.
func (c *candidate) improve(best *Choice, n int, tau float64) error {
	for li, loss := range c.loss {
		linalg.Scale(-1/float64(n), loss) // so that the smallest errors come first
		values, vectors, err := linalg.Leading(loss, loss.Rows)
		if err != nil {
			return err
		}
		score, kept := 0., 0
		for kept < len(values) && (kept == 0 || -values[kept] < 1-tau) {
			score -= math.Log(max(-values[kept], jitterT)) / 2
			kept++
		}
		if score > best.Score {
			*best = Choice{Width: c.width, factor: c.factor, Lambda: lambdas[li], Directions: vectors.Slice(0, kept), Score: score}
		}
	}
	return nil
}

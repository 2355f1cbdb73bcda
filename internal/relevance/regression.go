package relevance

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
)

// The grid: widths times the median distance, and ridges.
var (
	widths  = []float64{.2, .4, .85, 1.7, 4}
	lambdas = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}
)

const (
	mostCentres = 100
	jitter      = 1e-8 // on the kernel between centres, relative to its 1
	dearer      = 1.4  // the leverage of each row, as Kim and Gu (2004) have it
)

// regression is a kernel ridge regression f(z) = Σ_l β_l K(z, v_l) at the best settings.
type regression struct {
	z, v  linalg.Matrix
	width float64
	beta  linalg.Matrix // b x r
	by    []float64     // weights of the rows; nil means that all count the same
	loss  float64       // mean squared leave-one-out error
}

var errSame = errors.New("all centres are the same")

// regress finds the regression of y on z with the smallest leave-one-out error, or none
// where the centres do not differ. Rows with weights w are √w times what they are in sums of
// squares.
func regress(ctx context.Context, z, y linalg.Matrix, weights []float64, centres int) (*regression, error) {
	v := someRows(z, centres)
	squared, among := linalg.New(v.Rows, z.Rows), linalg.New(v.Rows, v.Rows)
	kernel.SquaredDistances(squared, v, z)
	kernel.SquaredDistances(among, v, v)
	median, ok := medianOf(among)
	if !ok {
		return nil, nil
	}
	if weights != nil {
		y = y.Clone()
		blocks.ScaleRoots(y, weights)
	}
	best := &regression{z: z, v: v, by: weights, loss: math.Inf(1)}
	for _, width := range widths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := best.improve(squared, among, y, width*median); err != nil {
			return nil, err
		}
	}
	if math.IsInf(best.loss, 1) {
		return nil, nil
	}
	return best, nil
}

// someRows are the centres, so many at most.
func someRows(z linalg.Matrix, centres int) linalg.Matrix {
	count := min(centres, max(z.Rows/3, min(z.Rows, 20)))
	return z.Pick(draw.Rows(z.Rows, count, rand.New(rand.NewPCG(uint64(z.Rows), 0xce17))))
}

// medianOf is the median distance between centres, where they differ.
func medianOf(among linalg.Matrix) (median float64, ok bool) {
	var apart []float64
	for i := range among.Rows {
		for _, v := range among.Row(i)[:i] {
			if v > 0 {
				apart = append(apart, v)
			}
		}
	}
	median, err := lsmi.MedianRoot(apart, errSame)
	return median, err == nil
}

// improve tries all ridges at one width. With RᵀR = K_vv and Φ = K_c R⁻¹, K_c being K
// centred, it is a ridge regression on Φ, and along the eigenvectors of ΦᵀΦ/n, which has
// eigenvalues s, one division by s + λ for each ridge.
func (best *regression) improve(squared, among, y linalg.Matrix, width float64) error {
	b, n := squared.Rows, float64(squared.Cols)
	root, ok := rootOf(among, width)
	if !ok {
		return nil
	}
	phi := linalg.New(b, squared.Cols)
	kernel.Gaussian.Matrix(phi, squared, width)
	centreRows(phi, best.by)
	linalg.ForwardSolveAll(root, phi)
	s := linalg.TimesT(phi, phi)
	linalg.Scale(1/n, s)
	values, vectors, err := linalg.Leading(s, b)
	if err != nil {
		return err
	}
	q := linalg.Times(vectors, phi)
	along := linalg.Times(q, y)
	linalg.Scale(1/n, along)
	fitted, weights := linalg.New(y.Rows, y.Cols), linalg.New(b, y.Cols)
	leverage := make([]float64, y.Rows)
	for _, lambda := range lambdas {
		for k := range b {
			copy(weights.Row(k), along.Row(k))
			linalg.ScaleRow(1/(max(0, values[k])+lambda), weights.Row(k))
		}
		linalg.TMul(fitted, q, weights)
		clear(leverage)
		for k := range b {
			share := 1 / ((max(0, values[k]) + lambda) * n)
			for i, v := range q.Row(k) {
				leverage[i] += share * v * v
			}
		}
		if loss := leftOut(fitted, y, leverage, best.by); loss < best.loss {
			best.loss, best.width = loss, width
			best.beta = linalg.New(b, y.Cols)
			linalg.TMul(best.beta, vectors, weights)
			linalg.BackwardSolveAll(root, best.beta)
		}
	}
	return nil
}

// rootOf is R, where there is one.
func rootOf(among linalg.Matrix, width float64) (root linalg.Matrix, ok bool) {
	root = linalg.New(among.Rows, among.Cols)
	kernel.Gaussian.Matrix(root, among, width)
	linalg.AddDiagonal(root, jitter)
	return root, linalg.Cholesky(root) == nil
}

func centreRows(a linalg.Matrix, weights []float64) {
	for k := range a.Rows {
		var mean float64
		row := a.Row(k)
		for i, v := range row {
			if weights != nil {
				v *= weights[i]
			}
			mean += v / float64(len(row))
		}
		for i := range row {
			row[i] -= mean
			if weights != nil {
				row[i] *= math.Sqrt(weights[i])
			}
		}
	}
}

// leftOut is the mean of |e_i|² / (1 - h_i)², e being the residuals and h the leverage, made
// dearer; but no more so than leaves half of the share, as a fit that follows each row would
// otherwise seem good.
func leftOut(fitted, y linalg.Matrix, leverage, weights []float64) float64 {
	var loss float64
	n := float64(y.Rows)
	for i, h := range leverage {
		one := 1.
		if weights != nil {
			one = weights[i]
		}
		h = min(h+one/n, 1-1e-7)
		share := max(1-dearer*h, (1-h)/2)
		for k, v := range y.Row(i) {
			e := (v - fitted.At(i, k)) / share
			loss += e * e / n
		}
	}
	return loss
}

// gradients is G, the mean outer product of
//
//	∇f_k(z_i) = Σ_l β_lk K(z_i, v_l) (v_l - z_i) / s².
func (f *regression) gradients() linalg.Matrix {
	n, m, r := f.z.Rows, f.z.Cols, f.beta.Cols
	k := linalg.New(f.v.Rows, n)
	kernel.SquaredDistances(k, f.v, f.z)
	kernel.Gaussian.Matrix(k, k, f.width)
	value := linalg.New(n, r)
	linalg.TMul(value, k, f.beta)
	all := linalg.New(n*r, m) // a row for each row of z and function
	weighted, slope := linalg.New(f.v.Rows, r), linalg.New(n, r)
	for c := range m {
		for l := range weighted.Rows {
			copy(weighted.Row(l), f.beta.Row(l))
			linalg.ScaleRow(f.v.At(l, c), weighted.Row(l))
		}
		linalg.TMul(slope, k, weighted)
		for i := range n {
			for j, v := range slope.Row(i) {
				all.Set(i*r+j, c, (v-value.At(i, j)*f.z.At(i, c))/(f.width*f.width))
			}
		}
	}
	for i, w := range f.by {
		linalg.Scale(math.Sqrt(w), all.Slice(i*r, (i+1)*r))
	}
	g := linalg.New(m, m)
	linalg.TMul(g, all, all)
	linalg.Scale(1/float64(n), g)
	return g
}

package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// plainGemm is the product by gonum, for machines without our assembly.
func plainGemm(ta, tb bool, alpha float64, a, b, c Matrix, add bool) {
	if c.Rows == 0 || c.Cols == 0 {
		return
	}
	if a.Rows == 0 || a.Cols == 0 { // an empty sum
		if !add {
			c.Zero()
		}
		return
	}
	beta := 0.
	if add {
		beta = 1
	}
	blas64.Gemm(transpose(ta), transpose(tb), alpha, a.general(), b.general(), beta, c.general())
}

func transpose(t bool) blas.Transpose {
	if t {
		return blas.Trans
	}
	return blas.NoTrans
}

// general is the same matrix in gonum's terms, which want a stride of at least 1.
func (a Matrix) general() blas64.General {
	return blas64.General{Rows: a.Rows, Cols: a.Cols, Stride: max(1, a.Stride, a.Cols), Data: a.Data}
}

// panel is how many rows of a symmetric result are computed at a time. gonum's
// symmetric update runs at a third of the speed of its general product, so the
// upper triangle is covered by general products of this height.
const panel = 64

// plainGram adds alpha aᵀ a to the upper triangle of c.
func plainGram(c Matrix, alpha float64, a Matrix) {
	for i := 0; i < c.Rows; i += panel {
		end := min(i+panel, c.Rows)
		square := New(end-i, end-i)
		plainGemm(true, false, alpha, a.Columns(i, end), a.Columns(i, end), square, false)
		for r := i; r < end; r++ {
			Axpy(1, square.Row(r - i)[r-i:], c.Row(r)[r:end])
		}
		if end < c.Cols {
			plainGemm(true, false, alpha, a.Columns(i, end), a.Columns(end, a.Cols), c.Slice(i, end).Columns(end, c.Cols), true)
		}
	}
}

func plainCholesky(a Matrix) error {
	if a.Rows == 0 {
		return nil
	}
	_, ok := lapack64.Potrf(blas64.Symmetric{N: a.Rows, Stride: a.Stride, Data: a.Data, Uplo: blas.Upper})
	for i := range a.Rows {
		if p := a.At(i, i); !(p > 0) || math.IsInf(p, 1) {
			return NotPositiveDefinite{Pivot: i}
		}
	}
	if !ok {
		return NotPositiveDefinite{Pivot: a.Rows - 1}
	}
	return nil
}

func plainSolve(r Matrix, x []float64) {
	blas64.Trsv(blas.Trans, r.triangular(), blas64.Vector{N: len(x), Inc: 1, Data: x})
	blas64.Trsv(blas.NoTrans, r.triangular(), blas64.Vector{N: len(x), Inc: 1, Data: x})
}

func plainSolveAll(r, x Matrix, forward, backward bool) {
	if forward {
		blas64.Trsm(blas.Left, blas.Trans, 1, r.triangular(), x.general())
	}
	if backward {
		blas64.Trsm(blas.Left, blas.NoTrans, 1, r.triangular(), x.general())
	}
}

func (a Matrix) triangular() blas64.Triangular {
	return blas64.Triangular{N: a.Rows, Stride: a.Stride, Data: a.Data, Uplo: blas.Upper, Diag: blas.NonUnit}
}

// The vector kernels in Go, for machines without our assembly.

func plainDot(x, y []float64) float64 {
	return blas64.Dot(blas64.Vector{N: len(x), Inc: 1, Data: x}, blas64.Vector{N: len(x), Inc: 1, Data: y})
}

func plainAxpy(alpha float64, x, y []float64) {
	blas64.Axpy(alpha, blas64.Vector{N: len(x), Inc: 1, Data: x}, blas64.Vector{N: len(x), Inc: 1, Data: y})
}

func plainAddProducts(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] += x[i] * y[i]
	}
}

func plainProducts(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = x[i] * y[i]
	}
}

func plainSquares(dst, z, v []float64, vs int) {
	clear(dst)
	for k, zk := range z {
		row := v[k*vs:][:len(dst)]
		for l := range dst {
			delta := zk - row[l]
			dst[l] += delta * delta
		}
	}
}

func plainExp(dst, src []float64, factor, floor float64) {
	src = src[:len(dst)]
	for i := range dst {
		if x := factor * src[i]; x < floor {
			dst[i] = 0
		} else {
			dst[i] = math.Exp(x)
		}
	}
}

func plainEpanechnikov(dst, src []float64, scale float64) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = max(0, 1-scale*src[i])
	}
}

func plainAddRows(dst, z, v []float64, vs int) {
	for k, zk := range z {
		plainAxpy(zk, v[k*vs:][:len(dst)], dst)
	}
}

func plainDotRows(dst *[4]float64, x, v []float64, vs int) {
	for i := range dst {
		dst[i] = plainDot(x, v[i*vs:][:len(x)])
	}
}

func plainRotate(n int, cs, x []float64, first, xs int) {
	for ; len(cs) > 1; cs = cs[2:] {
		c, s := cs[0], cs[1]
		high, low := x[first:first+n], x[first-xs:first-xs+n]
		for l, h := range high {
			high[l] = s*low[l] + c*h
			low[l] = c*low[l] - s*h
		}
		first -= xs
	}
}

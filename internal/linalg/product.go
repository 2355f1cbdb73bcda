package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Mul sets c = a b.
func Mul(c, a, b Matrix) { gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c) }

// MulT sets c = a bᵀ.
func MulT(c, a, b Matrix) { gemm(blas.NoTrans, blas.Trans, 1, a, b, 0, c) }

// TMul sets c = aᵀ b.
func TMul(c, a, b Matrix) { gemm(blas.Trans, blas.NoTrans, 1, a, b, 0, c) }

// AddMul adds alpha a b to c.
func AddMul(c Matrix, alpha float64, a, b Matrix) {
	gemm(blas.NoTrans, blas.NoTrans, alpha, a, b, 1, c)
}

// AddTMul adds alpha aᵀ b to c.
func AddTMul(c Matrix, alpha float64, a, b Matrix) {
	gemm(blas.Trans, blas.NoTrans, alpha, a, b, 1, c)
}

func gemm(ta, tb blas.Transpose, alpha float64, a, b Matrix, beta float64, c Matrix) {
	if c.Rows == 0 || c.Cols == 0 {
		return
	}
	if len(a.Data) == 0 || len(b.Data) == 0 { // an empty sum
		if beta == 0 {
			c.Zero()
		}
		return
	}
	blas64.Gemm(ta, tb, alpha, a.general(), b.general(), beta, c.general())
}

// general is the same matrix in gonum's terms, which want a stride of at least 1.
func (a Matrix) general() blas64.General {
	return blas64.General{Rows: a.Rows, Cols: a.Cols, Stride: max(1, a.Stride), Data: a.Data}
}

// panel is how many rows of a symmetric result are computed at a time. gonum's
// symmetric update runs at a third of the speed of its general product, so the
// upper triangle is covered by general products of this height.
const panel = 64

// AddGram adds aᵀ a to the upper triangle of c. Symmetrize fills the rest.
func AddGram(c, a Matrix) {
	if a.Rows == 0 {
		return
	}
	for i := 0; i < c.Rows; i += panel {
		end := min(i+panel, c.Rows)
		AddTMul(c.columns(i, end, i), 1, a.from(i, end), a.from(i, a.Cols))
	}
}

// columns is the view of rows [i, end) of a, from column j on.
func (a Matrix) columns(i, end, j int) Matrix {
	return Matrix{Rows: end - i, Cols: a.Cols - j, Stride: a.Stride, Data: a.Data[i*a.Stride+j:]}
}

// from is the view of columns [j, end) of a.
func (a Matrix) from(j, end int) Matrix {
	return Matrix{Rows: a.Rows, Cols: end - j, Stride: a.Stride, Data: a.Data[j:]}
}

// Symmetrize copies the upper triangle of a onto the lower one.
func Symmetrize(a Matrix) {
	for i := range a.Rows {
		for j := range i {
			a.Data[i*a.Stride+j] = a.Data[j*a.Stride+i]
		}
	}
}

// Dot returns xᵀ y.
func Dot(x, y []float64) float64 {
	var sum float64
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// Axpy adds alpha x to y.
func Axpy(alpha float64, x, y []float64) {
	for i, v := range x {
		y[i] += alpha * v
	}
}

// Inner returns tr(aᵀ b), the inner product of two matrices of one size.
func Inner(a, b Matrix) float64 {
	var sum float64
	for i := range a.Rows {
		sum += Dot(a.Row(i), b.Row(i))
	}
	return sum
}

// Norm returns the Frobenius norm of a.
func Norm(a Matrix) float64 { return math.Sqrt(Inner(a, a)) }

package linalg

import (
	"fmt"
	"math"
)

// Mul sets c = a b.
func Mul(c, a, b Matrix) { gemm(false, false, 1, a, b, c, false) }

// MulT sets c = a bᵀ.
func MulT(c, a, b Matrix) { gemm(false, true, 1, a, b, c, false) }

// TMul sets c = aᵀ b.
func TMul(c, a, b Matrix) { gemm(true, false, 1, a, b, c, false) }

// Times returns a b.
func Times(a, b Matrix) Matrix {
	c := New(a.Rows, b.Cols)
	Mul(c, a, b)
	return c
}

// TimesT returns a bᵀ.
func TimesT(a, b Matrix) Matrix {
	c := New(a.Rows, b.Rows)
	MulT(c, a, b)
	return c
}

// TTimes returns aᵀ b.
func TTimes(a, b Matrix) Matrix {
	c := New(a.Cols, b.Cols)
	TMul(c, a, b)
	return c
}

// Hadamard sets a = a ∘ b.
func Hadamard(a, b Matrix) {
	for i := range a.Rows {
		Products(a.Row(i), a.Row(i), b.Row(i))
	}
}

// AddMul adds alpha a b to c.
func AddMul(c Matrix, alpha float64, a, b Matrix) { gemm(false, false, alpha, a, b, c, true) }

// AddTMul adds alpha aᵀ b to c.
func AddTMul(c Matrix, alpha float64, a, b Matrix) { gemm(true, false, alpha, a, b, c, true) }

// gemm sets c to alpha op(a) op(b), or adds that to it, op being the transpose where
// asked. Unless it adds, c is not read.
func gemm(ta, tb bool, alpha float64, a, b, c Matrix, add bool) {
	left, k := operand{a.Data, a.Stride, 1}, a.Cols
	m := a.Rows
	if ta {
		left, k, m = operand{a.Data, 1, a.Stride}, a.Rows, a.Cols
	}
	right, kb, n := operand{b.Data, 1, b.Stride}, b.Rows, b.Cols
	if tb {
		right, kb, n = operand{b.Data, b.Stride, 1}, b.Cols, b.Rows
	}
	if k != kb || m != c.Rows || n != c.Cols {
		panic(fmt.Sprintf("linalg: product of %d by %d and %d by %d into %d by %d", m, k, kb, n, c.Rows, c.Cols))
	}
	multiply(alpha, left, right, c, k, add)
}

// Symmetrize copies the upper triangle of a onto the lower one, square by square, so
// that both stay in the cache.
func Symmetrize(a Matrix) {
	const square = 32
	for i0 := 0; i0 < a.Rows; i0 += square {
		for j0 := 0; j0 <= i0; j0 += square {
			for i := i0; i < min(i0+square, a.Rows); i++ {
				for j := j0; j < min(j0+square, i); j++ {
					a.Data[i*a.Stride+j] = a.Data[j*a.Stride+i]
				}
			}
		}
	}
}

// Scale multiplies a by alpha.
func Scale(alpha float64, a Matrix) {
	for i := range a.Rows {
		ScaleRow(alpha, a.Row(i))
	}
}

// ScaleRow multiplies a row by alpha.
func ScaleRow(alpha float64, row []float64) {
	for j := range row {
		row[j] *= alpha
	}
}

// Divide divides a row by a number: what a multiple of its inverse does not give to the
// last digit.
func Divide(row []float64, by float64) {
	for j := range row {
		row[j] /= by
	}
}

// Largest returns the largest absolute value of a row.
func Largest(row []float64) float64 {
	var largest float64
	for _, v := range row {
		largest = max(largest, math.Abs(v))
	}
	return largest
}

// Add adds b to a.
func Add(a, b Matrix) { AddScaled(a, 1, b) }

// AddScaled adds alpha b to a.
func AddScaled(a Matrix, alpha float64, b Matrix) {
	for i := range a.Rows {
		Axpy(alpha, b.Row(i), a.Row(i))
	}
}

// AddRow adds alpha times a row to each row of a.
func AddRow(a Matrix, alpha float64, row []float64) {
	for i := range a.Rows {
		Axpy(alpha, row, a.Row(i))
	}
}

// Weight is that of row i; nil weights mean 1 for each.
func Weight(weights []float64, i int) float64 {
	if weights == nil {
		return 1
	}
	return weights[i]
}

// MeanRow is the mean of the rows of a by their weights, which have mean 1; nil means that all count
// the same.
func MeanRow(a Matrix, weights []float64) []float64 {
	mean, share := make([]float64, a.Cols), 1/float64(a.Rows)
	for i := range a.Rows {
		Axpy(share*Weight(weights, i), a.Row(i), mean)
	}
	return mean
}

// AddDiagonal adds a number to each element of the diagonal.
func AddDiagonal(a Matrix, v float64) {
	for i := range a.Rows {
		a.Row(i)[i] += v
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

package linalg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// NotPositiveDefinite says that a Cholesky factorisation met a pivot that is not positive.
type NotPositiveDefinite struct{ Pivot int }

func (e NotPositiveDefinite) Error() string {
	return fmt.Sprintf("matrix is not positive definite (pivot %d)", e.Pivot)
}

// Cholesky overwrites the upper triangle of the symmetric matrix a with R, a = Rᵀ R.
// Only the upper triangle of a is read.
func Cholesky(a Matrix) error {
	if a.Rows == 0 {
		return nil
	}
	_, ok := lapack64.Potrf(blas64.Symmetric{N: a.Rows, Stride: a.Stride, Data: a.Data, Uplo: blas.Upper})
	for i := range a.Rows {
		if p := a.At(i, i); math.IsNaN(p) || p <= 0 {
			return NotPositiveDefinite{Pivot: i}
		}
	}
	if !ok {
		return NotPositiveDefinite{Pivot: a.Rows - 1}
	}
	return nil
}

// CholeskySolve overwrites x with (Rᵀ R)⁻¹ x, r being the result of Cholesky.
func CholeskySolve(r Matrix, x []float64) {
	if r.Rows == 0 {
		return
	}
	blas64.Trsv(blas.Trans, r.triangular(), blas64.Vector{N: len(x), Inc: 1, Data: x})
	blas64.Trsv(blas.NoTrans, r.triangular(), blas64.Vector{N: len(x), Inc: 1, Data: x})
}

func (a Matrix) triangular() blas64.Triangular {
	return blas64.Triangular{N: a.Rows, Stride: a.Stride, Data: a.Data, Uplo: blas.Upper, Diag: blas.NonUnit}
}

// CholeskySolveRows overwrites each row x of a matrix with (Rᵀ R)⁻¹ x.
func CholeskySolveRows(r, x Matrix) {
	Parallel(x.Rows, 4, func(from, to int) {
		for i := from; i < to; i++ {
			CholeskySolve(r, x.Row(i))
		}
	})
}

// TriangularSolveRows overwrites each row x of a matrix with R⁻ᵀ x.
func TriangularSolveRows(r, x Matrix) {
	if r.Rows == 0 {
		return
	}
	Parallel(x.Rows, 4, func(from, to int) {
		for i := from; i < to; i++ {
			blas64.Trsv(blas.Trans, r.triangular(), blas64.Vector{N: x.Cols, Inc: 1, Data: x.Row(i)})
		}
	})
}

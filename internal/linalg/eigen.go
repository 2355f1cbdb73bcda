package linalg

import (
	"errors"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// ErrNoEigenvectors says that the eigenvalue iteration did not converge, which
// for finite symmetric matrices does not happen.
var ErrNoEigenvectors = errors.New("eigenvectors did not converge")

// Leading returns the m algebraically largest eigenvalues of the symmetric matrix
// a, largest first, and their eigenvectors as the orthonormal rows of a matrix.
// Only the upper triangle of a is read; a is not changed.
func Leading(a Matrix, m int) (values []float64, vectors Matrix, err error) {
	n := a.Rows
	if n == 0 || m == 0 {
		return nil, New(m, n), nil
	}
	v := a.Clone()
	sym := blas64.Symmetric{N: n, Stride: v.Stride, Data: v.Data, Uplo: blas.Upper}
	w := make([]float64, n)
	size := make([]float64, 1)
	lapack64.Syev(lapack.EVCompute, sym, w, size, -1)
	work := make([]float64, int(size[0]))
	if !lapack64.Syev(lapack.EVCompute, sym, w, work, len(work)) {
		return nil, Matrix{}, ErrNoEigenvectors
	}
	values, vectors = make([]float64, m), New(m, n)
	for k := range m {
		values[k] = w[n-1-k]
		for i := range n {
			vectors.Set(k, i, v.At(i, n-1-k))
		}
	}
	return values, vectors, nil
}

package linalg

import (
	"errors"
	"fmt"
	"math"

	"suffice/internal/sampling"
)

// ErrNoEigenvectors says that the eigenvalue iteration did not converge, which
// for finite symmetric matrices does not happen.
var ErrNoEigenvectors = errors.New("eigenvectors did not converge")

// Leading returns the m algebraically largest eigenvalues of the symmetric matrix
// a, largest first, and their eigenvectors as the orthonormal rows of a matrix.
// Only the upper triangle of a is read; a is not changed.
func Leading(a Matrix, m int) (values []float64, vectors Matrix, err error) {
	a.checkSquare()
	n := a.Rows
	checkCount(n, m)
	if n == 0 || m == 0 {
		return nil, New(m, n), nil
	}
	full := a.Clone()
	Symmetrize(full)
	scale := scaleToOne(full)
	if math.IsNaN(scale) || math.IsInf(scale, 0) {
		return nil, Matrix{}, ErrNoEigenvectors
	}
	err = ErrNoEigenvectors
	if lanczosPays(n, m) {
		values, vectors, err = lanczos(n, m, func(dst, x Matrix) { Mul(dst, full, x) })
	}
	if err != nil {
		values, vectors, err = leadingOfAll(full, m)
	}
	ScaleRow(scale, values)
	return values, vectors, err
}

// CountAbove is how many values, the largest first, are above a level.
func CountAbove(values []float64, level float64) int {
	count := 0
	for count < len(values) && values[count] > level {
		count++
	}
	return count
}

func checkCount(n, m int) {
	if m < 0 || m > n {
		panic(fmt.Sprintf("linalg: %d eigenvectors of a matrix of order %d", m, n))
	}
}

// leadingOfAll computes all eigenpairs of the full symmetric matrix a, which it
// overwrites, and returns the m leading ones.
func leadingOfAll(a Matrix, m int) ([]float64, Matrix, error) {
	n := a.Rows
	scale := scaleToOne(a)
	if math.IsNaN(scale) || math.IsInf(scale, 0) {
		return nil, Matrix{}, ErrNoEigenvectors
	}
	t := reduce(a)
	d, z, err := t.eigenpairs()
	if err != nil {
		return nil, Matrix{}, err
	}
	order := sampling.Descending(d[:n])
	values, vectors := make([]float64, m), New(m, n)
	for k := range m {
		values[k] = d[order[k]] * scale
		copy(vectors.Row(k), z.Row(order[k]))
	}
	t.back(vectors)
	return values, vectors, nil
}

// scaleToOne divides a by a power of two near its largest absolute element, so that
// squares neither overflow nor vanish, and returns that power; or 0, NaN or ∞ where it
// is the largest element.
func scaleToOne(a Matrix) float64 {
	var largest float64
	for i := range a.Rows {
		for _, v := range a.Row(i) {
			if math.IsNaN(v) {
				return v
			}
			largest = max(largest, math.Abs(v))
		}
	}
	if largest == 0 || math.IsInf(largest, 0) {
		return largest
	}
	_, exponent := math.Frexp(largest)
	exponent = min(max(exponent, -1000), 1000)
	scale, inverse := math.Ldexp(1, exponent), math.Ldexp(1, -exponent)
	Scale(inverse, a)
	return scale
}

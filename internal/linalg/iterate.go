package linalg

// Iterated is the leading eigenpairs of an operator as an iteration has found them.
type Iterated struct {
	Values   []float64 // largest first
	Vectors  Matrix    // orthonormal rows
	Residual float64   // the largest |A v - λ v|, as a share of the norm of A
}

// Iterate finds the m algebraically largest eigenpairs of a symmetric operator of order
// n that is too large for a matrix. Apply returns the operator applied to the rows of v,
// which it may not change, as rows; it is asked for a few at a time. The iteration ends
// where the residual is at most the tolerance, or after many restarts: the caller looks
// at the residual.
func Iterate(n, m int, tolerance float64, apply func(v Matrix) (Matrix, error)) (Iterated, error) {
	checkCount(n, m)
	if m == 0 {
		return Iterated{Vectors: New(0, n)}, nil
	}
	if 2*basisSize(m) > n { // the basis would have as many vectors as there are
		full, err := apply(Identity(n))
		if err != nil {
			return Iterated{}, err
		}
		values, vectors, err := leadingOfAll(full, m)
		return Iterated{Values: values, Vectors: vectors}, err
	}
	k := newKrylov(n, basisSize(m), nil)
	k.apply = func(dst, x Matrix) {
		if out, err := apply(x.Transposed()); err != nil {
			k.failed = err
		} else {
			dst.Copy(out.Transposed())
		}
	}
	values, vectors, rest, err := k.iterate(m, tolerance)
	return Iterated{Values: values, Vectors: vectors, Residual: rest}, err
}

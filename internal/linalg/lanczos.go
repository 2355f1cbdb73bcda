package linalg

import (
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/sampling"
)

// The iteration stops where all residuals are below converged, and its result is
// refused where one is above acceptable, both times the norm of the operator.
const (
	converged    = 1e-11
	acceptable   = 1e-8
	mostRestarts = 100
	lanczosBlock = 8   // columns multiplied at a time
	lanczosOrder = 350 // up to which computing all eigenvectors is as fast
)

// lanczosPays says that the iteration is expected to be faster than the full solver.
func lanczosPays(n, m int) bool { return n > lanczosOrder && 3*basisSize(m) <= n }

// basisSize is the number of vectors at which the iteration restarts.
func basisSize(m int) int { return roundUp(2*m, lanczosBlock) + 10*lanczosBlock }

// lanczos finds the m algebraically largest eigenpairs of a symmetric operator by the
// block Lanczos iteration with full reorthogonalisation and thick restarts (Wu and
// Simon 2000). A space grown from a few random vectors may lack copies of an
// eigenvalue repeated more often than these are many. So, once converged, only the
// eigenvectors are kept, the space grows anew from other random vectors, and must
// give the same values again.
func lanczos(n, m int, apply func(dst, x Matrix)) ([]float64, Matrix, error) {
	k := newKrylov(n, basisSize(m), apply)
	values, vectors, rest, err := k.iterate(m, converged)
	if err != nil {
		return nil, Matrix{}, err
	}
	if rest > converged {
		return nil, Matrix{}, ErrNoEigenvectors
	}
	return values, vectors, k.verify(values, vectors)
}

// Roughly is Leading where a few digits are enough, such as for where to start a search:
// in large matrices with many eigenvalues near the largest ones, all of them would have to
// be found otherwise.
func Roughly(a Matrix, m int) (Matrix, error) {
	const order, tolerance, restarts = 1024, 1e-6, 12
	if a.Rows <= order || !lanczosPays(a.Rows, m) {
		_, vectors, err := Leading(a, m)
		return vectors, err
	}
	full := a.Clone()
	Symmetrize(full)
	if scale := scaleToOne(full); math.IsNaN(scale) || math.IsInf(scale, 0) {
		return Matrix{}, ErrNoEigenvectors
	}
	k := newKrylov(a.Rows, basisSize(m), func(dst, x Matrix) { Mul(dst, full, x) })
	k.restarts = restarts
	_, vectors, _, err := k.iterate(m, tolerance)
	return vectors, err
}

// iterate returns the m eigenpairs with their largest residual relative to the norm of
// the operator, once it is at most the tolerance, or as it is after many restarts.
func (k *krylov) iterate(m int, tolerance float64) (values []float64, vectors Matrix, rest float64, err error) {
	k.renew()
	var before []float64
	for round := 1; ; round++ {
		for k.size+lanczosBlock <= k.t.Rows && k.failed == nil {
			k.extend()
		}
		if k.failed != nil {
			return nil, Matrix{}, 0, k.failed
		}
		values, s, err := k.ritz()
		if err != nil {
			return nil, Matrix{}, 0, err
		}
		rest := k.residual(s.Slice(0, m)) / k.norm
		done := !(rest > tolerance) // nor where the norm is 0
		switch {
		case round == k.restarts || done && before != nil && sameValues(before, values, tolerance*k.norm):
			vectors := New(m, k.n)
			MulT(vectors, s.Slice(0, m), k.basis())
			return values[:m], vectors, rest, nil
		case done:
			before = values[:m]
			k.restart(values, s, m)
			k.renew()
		default:
			k.restart(values, s, m+(k.size-m)/2)
		}
	}
}

// sameValues says whether the values before are those now.
func sameValues(before, now []float64, tolerance float64) bool {
	return slices.EqualFunc(before, now[:len(before)], func(a, b float64) bool { return math.Abs(a-b) <= tolerance })
}

// krylov is an orthonormal basis V of a space with T = Vᵀ A V, and the block of vectors
// Q it grows by next: A V = V T + Q R, where R is zero but for the last block of V.
type krylov struct {
	n        int
	apply    func(dst, x Matrix)
	v        Matrix // the columns of V, then those of Q
	size     int    // of the basis
	t        Matrix
	r        Matrix // the part of R for the last block
	norm     float64
	random   *rand.Rand
	restarts int   // at most
	failed   error // of apply, which ends the iteration
}

func newKrylov(n, most int, apply func(dst, x Matrix)) *krylov {
	return &krylov{
		n: n, apply: apply, v: New(n, most+lanczosBlock), t: New(most, most), restarts: mostRestarts,
		random: sampling.Random(1, 2), // any seed: the start is to be the same each time
	}
}

func (k *krylov) basis() Matrix { return k.v.Columns(0, k.size) }

// renew sets Q to random vectors, to which the basis does not couple.
func (k *krylov) renew() {
	y := New(lanczosBlock, k.n)
	for j := range lanczosBlock {
		k.fill(y.Row(j))
	}
	k.orthonormalize(y)
	k.r = New(lanczosBlock, lanczosBlock)
}

func (k *krylov) fill(row []float64) {
	for i := range row {
		row[i] = k.random.NormFloat64()
	}
}

// extend takes Q into the basis and makes the part of A Q outside of it the next Q.
func (k *krylov) extend() {
	from, to := k.size, k.size+lanczosBlock
	y := New(k.n, lanczosBlock)
	k.apply(y, k.v.Columns(from, to))
	k.size = to
	h := New(to, lanczosBlock)
	for range 2 { // the second time for what the first leaves by rounding
		k.project(y, h)
	}
	for j := range lanczosBlock {
		for i := range from + j + 1 {
			k.t.Set(i, from+j, h.At(i, j))
			k.t.Set(from+j, i, h.At(i, j))
		}
		for i := range to {
			k.norm = max(k.norm, math.Abs(h.At(i, j)))
		}
	}
	k.r = k.orthonormalize(y.Transposed())
}

// project takes from the columns of y what lies in the basis, and adds its coefficients to h.
func (k *krylov) project(y, h Matrix) {
	part := New(k.size, y.Cols)
	TMul(part, k.basis(), y)
	AddMul(y, -1, k.basis(), part)
	Add(h, part)
}

// orthonormalize makes the rows of y, orthogonal to the basis but for rounding, the
// block Q, and returns R with y = Rᵀ Qᵀ.
func (k *krylov) orthonormalize(y Matrix) Matrix {
	r := k.gramSchmidt(y)
	columns := y.Transposed()
	for range 2 { // short or random rows are not orthogonal to the basis yet
		if k.size > 0 {
			k.project(columns, Matrix{})
		}
		y = columns.Transposed()
		k.gramSchmidt(y)
		columns = y.Transposed()
	}
	k.v.Columns(k.size, k.size+lanczosBlock).Copy(columns)
	return r
}

// gramSchmidt makes the rows of y orthonormal. A row that is nothing but rounding error
// of the rows before becomes a random one, to which nothing couples: its coefficient
// in the matrix returned is 0.
func (k *krylov) gramSchmidt(y Matrix) Matrix {
	r := New(y.Rows, y.Rows)
	for j := range y.Rows {
		row := y.Row(j)
		length := k.orthogonalize(y, j, r)
		if length > 1e-14*k.norm {
			r.Set(j, j, length)
		} else {
			k.fill(row)
			length = k.orthogonalize(y, j, New(y.Rows, y.Rows))
		}
		Divide(row, length)
	}
	return r
}

// orthogonalize takes from row j of y what lies in the rows before, adds the coefficients to
// column j of r, and returns the length of what is left.
func (k *krylov) orthogonalize(y Matrix, j int, r Matrix) float64 {
	row := y.Row(j)
	for range 2 {
		for i := range j {
			c := Dot(y.Row(i), row)
			Axpy(-c, y.Row(i), row)
			r.Set(i, j, r.At(i, j)+c)
		}
	}
	return math.Sqrt(Dot(row, row))
}

// ritz returns the eigenvalues of T, largest first, and its eigenvectors as rows.
func (k *krylov) ritz() ([]float64, Matrix, error) {
	values, s, err := leadingOfAll(k.t.Slice(0, k.size).Columns(0, k.size).Clone(), k.size)
	if err == nil {
		k.norm = max(k.norm, math.Abs(values[0]), math.Abs(values[k.size-1]))
	}
	return values, s, err
}

// residual returns the largest |A V s - θ V s| = |R s| over the rows s.
func (k *krylov) residual(s Matrix) float64 {
	rest := New(s.Rows, lanczosBlock)
	MulT(rest, s.Columns(k.size-lanczosBlock, k.size), k.r)
	var largest float64
	for i := range rest.Rows {
		largest = max(largest, math.Sqrt(Dot(rest.Row(i), rest.Row(i))))
	}
	return largest
}

// restart cuts the basis down to the first vectors of s; Q stays.
func (k *krylov) restart(values []float64, s Matrix, keep int) {
	kept := New(k.n, keep)
	MulT(kept, k.basis(), s.Slice(0, keep))
	q := k.v.Columns(k.size, k.size+lanczosBlock).Clone()
	k.size = keep
	k.basis().Copy(kept)
	k.v.Columns(keep, keep+lanczosBlock).Copy(q)
	k.t.Zero()
	for i := range keep {
		k.t.Set(i, i, values[i])
	}
}

// verify multiplies the eigenvectors once more, and fails unless the residuals are small.
func (k *krylov) verify(values []float64, vectors Matrix) error {
	x := vectors.Transposed()
	y := New(x.Rows, x.Cols)
	k.apply(y, x)
	applied := y.Transposed()
	for i := range vectors.Rows {
		row := applied.Row(i)
		Axpy(-values[i], vectors.Row(i), row)
		if !(math.Sqrt(Dot(row, row)) <= acceptable*k.norm) {
			return ErrNoEigenvectors
		}
	}
	return nil
}

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

package linalg

import (
	"math"
	"slices"
)

// tridiagonal is a symmetric matrix A = Q T Qᵀ reduced by reflections: T has the
// diagonal d and e beside it. Reflection k, I - tau[k] v vᵀ, keeps its v, which
// starts at element k+1, in row k of w.
type tridiagonal struct {
	w         Matrix
	d, e, tau []float64
}

// reduceParallel is the number of elements from which on a step is shared by the cores,
// in pieces of reduceRows rows.
const (
	reduceParallel = 1 << 18
	reduceRows     = 64
)

// reduce overwrites the full symmetric matrix w. Every step passes over what is left
// of it once: a row is updated with the last reflection and at once multiplied with
// the next, which needs no more than the first of the updated rows.
func reduce(w Matrix) tridiagonal {
	n := w.Rows
	t := tridiagonal{w: w, d: make([]float64, n), e: make([]float64, n), tau: make([]float64, n)}
	pair := New(2, n) // u and v of the last reflection, which takes v uᵀ + u vᵀ from w
	p := make([]float64, n)
	for k := range n {
		row := w.Row(k)
		if k > 0 {
			coefficients := [2]float64{-pair.At(1, k), -pair.At(0, k)}
			addRows(row[k:], coefficients[:], pair.Data[k:], n)
		}
		t.d[k] = row[k]
		if k == n-1 {
			break
		}
		v := row[k+1:]
		t.e[k], t.tau[k] = reflect(v)
		work := func(from, to int) {
			for i := k + 1 + from; i < k+1+to; i++ {
				line := w.Row(i)[k+1:]
				if k > 0 {
					coefficients := [2]float64{-pair.At(1, i), -pair.At(0, i)}
					addRows(line, coefficients[:], pair.Data[k+1:], n)
				}
				p[i] = Dot(v, line)
			}
		}
		if left := n - k - 1; left*left < reduceParallel {
			work(0, left)
		} else {
			Parallel(left, reduceRows, work)
		}
		// u = tau (p - tau/2 (pᵀ v) v)
		u, tau := pair.Row(0)[k+1:], t.tau[k]
		half := tau / 2 * Dot(v, p[k+1:])
		for i, vi := range v {
			u[i] = tau * (p[k+1+i] - float64(half*vi))
		}
		copy(pair.Row(1)[k+1:], v)
	}
	return t
}

// reflect overwrites x with v, v[0] = 1, and returns beta and tau, so that
// (I - tau v vᵀ) x = (beta, 0, 0, ...).
func reflect(x []float64) (beta, tau float64) {
	alpha := x[0]
	rest := Dot(x[1:], x[1:])
	x[0] = 1
	if rest == 0 {
		return alpha, 0
	}
	beta = -math.Copysign(math.Sqrt(float64(alpha*alpha)+rest), alpha)
	scale := 1 / (alpha - beta)
	ScaleRow(scale, x[1:])
	return beta, (beta - alpha) / beta
}

// back turns the rows of x, vectors of T, into vectors of A.
func (t tridiagonal) back(x Matrix) {
	n := t.w.Rows
	Parallel(x.Rows, 4, func(from, to int) {
		var sums [4]float64
		for k := n - 2; k >= 0; k-- {
			v, tau := t.w.Row(k)[k+1:], t.tau[k]
			if tau == 0 {
				continue
			}
			if to-from == 4 {
				dotRows(&sums, v, x.Data[from*x.Stride+k+1:], x.Stride)
			}
			for i := from; i < to; i++ {
				line := x.Row(i)[k+1:]
				if to-from < 4 {
					sums[i-from] = Dot(v, line)
				}
				Axpy(-tau*sums[i-from], v, line)
			}
		}
	})
}

// sweep is a sequence of rotations of neighbouring rows, from row high downwards; cs
// holds their cosines and sines in turn.
type sweep struct {
	high int
	cs   []float64
}

const (
	sweepNumbers = 1 << 16 // of rotations gathered before they are applied
	sweepColumns = 32      // columns they are applied to at a time, which the second cache holds
	mostSweeps   = 60      // for one eigenvalue; three are usual
)

// eigenpairs returns all eigenvalues of the tridiagonal matrix, in no order, and the
// eigenvectors as rows, by the QL iteration with implicit shifts (Dubrulle, Martin and
// Wilkinson 1968). The rotations are gathered first and then applied to strips of
// columns, one core a strip.
func (t tridiagonal) eigenpairs() ([]float64, Matrix, error) {
	n := len(t.d)
	d, e := slices.Clone(t.d), slices.Clone(t.e)
	var size float64
	for i := range n {
		size = max(size, math.Abs(d[i])+math.Abs(e[i]))
	}
	negligible := epsilon / 4 * size // less than the rounding that made e
	z := Identity(n)
	var sweeps []sweep
	gathered := 0
	for l := range n {
		for count := 0; ; count++ {
			m := l
			for m < n-1 && math.Abs(e[m]) > max(negligible, epsilon*(math.Abs(d[m])+math.Abs(d[m+1]))) {
				m++
			}
			if m == l {
				break
			}
			if count == mostSweeps {
				return nil, Matrix{}, ErrNoEigenvectors
			}
			s := qlSweep(d, e, l, m)
			sweeps = append(sweeps, s)
			if gathered += len(s.cs); gathered > sweepNumbers {
				applySweeps(z, sweeps)
				sweeps, gathered = sweeps[:0], 0
			}
		}
	}
	applySweeps(z, sweeps)
	return d, z, nil
}

const epsilon = 0x1p-53

// qlSweep does one implicit QL step on rows l to m.
func qlSweep(d, e []float64, l, m int) sweep {
	cs := make([]float64, 0, 2*(m-l))
	g := (d[l+1] - d[l]) / (2 * e[l])
	r := math.Hypot(g, 1)
	g = d[m] - d[l] + e[l]/(g+math.Copysign(r, g))
	s, c, p := 1., 1., 0.
	for i := m - 1; i >= l; i-- {
		f, b := s*e[i], float64(c*e[i])
		r = length(f, g)
		e[i+1] = r
		if r == 0 { // the matrix has split
			d[i+1] -= p
			e[m] = 0
			return sweep{m, cs}
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		r = float64((d[i]-g)*s) + float64(2*c*b)
		p = float64(s * r)
		d[i+1] = g + p
		g = float64(c*r) - b
		cs = append(cs, c, s)
	}
	d[l] -= p
	e[l], e[m] = g, 0
	return sweep{m, cs}
}

// length is the length of (x, y), without the cost of math.Hypot where squares neither
// overflow nor vanish.
func length(x, y float64) float64 {
	if s := float64(x*x) + float64(y*y); s > 1e-280 && s < 1e280 {
		return math.Sqrt(s)
	}
	return math.Hypot(x, y)
}

func applySweeps(z Matrix, sweeps []sweep) {
	Parallel(z.Cols, sweepColumns, func(from, to int) {
		for _, s := range sweeps {
			if len(s.cs) > 0 {
				rotate(to-from, s.cs, z.Data, s.high*z.Stride+from, z.Stride)
			}
		}
	})
}

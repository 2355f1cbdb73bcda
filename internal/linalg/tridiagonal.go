package linalg

import "math"

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

package canonical

import (
	"fmt"

	"suffice/internal/linalg"
	"suffice/internal/work"
)

// regressionSums are the sums over rows that a kernel ridge regression needs.
type regressionSums struct {
	kk linalg.Matrix // KᵀK, upper triangle
	k1 []float64     // column sums of K
	yk linalg.Matrix // YᵀK
}

// newRegressionSums returns sums over no rows.
func newRegressionSums(b, r int) *regressionSums {
	s := &regressionSums{kk: linalg.Borrow(b, b), k1: make([]float64, b), yk: linalg.New(r, b)}
	s.reset()
	return s
}

func (s *regressionSums) release() { linalg.Return(s.kk) }

func (s *regressionSums) reset() {
	s.kk.Zero()
	clear(s.k1)
	s.yk.Zero()
}

func (s *regressionSums) add(k, y linalg.Matrix) {
	linalg.AddGram(s.kk, k)
	linalg.AddTMul(s.yk, 1, y, k)
	for i := range k.Rows {
		linalg.Axpy(1, k.Row(i), s.k1)
	}
}

// means adds up the sums of all parts, n rows, in the first of them and turns them into
// means: K_cᵀK_c/n with K centred by its column means, those means, and YᵀK/n, which
// needs no centring since Y is centred.
func means(parts []*regressionSums, n int) *regressionSums {
	s, scale := parts[0], 1/float64(n)
	for _, other := range parts[1:] {
		linalg.Axpy(1, other.k1, s.k1)
		linalg.Add(s.yk, other.yk)
	}
	for j := range s.k1 {
		s.k1[j] *= scale
	}
	linalg.Scale(scale, s.yk)
	linalg.Parallel(s.kk.Rows, 32, func(from, to int) {
		for i := from; i < to; i++ {
			row := s.kk.Row(i)[i:]
			for _, other := range parts[1:] {
				linalg.Axpy(1, other.kk.Row(i)[i:], row)
			}
			for j, mean := range s.k1[i:] {
				row[j] = row[j]*scale - s.k1[i]*mean
			}
		}
	})
	work.Sums(n, s.kk.Rows)
	return s
}

// factor sets the upper triangle of dst to the factor of K_cᵀK_c/n + λK_vv + jitter.
func (s *regressionSums) factor(dst, kvv linalg.Matrix, lambda float64) error {
	for i := range dst.Rows {
		row, kk, kvv := dst.Row(i)[i:], s.kk.Row(i)[i:], kvv.Row(i)[i:]
		copy(row, kk)
		linalg.Axpy(lambda, kvv, row)
		row[0] += jitterZ
	}
	work.Solve(dst.Rows)
	if err := linalg.Cholesky(dst); err != nil {
		return fmt.Errorf("canonical: %w at λ=%g", err, lambda)
	}
	return nil
}

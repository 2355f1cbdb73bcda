package canonical

import (
	"fmt"

	"suffice/internal/flops"
	"suffice/internal/linalg"
)

// regressionSums are the sums over rows that a kernel ridge regression needs: of the
// products of the columns of [K Y 1], taken at once.
type regressionSums struct {
	all linalg.Matrix // upper triangle
	kk  linalg.Matrix // KᵀK, upper triangle
	ky  linalg.Matrix // KᵀY
	k1  []float64     // Kᵀ1
}

// newRegressionSums makes the memory for b centres and r functions of y; reset makes it
// sums over no rows.
func newRegressionSums(b, r int) *regressionSums {
	all := linalg.Borrow(b+r+1, b+r+1)
	top := all.Slice(0, b)
	return &regressionSums{all: all, kk: top.Columns(0, b), ky: top.Columns(b, b+r), k1: make([]float64, b)}
}

func (s *regressionSums) release() { linalg.Return(s.all) }

func (s *regressionSums) reset() { s.all.Zero() }

// beside makes memory for [K Y 1] of up to size rows.
func (s *regressionSums) beside(size int) linalg.Matrix {
	memory := linalg.Borrow(size, s.all.Cols)
	for i := range size {
		memory.Row(i)[memory.Cols-1] = 1
	}
	return memory
}

// add adds rows, given memory with their K and 1.
func (s *regressionSums) add(ky1, y linalg.Matrix) {
	for i := range y.Rows {
		copy(ky1.Row(i)[s.kk.Cols:], y.Row(i))
	}
	linalg.AddGram(s.all, ky1)
}

// means adds up the sums of all parts, n rows, in the first of them and turns them into
// means: K_cᵀK_c/n with K centred by its column means, those means, and KᵀY/n, which
// needs no centring since Y is centred.
func means(parts []*regressionSums, n int) *regressionSums {
	s, b, scale := parts[0], parts[0].kk.Rows, 1/float64(n)
	linalg.Parallel(b, 32, func(from, to int) {
		for i := from; i < to; i++ {
			row := s.all.Row(i)[i:]
			for _, other := range parts[1:] {
				linalg.Axpy(1, other.all.Row(i)[i:], row)
			}
			for j := range row {
				row[j] *= scale
			}
			s.k1[i] = row[len(row)-1]
		}
	})
	linalg.Parallel(b, 32, func(from, to int) {
		for i := from; i < to; i++ {
			linalg.Axpy(-s.k1[i], s.k1[i:], s.kk.Row(i)[i:])
		}
	})
	flops.Sums(n, b)
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
	flops.Solve(dst.Rows)
	if err := linalg.Cholesky(dst); err != nil {
		return fmt.Errorf("canonical: %w at λ=%g", err, lambda)
	}
	return nil
}

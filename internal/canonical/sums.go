package canonical

import (
	"fmt"

	"suffice/internal/blocks"
	"suffice/internal/flops"
	"suffice/internal/linalg"
)

// regressionSums are the sums over rows that a kernel ridge regression needs: of the
// products of the columns of [K Y 1], taken at once.
type regressionSums struct {
	all linalg.Matrix // upper triangle
	kk  linalg.Matrix // KᵀK, upper triangle
	ky  linalg.Matrix // KᵀY
	yy  linalg.Matrix // YᵀY, upper triangle
	k1  []float64     // Kᵀ1
	y1  []float64     // Yᵀ1
}

// newRegressionSums makes the memory for b centres and r functions of y.
func newRegressionSums(b, r int) *regressionSums {
	all := linalg.Borrow(b+r+1, b+r+1)
	top, below := all.Slice(0, b), all.Slice(b, b+r)
	return &regressionSums{
		all: all, kk: top.Columns(0, b), ky: top.Columns(b, b+r), yy: below.Columns(b, b+r),
		k1: make([]float64, b), y1: make([]float64, r),
	}
}

// beside makes memory for [K Y 1] of up to size rows.
func (s *regressionSums) beside(size int) linalg.Matrix {
	memory := linalg.Borrow(size, s.all.Cols)
	for i := range size {
		memory.Row(i)[memory.Cols-1] = 1
	}
	return memory
}

// add adds rows, given memory with their K and 1, by their weights.
func (s *regressionSums) add(ky1, y linalg.Matrix, weights []float64) {
	for i := range y.Rows {
		copy(ky1.Row(i)[s.kk.Cols:], y.Row(i))
	}
	if weights != nil { // for the last rows the memory had others in the place of 1
		for i := range y.Rows {
			ky1.Row(i)[ky1.Cols-1] = 1
		}
		blocks.ScaleRoots(ky1, weights)
	}
	linalg.AddGram(s.all, ky1)
}

// centre turns the sums into the means of products of K and Y, both centred by their
// column means, and keeps those.
func (s *regressionSums) centre() {
	b, r := s.kk.Rows, s.ky.Cols
	n := s.all.At(b+r, b+r)
	mean := make([]float64, b+r)
	for i := range mean {
		mean[i] = s.all.At(i, b+r) / n
	}
	copy(s.k1, mean)
	copy(s.y1, mean[b:])
	linalg.Parallel(b+r, 32, func(from, to int) {
		for i := from; i < to; i++ {
			row := s.all.Row(i)[i : b+r]
			for j := range row {
				row[j] /= n
			}
			linalg.Axpy(-mean[i], mean[i:], row)
		}
	})
	flops.Sums(int(n), b)
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

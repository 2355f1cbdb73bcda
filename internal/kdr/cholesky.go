package kdr

import (
	"math"
	"slices"

	"suffice/internal/linalg"
)

// incomplete is an incomplete Cholesky factor of a kernel matrix with pivoting: each
// new pivot is the candidate that those before explain least. It keeps its memory from
// one factor to the next.
type incomplete struct {
	pivots []int         // places among the candidates
	g      linalg.Matrix // a row for each pivot: K ≈ gᵀg between candidates
	rest   []float64     // diagonal of K - gᵀg
	left   float64       // its sum
}

// rounding is the share of the largest diagonal element below which what is left of
// the diagonal is no longer known.
const rounding = 1e-13

// run factors the kernel matrix with the diagonal that is in rest already. column sets
// dst to the kernel between all candidates and one of them. It ends with at most most
// pivots, or once the rest sums to at most enough.
func (f *incomplete) run(most int, enough float64, column func(dst []float64, pivot int)) {
	f.pivots = f.pivots[:0]
	least := rounding * max(0, slices.Max(f.rest))
	for {
		f.left = 0
		next := 0
		for i, v := range f.rest {
			f.left += v
			if v > f.rest[next] {
				next = i
			}
		}
		k := len(f.pivots)
		if k == most || f.left <= enough || !(f.rest[next] > least) {
			return
		}
		row := f.g.Row(k)
		column(row, next)
		for j := range k {
			before := f.g.Row(j)
			linalg.Axpy(-before[next], before, row)
		}
		scale := 1 / math.Sqrt(f.rest[next])
		for i, v := range row {
			v *= scale
			row[i] = v
			f.rest[i] = max(0, f.rest[i]-v*v)
		}
		f.rest[next] = 0
		f.pivots = append(f.pivots, next)
	}
}

// inverse returns R⁻¹, where RᵀR is the kernel matrix between the pivots.
func (f *incomplete) inverse() linalg.Matrix {
	r := len(f.pivots)
	upper, out := linalg.New(r, r), linalg.Identity(r)
	for j := range r {
		for k := j; k < r; k++ {
			upper.Set(j, k, f.g.At(j, f.pivots[k]))
		}
	}
	linalg.BackwardSolveAll(upper, out)
	return out
}

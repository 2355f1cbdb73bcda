package kernel

import (
	"math"
	"slices"

	"suffice/internal/linalg"
)

// Incomplete is an incomplete Cholesky factor of a kernel matrix with pivoting: each
// new pivot is the candidate that those before explain least. It keeps its memory from
// one factor to the next.
type Incomplete struct {
	Pivots []int         // places among the candidates
	G      linalg.Matrix // a row for each pivot: K ≈ GᵀG between candidates
	Rest   []float64     // diagonal of K - GᵀG
	left   float64       // its sum
}

// Rounding is the share of the largest diagonal element below which what is left of
// the diagonal is no longer known.
const Rounding = 1e-13

// Run factors the kernel matrix with the diagonal that is in Rest already. column sets
// dst to the kernel between all candidates and one of them. It ends with at most most
// pivots, or once the rest sums to at most enough.
func (f *Incomplete) Run(most int, enough float64, column func(dst []float64, pivot int)) {
	f.Pivots = f.Pivots[:0]
	least := Rounding * max(0, slices.Max(f.Rest))
	for {
		f.left = 0
		next := 0
		for i, v := range f.Rest {
			f.left += v
			if v > f.Rest[next] {
				next = i
			}
		}
		k := len(f.Pivots)
		if k == most || f.left <= enough || !(f.Rest[next] > least) {
			return
		}
		row := f.G.Row(k)
		column(row, next)
		for j := range k {
			before := f.G.Row(j)
			linalg.Axpy(-before[next], before, row)
		}
		scale := 1 / math.Sqrt(f.Rest[next])
		for i, v := range row {
			v *= scale
			row[i] = v
			f.Rest[i] = max(0, f.Rest[i]-v*v)
		}
		f.Rest[next] = 0
		f.Pivots = append(f.Pivots, next)
	}
}

// Inverse returns R⁻¹, where RᵀR is the kernel matrix between the pivots.
func (f *Incomplete) Inverse() linalg.Matrix {
	r := len(f.Pivots)
	upper, out := linalg.New(r, r), linalg.Identity(r)
	for j := range r {
		for k := j; k < r; k++ {
			upper.Set(j, k, f.G.At(j, f.Pivots[k]))
		}
	}
	linalg.BackwardSolveAll(upper, out)
	return out
}

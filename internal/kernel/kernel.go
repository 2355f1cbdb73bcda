// Package kernel holds the kernels on z and on numbers: functions of the squared
// distance between a row and a centre, and of a width.
package kernel

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/output"
)

// Kind is a family of kernels.
type Kind int

const (
	// Gaussian is exp(-r²/(2 s²)).
	Gaussian Kind = iota
	// Epanechnikov is max(0, 1 - r²/(2 s²)): with it the step of SCA is an eigenvalue problem.
	Epanechnikov
)

// String names the family.
func (k Kind) String() string {
	if k == Gaussian {
		return "gaussian"
	}
	return "epanechnikov"
}

// piece is how many rows one core takes at a time.
const piece = 64

// Matrix sets dst to the kernel of the given width at the squared distances.
func (k Kind) Matrix(dst, squared linalg.Matrix, width float64) {
	scale := 1 / (2 * width * width)
	linalg.Parallel(dst.Rows, piece, func(from, to int) {
		for i := from; i < to; i++ {
			k.row(dst.Row(i), squared.Row(i), scale)
		}
	})
}

// row sets dst to the kernel at the squared distances, scale being 1/(2 s²).
func (k Kind) row(dst, squared []float64, scale float64) {
	if k == Gaussian {
		linalg.Gaussian(dst, squared, scale)
	} else {
		linalg.Epanechnikov(dst, squared, scale)
	}
}

// Slope overwrites K by k, with dK/d(r²) = -k/(2 s²): the indicator of K > 0 for
// Epanechnikov, K itself for the Gaussian.
func (k Kind) Slope(values []float64) {
	if k == Gaussian {
		return
	}
	for j, v := range values {
		if v > 0 {
			values[j] = 1
		}
	}
}

// SquaredDistances sets dst(i, l) to |z_i - v_l|², summed coordinate by coordinate:
// never negative, and exactly 0 between equal rows.
func SquaredDistances(dst, z, v linalg.Matrix) { distances(dst, z, v.Transposed()) }

// distances is SquaredDistances to the columns of v, along which the inner loop runs.
func distances(dst, z, v linalg.Matrix) {
	linalg.Parallel(z.Rows, piece, func(from, to int) {
		for i := from; i < to; i++ {
			linalg.Squares(dst.Row(i), z.Row(i), v)
		}
	})
}

// manyInputs is from how many on |z|² + |v|² - 2 zᵀv costs less than half.
const manyInputs = 24

// distancesByProducts is the same for many inputs, right to rounding of |z|² and |v|².
func distancesByProducts(dst, z, v linalg.Matrix) {
	squares := make([]float64, v.Cols)
	for k := range v.Rows {
		linalg.AddProducts(squares, v.Row(k), v.Row(k))
	}
	linalg.Mul(dst, z, v)
	for i := range z.Rows {
		row, square := dst.Row(i), linalg.Dot(z.Row(i), z.Row(i))
		for l, product := range row {
			row[l] = max(0, square+squares[l]-2*product)
		}
	}
}

// Outputs sets dst, without gaps, to L between the rows of y from from on and the centres.
// The width is that of the Gaussian L of an [output.Metric].
func Outputs(dst linalg.Matrix, y output.Output, from int, centres []int, width float64) {
	switch y := y.(type) {
	case output.Metric:
		y.SquaredDistances(dst.Data, from, from+dst.Rows, centres)
		Gaussian.Matrix(dst, dst, width)
	case output.Kernel:
		y.Kernel(dst.Data, from, from+dst.Rows, centres)
	}
}

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

// Package kernel holds the kernels on z and on numbers: functions of the squared
// distance between a row and a centre, and of a width.
package kernel

import (
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

package kernel

import (
	"suffice/internal/linalg"
	"suffice/output"
)

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

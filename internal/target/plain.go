package target

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/output"
)

// mostPlain is how many columns of y are affordable: as many as there are functions of it.
const mostPlain = 50

// Plain is y itself, a column for each number, class or label: centred, and numbers clipped
// and of variance 1. It is empty where y has no columns, or too many. The weights are those
// of the rows; nil means that all count the same.
func Plain(y output.Output, weights []float64) linalg.Matrix {
	c, ok := y.(output.Columnar)
	if !ok {
		return linalg.Matrix{}
	}
	width, data := c.Columns()
	if width > mostPlain {
		return linalg.Matrix{}
	}
	out, column := linalg.New(y.Len(), width), make([]float64, y.Len())
	_, number := y.(output.Metric)
	for k := range width {
		for i := range column {
			column[i] = data[i*width+k]
		}
		if number {
			clip(column)
		}
		standardise(column, weights, number)
		for i, v := range column {
			out.Set(i, k, v)
		}
	}
	return out
}

// clip draws in values that are further than four standard deviations from the median, as
// the median distance from it tells these of normal values.
func clip(column []float64) {
	const far = 4 * 1.4826
	middle := median(column)
	distance := make([]float64, len(column))
	for i, v := range column {
		distance[i] = math.Abs(v - middle)
	}
	if most := far * median(distance); most > 0 {
		for i, v := range column {
			column[i] = min(max(v, middle-most), middle+most)
		}
	}
}

func median(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }

// standardise centres a column and, if asked to, scales it to variance 1.
func standardise(column, weights []float64, scale bool) {
	n, mean, square := float64(len(column)), 0., 0.
	for i, v := range column {
		mean += linalg.Weight(weights, i) * v / n
	}
	for i := range column {
		column[i] -= mean
		square += linalg.Weight(weights, i) * column[i] * column[i] / n
	}
	if scale && square > 0 {
		linalg.Divide(column, math.Sqrt(square))
	}
}

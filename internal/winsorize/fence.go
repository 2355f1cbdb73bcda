// Package winsorize tells which numbers are too far from the others to be trusted, so that they can
// be drawn in (winsorized). Outliers
// are told by the distance from the median, in units of the upper quartile of all such
// distances that are not 0: neither outliers nor a majority of ties can rule it. Where more
// than a twentieth of the rows are that far, they are no outliers.
package winsorize

import (
	"fmt"
	"math"
	"slices"

	"suffice/internal/linalg"
)

// How far is too far.
const (
	Outlying = 30  // to tell a scale
	Absurd   = 1e6 // to be kept as it is: a kernel is 0 long before
)

// Who is an outlier.
const (
	fewToBelong = 30 // among fewer rows than this nobody can say what an outlier is
	share       = 20 // no more than one row of so many is one
)

// Fence is an interval around the median.
type Fence struct{ Low, High float64 }

// Around is so far from the median of a column, which it reorders, to both sides. It is
// without end where there are too few rows to tell, all are the same, or too many would lie
// outside.
func Around(column []float64, far float64) Fence {
	everywhere := Fence{math.Inf(-1), math.Inf(1)}
	if len(column) < fewToBelong {
		return everywhere
	}
	most := len(column) / share
	middle := linalg.SelectNth(column, len(column)/2)
	for i, v := range column {
		column[i] = math.Abs(v - middle)
	}
	column = slices.DeleteFunc(column, func(v float64) bool { return v == 0 })
	if len(column) == 0 {
		return everywhere
	}
	reach := far * linalg.SelectNth(column, (len(column)-1)*3/4)
	for _, distance := range column {
		if distance > reach {
			most--
		}
	}
	if most < 0 {
		return everywhere
	}
	return Fence{middle - reach, middle + reach}
}

// Holds reports whether v lies within.
func (f Fence) Holds(v float64) bool { return f.Low <= v && v <= f.High }

// Nearest is v, drawn in (winsorized) where it lies outside.
func (f Fence) Nearest(v float64) float64 { return min(max(v, f.Low), f.High) }

// Reach is the distance from the middle to either end.
func (f Fence) Reach() float64 { return f.High/2 - f.Low/2 }

// DrawIn is y, stored by rows of the given width, with what is absurdly far from the median
// of its column drawn in; y itself where nothing is.
func DrawIn(y []float64, width int) []float64 {
	near := y
	for j := 0; j < width && j < len(y); j++ {
		sane := Around(Column(y, width, j), Absurd)
		for i := j; i < len(y); i += width {
			if sane.Holds(y[i]) {
				continue
			}
			if &near[0] == &y[0] {
				near = slices.Clone(y)
			}
			near[i] = sane.Nearest(y[i])
		}
	}
	return near
}

// Column copies column j of values stored by rows.
func Column(values []float64, width, j int) []float64 {
	out := make([]float64, 0, len(values)/width)
	for i := j; i < len(values); i += width {
		out = append(out, values[i])
	}
	return out
}

// Usual is the mean and the standard deviation (with 1/n) of the numbers of a column that are no
// outliers.
func Usual(column []float64) (mean, sd float64) {
	usual := Around(slices.Clone(column), Outlying)
	var n, squares float64
	for _, v := range column {
		if usual.Holds(v) {
			n++
		}
	}
	for _, v := range column {
		if usual.Holds(v) {
			mean += v / n
		}
	}
	for _, v := range column {
		if usual.Holds(v) {
			squares += (v - mean) * (v - mean) / n
		}
	}
	return mean, math.Sqrt(squares)
}

// Numbers whose range lies between these have squared distances of full precision,
// down to 1e-28 of the largest.
const leastRange, mostRange = 1e-140, 1e150

// CheckRange is an error where numbers from low to high have squares beyond floating-point
// numbers.
func CheckRange(low, high float64) error {
	if spread := high - low; spread > mostRange || spread < leastRange && spread > 0 {
		return fmt.Errorf("the outputs range from %g to %g, which is beyond floating-point arithmetic; rescale them", low, high)
	}
	return nil
}

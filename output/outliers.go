package output

import (
	"math"
	"slices"

	"suffice/internal/linalg"
)

// Outliers are told by the distance from the median, in units of the upper quartile of all
// such distances that are not 0: neither a quarter of outliers nor a majority of ties, or
// of what rounding has left of ties, can rule it.
const (
	absurd      = 1e6 // a kernel is 0 long before, and nothing is gained by going on
	outlying    = 30  // too far to tell a scale
	fewToBelong = 30  // among fewer rows than this nobody can say what an outlier is
)

// fence is an interval around the median.
type fence struct{ low, high float64 }

// fenceOf is so far from the median of a column, which it reorders, to both sides.
func fenceOf(column []float64, far float64) fence {
	everywhere := fence{math.Inf(-1), math.Inf(1)}
	if len(column) < fewToBelong {
		return everywhere
	}
	middle := linalg.SelectNth(column, len(column)/2)
	for i, v := range column {
		column[i] = math.Abs(v - middle)
	}
	column = slices.DeleteFunc(column, func(v float64) bool { return v == 0 })
	if len(column) == 0 {
		return everywhere
	}
	reach := far * linalg.SelectNth(column, (len(column)-1)*3/4)
	return fence{middle - reach, middle + reach}
}

func (f fence) holds(v float64) bool { return f.low <= v && v <= f.high }

// drawnIn is y with what is absurdly far from the median of its column drawn in; y itself
// where nothing is.
func drawnIn(y []float64, width int) []float64 {
	near := y
	for j := 0; j < width && j < len(y); j++ {
		sane := fenceOf(column(y, width, j), absurd)
		for i := j; i < len(y); i += width {
			if sane.holds(y[i]) {
				continue
			}
			if &near[0] == &y[0] {
				near = slices.Clone(y)
			}
			near[i] = min(max(y[i], sane.low), sane.high)
		}
	}
	return near
}

// column copies column j of y.
func column(y []float64, width, j int) []float64 {
	out := make([]float64, 0, len(y)/width)
	for i := j; i < len(y); i += width {
		out = append(out, y[i])
	}
	return out
}

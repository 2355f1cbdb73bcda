package output

import (
	"fmt"
	"math"
	"slices"
)

type labels struct {
	origin
	width int
	raw   []float64  // as given
	unit  []float64  // centred label vectors scaled to length 1; zero vectors stay zero
	few   *fewLabels // where rows have few of many labels, or nil
	bad   error
}

// Labels is a set of labels a row: width values of 0 or 1, stored by rows. L is the
// cosine of the label vectors after their mean is subtracted; a row whose vector is
// then zero has L = 0 with every other.
func Labels(width int, y []float64) (Kernel, error) {
	if width < 1 || len(y)%width != 0 {
		return nil, fmt.Errorf("%d values do not make rows of %d labels", len(y), width)
	}
	out := &labels{width: width, raw: y, unit: append([]float64(nil), y...), few: listed(width, y), bad: finite(y, width)}
	out.centre()
	for i := range out.Len() {
		normalize(out.row(i))
	}
	return out, nil
}

// centre subtracts its mean from each column; a label that all rows share becomes exactly 0.
func (y *labels) centre() {
	means, varies := make([]float64, y.width), make([]bool, y.width)
	for i := range y.Len() {
		for j, v := range y.row(i) {
			means[j] += v
			varies[j] = varies[j] || v != y.unit[j]
		}
	}
	for j := range means {
		means[j] /= float64(y.Len())
		if !varies[j] {
			means[j] = y.unit[j]
		}
	}
	for i := range y.Len() {
		for j, mean := range means {
			y.row(i)[j] -= mean
		}
	}
}

func normalize(v []float64) {
	var squares float64
	for _, a := range v {
		squares += a * a
	}
	if squares == 0 {
		return
	}
	length := math.Sqrt(squares)
	for j := range v {
		v[j] /= length
	}
}

func (y *labels) Len() int            { return len(y.unit) / y.width }
func (y *labels) Kind() Kind          { return KindLabels }
func (y *labels) Signed() bool        { return true }
func (y *labels) row(i int) []float64 { return y.unit[i*y.width : (i+1)*y.width] }

func (y *labels) Check() error {
	if y.bad != nil {
		return y.bad
	}
	if slices.ContainsFunc(y.unit, func(v float64) bool { return v != 0 }) {
		return nil
	}
	return ErrConstant
}

func (y *labels) Kernel(dst []float64, from, to int, centres []int) {
	if y.few != nil {
		y.few.kernel(dst, from, to, centres)
		return
	}
	for i := from; i < to; i++ {
		row, out := y.row(i), dst[(i-from)*len(centres):]
		for l, c := range centres {
			var sum float64
			for j, v := range y.row(c) {
				sum += row[j] * v
			}
			out[l] = sum
		}
	}
}

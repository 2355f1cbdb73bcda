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
	out.centreAt(out.means())
	return out, nil
}

// means are those of the columns: of a label that all rows share exactly what they have.
func (y *labels) means() []float64 {
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
	return means
}

// centreAt subtracts its mean from each column, and scales rows to length 1.
func (y *labels) centreAt(means []float64) {
	for i := range y.Len() {
		for j, mean := range means {
			y.row(i)[j] -= mean
		}
		normalize(y.row(i))
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

// fewLabels are label vectors x by the lists of their ones, for rows that have few of
// many labels. With the means m,
//
//	(x - m)ᵀ(y - m) = |x ∩ y| - mᵀx - mᵀy + mᵀm,
//
// which takes as long as a list instead of as many labels as there are. A label that
// more than half of the rows have is turned into its absence, which changes no product
// of centred vectors, so that means are at most ½ and the terms do not cancel.
type fewLabels struct {
	width  int
	starts []int // row i has ones[starts[i]:starts[i+1]]
	ones   []int32
	mean   []float64 // mᵀx of each row
	square float64   // mᵀm
	unit   []float64 // 1 over the length of x - m; 0 where that is zero
}

// Lists are quicker where there are many labels, and for each that a row has there are
// several that it has not.
const (
	manyLabels = 32
	listShare  = 4
)

// listed makes lists of labels of 0 and 1, or nil where these would be no gain.
func listed(width int, y []float64) *fewLabels {
	if width < manyLabels {
		return nil
	}
	counts := make([]float64, width)
	for i := 0; i < len(y); i += width {
		for j, v := range y[i : i+width] {
			counts[j] += v
		}
	}
	return listedAmong(width, y, counts, len(y)/width)
}

// listedAmong is listed for some of so many rows, each label being that of so many of them.
func listedAmong(width int, y, counts []float64, of int) *fewLabels {
	if width < manyLabels || slices.ContainsFunc(y, func(v float64) bool { return v != 0 && v != 1 }) {
		return nil
	}
	all := 0.
	means, minority := make([]float64, width), make([]float64, width)
	for j, count := range counts {
		minority[j] = 1
		if 2*count > float64(of) {
			minority[j], count = 0, float64(of)-count
		}
		means[j] = count / float64(of)
		all += count
	}
	if all*listShare > float64(of*width) {
		return nil
	}
	n := len(y) / width
	f := &fewLabels{width: width, starts: make([]int, 1, n+1), ones: make([]int32, 0, min(int(all), len(y))), mean: make([]float64, n), unit: make([]float64, n)}
	for _, m := range means {
		f.square += m * m
	}
	for i := range n {
		f.list(i, y[i*width:(i+1)*width], means, minority)
	}
	return f
}

// list adds row i.
func (f *fewLabels) list(i int, y, means, minority []float64) {
	for j, v := range y {
		if v == minority[j] && means[j] > 0 {
			f.ones = append(f.ones, int32(j))
			f.mean[i] += means[j]
		}
	}
	f.starts = append(f.starts, len(f.ones))
	if square := f.product(i, i, len(f.row(i))); square > 0 {
		f.unit[i] = 1 / math.Sqrt(square)
	}
}

func (f *fewLabels) row(i int) []int32 { return f.ones[f.starts[i]:f.starts[i+1]] }

// product is that of the centred vectors of rows i and c, which share so many ones.
func (f *fewLabels) product(i, c, shared int) float64 {
	return float64(shared) - (f.mean[i] + f.mean[c]) + f.square
}

// kernel is that of labels.
func (f *fewLabels) kernel(dst []float64, from, to int, centres []int) {
	has := make([]bool, f.width)
	for i := from; i < to; i++ {
		for _, j := range f.row(i) {
			has[j] = true
		}
		out := dst[(i-from)*len(centres):]
		for l, c := range centres {
			shared := 0
			for _, j := range f.row(c) {
				if has[j] {
					shared++
				}
			}
			out[l] = f.product(i, c, shared) * (f.unit[i] * f.unit[c])
		}
		for _, j := range f.row(i) {
			has[j] = false
		}
	}
}

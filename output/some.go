package output

import (
	"suffice/internal/offers"
	"suffice/internal/sampling"
)

// Some is the output of the given rows of y alone, compared with each other as they are in
// y: nothing is centred or scaled anew.
func Some(y Output, rows []int) Output {
	switch y := y.(type) {
	case Divisible:
		return y.Some(rows)
	case Metric:
		return someMetric{Metric: y, rows: rows}
	case Kernel:
		return someKernel{Output: y, all: y, rows: rows}
	}
	return y
}

// Divisible is an Output that knows a better way to take some of its rows than to
// translate their numbers, as that of one that is Columnar, Factored or Sliced: its rows
// should be so too.
type Divisible interface {
	Output
	Some(rows []int) Output
}

func (y *numbers) Some(rows []int) Output {
	return &numbers{origin: origin{names: y.names}, width: y.width, data: pickRows(y.data, y.width, rows), bad: y.bad}
}

func (y *classes) Some(rows []int) Output {
	return &classes{origin: origin{names: y.names}, of: sampling.Pick(y.of, rows)}
}

func (y *labels) Some(rows []int) Output {
	part := &labels{origin: origin{names: y.names}, width: y.width, raw: pickRows(y.raw, y.width, rows), unit: pickRows(y.unit, y.width, rows), bad: y.bad}
	if y.few != nil {
		part.few = y.few.some(rows)
	}
	return part
}

// pickRows is sampling.Pick for rows of the given width.
func pickRows(all []float64, width int, rows []int) []float64 {
	part := make([]float64, 0, len(rows)*width)
	for _, i := range rows {
		part = append(part, all[i*width:(i+1)*width]...)
	}
	return part
}

// some is the lists of the given rows.
func (f *fewLabels) some(rows []int) *fewLabels {
	part := &fewLabels{width: f.width, starts: make([]int, 1, len(rows)+1), mean: sampling.Pick(f.mean, rows), square: f.square, unit: sampling.Pick(f.unit, rows)}
	for _, i := range rows {
		part.ones = append(part.ones, f.row(i)...)
		part.starts = append(part.starts, len(part.ones))
	}
	return part
}

// someMetric is some rows of an output with a distance.
type someMetric struct {
	Metric
	rows []int
}

func (y someMetric) Len() int        { return len(y.rows) }
func (y someMetric) Names() []string { return Names(y.Metric) }

func (y someMetric) SquaredDistances(dst []float64, from, to int, centres []int) {
	own := sampling.Pick(y.rows, centres)
	for k, i := range y.rows[from:to] {
		y.Metric.SquaredDistances(dst[k*len(own):(k+1)*len(own)], i, i+1, own)
	}
}

// someKernel is some rows of an output with a kernel.
type someKernel struct {
	Output
	all  Kernel
	rows []int
}

func (y someKernel) Len() int        { return len(y.rows) }
func (y someKernel) Names() []string { return Names(y.Output) }
func (y someKernel) Check() error    { return checkAlike(y) }

func (y someKernel) Kernel(dst []float64, from, to int, centres []int) {
	own := sampling.Pick(y.rows, centres)
	for k, i := range y.rows[from:to] {
		y.all.Kernel(dst[k*len(own):(k+1)*len(own)], i, i+1, own)
	}
}

// ofSomeRows makes outputs of some rows whose others are elsewhere, with what is known of all of them.
// They are compared as they would be there: nothing is centred or scaled anew.
type ofSomeRows struct{}

var _ = offers.Make(ofSomeRows{})

// Numbers are rows of values as [Columnar] has them.
func (ofSomeRows) Numbers(names []string, width int, values []float64) Output {
	return &numbers{origin: origin{names: names}, width: width, data: values}
}

// Classes are those of rows, as [Classes] takes them.
func (ofSomeRows) Classes(names []string, of []int) Output {
	return &classes{origin: origin{names: names}, of: of}
}

// Labels are rows of values as [Columnar] has them, of so many rows in all; counts are how many of
// these have each label, and means the shares.
func (ofSomeRows) Labels(names []string, values, counts, means []float64, of int) Output {
	y := &labels{origin: origin{names: names}, width: len(means), raw: values, unit: append([]float64(nil), values...)}
	y.few = listedAmong(y.width, values, counts, of)
	y.centreAt(means)
	return y
}

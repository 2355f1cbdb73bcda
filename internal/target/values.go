package target

import (
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/offers"
	"suffice/internal/winsorize"
	"suffice/output"
)

// Values says how the target of a row becomes the numbers that methods compute with, as
// [output.Columnar] has them: numbers with absurd ones drawn in and, where there are several,
// scaled; a column of 0 and 1 for each class; labels as they are.
type Values struct {
	Columns   int               // of the target
	Classes   []float64         // numbers of the classes that there are, in order; none where the target is no class
	Fences    []winsorize.Fence // around each column; none where nothing is drawn in
	Mean, Per []float64         // of each column, and what it is divided by; none where it stays as it is
	Labels    bool              // the target is labels
	Counts    []float64         // rows that have each class or label; none of numbers
	Of        int               // of so many rows
}

// Width is how many numbers it becomes.
func (v *Values) Width() int {
	if len(v.Classes) > 0 {
		return len(v.Classes)
	}
	return v.Columns
}

// Set sets the rows of dst to the numbers of the rows of target.
func (v *Values) Set(dst, target linalg.Matrix) {
	for i := range target.Rows {
		v.row(dst.Row(i), target.Row(i))
	}
}

func (v *Values) row(dst, target []float64) {
	if len(v.Classes) > 0 {
		clear(dst)
		if k, ok := slices.BinarySearch(v.Classes, target[0]); ok {
			dst[k] = 1
		}
		return
	}
	v.plain(dst, target)
}

// plain is the numbers of a row; of a class, its own number.
func (v *Values) plain(dst, target []float64) {
	copy(dst, target)
	for j, fence := range v.Fences {
		dst[j] = fence.Nearest(dst[j])
	}
	for j, per := range v.Per {
		if per != 0 {
			dst[j] = (dst[j] - v.Mean[j]) / per
		}
	}
}

// Complete implements aggregate.Completer.
func (v *Values) Complete() error {
	each := func(count int) bool { return count == 0 || count == v.Columns }
	for _, count := range v.Counts {
		if !(count >= 0 && count <= float64(v.Of)) {
			return aggregate.ErrInconsistent
		}
	}
	return aggregate.Consistent(v.Columns >= 1, len(v.Classes) == 0 || v.Columns == 1 && !v.Labels, slices.IsSorted(v.Classes),
		each(len(v.Fences)), each(len(v.Per)), len(v.Mean) == len(v.Per), !slices.ContainsFunc(v.Classes, math.IsNaN),
		len(v.Counts) == 0 || len(v.Counts) == v.Width() && v.Of >= 1, !v.Labels || len(v.Counts) > 0)
}

// kind is that of the output.
func (v *Values) kind() output.Kind {
	switch {
	case v.Labels:
		return output.KindLabels
	case len(v.Classes) > 0:
		return output.KindClass
	}
	return output.KindNumbers // one or several
}

// output is rows whose target is given.
func (v *Values) output(kind output.Kind, names []string, target linalg.Matrix) output.Output {
	if kind == output.KindClass {
		of := make([]int, target.Rows)
		for i, c := range target.Data {
			of[i] = int(c)
		}
		return parts.Classes(names, of)
	}
	values := linalg.New(target.Rows, target.Cols)
	v.Set(values, target)
	if kind == output.KindLabels {
		return parts.Labels(names, values.Data, v.Counts, v.shares(), v.Of)
	}
	return parts.Numbers(names, target.Cols, values.Data)
}

// shares are those of all rows that have each label.
func (v *Values) shares() []float64 {
	shares := make([]float64, len(v.Counts))
	for j, count := range v.Counts {
		shares[j] = count / float64(v.Of)
	}
	return shares
}

// parts makes outputs of some of the rows.
var parts = offers.Take[interface {
	Numbers(names []string, width int, values []float64) output.Output
	Classes(names []string, of []int) output.Output
	Labels(names []string, values, counts, means []float64, of int) output.Output
}]()

// linear is the values of y after some steps, each of which does the same to all rows; scaled
// to length 1 where Unit says so after the first of them; and in given directions at the end,
// if there are any.
type linear struct {
	Values     *Values
	Unit       bool
	Steps      []step
	Directions linalg.Matrix // rows
	After      float64       // what functions in directions are multiplied with
}

// step subtracts, multiplies or divides each column by a number.
type step struct {
	Operation operation
	By        []float64
}

type operation = int

const (
	subtract operation = iota
	multiply
	divide
)

func (l *linear) Kind() string { return "linear" }

func (l *linear) Takes() int { return l.Values.Columns }

func (l *linear) Width() int {
	if l.Directions.Rows > 0 {
		return l.Directions.Rows
	}
	return l.Values.Width()
}

func (l *linear) Complete() error {
	for _, s := range l.Steps {
		if len(s.By) != l.Values.Width() || s.Operation < subtract || s.Operation > divide {
			return aggregate.ErrInconsistent
		}
	}
	return aggregate.Consistent(l.Directions.Rows == 0 || l.Directions.Cols == l.Values.Width())
}

func (l *linear) Of(dst, target linalg.Matrix, _ int) {
	if l.Directions.Rows == 0 {
		l.columns(dst, target)
		return
	}
	columns := linalg.New(target.Rows, l.Values.Width())
	l.columns(columns, target)
	linalg.MulT(dst, columns, l.Directions)
	for i := range dst.Rows {
		linalg.ScaleRow(l.After, dst.Row(i))
	}
}

func (l *linear) columns(dst, target linalg.Matrix) {
	l.Values.Set(dst, target)
	for i := range dst.Rows {
		row := dst.Row(i)
		for k, s := range l.Steps {
			s.apply(row)
			if k == 0 && l.Unit {
				normalize(row)
			}
		}
	}
}

func (s step) apply(row []float64) {
	by := s.By[:len(row)]
	switch s.Operation {
	case subtract:
		for j := range row {
			row[j] -= by[j]
		}
	case multiply:
		for j := range row {
			row[j] *= by[j]
		}
	case divide:
		for j := range row {
			row[j] /= by[j]
		}
	}
}

// normalize scales a row to length 1; zeros stay.
func normalize(row []float64) {
	var squares float64
	for _, v := range row {
		squares += v * v
	}
	if squares == 0 {
		return
	}
	length := math.Sqrt(squares)
	for j := range row {
		row[j] /= length
	}
}

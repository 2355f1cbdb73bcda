package target

import (
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

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
			return blocks.ErrInconsistent
		}
	}
	return blocks.Consistent(l.Directions.Rows == 0 || l.Directions.Cols == l.Values.Width())
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

package output

import (
	"fmt"
	"math"

	"suffice/internal/winsorize"
)

type numbers struct {
	origin
	width int
	data  []float64 // by rows, outliers drawn in; each column scaled to standard deviation 1 where there are several
	bad   error
}

// Numbers is one number a row. One that is absurdly far from the others is drawn in; see
// docs/outputs.md.
func Numbers(y []float64) Metric {
	near, bad := nearNumbers(y, 1)
	return &numbers{width: 1, data: near, bad: bad}
}

// nearNumbers draws outliers in, and says what is wrong with the columns of y, if anything.
func nearNumbers(y []float64, width int) ([]float64, error) {
	if err := finite(y, width); err != nil {
		return y, err
	}
	near := winsorize.DrawIn(y, width)
	return near, checkRange(near, width)
}

// Columns is several numbers a row, stored by rows. Each column is scaled to
// standard deviation 1, so that none outweighs the others by its unit; outliers have no say
// in it, and absurd ones are drawn in.
func Columns(width int, y []float64) (Metric, error) {
	if width < 1 || len(y)%width != 0 {
		return nil, fmt.Errorf("%d output values do not make rows of %d columns", len(y), width)
	}
	if width == 1 {
		return Numbers(y), nil
	}
	near, bad := nearNumbers(y, width)
	if bad == nil {
		near = scaled(width, near)
	}
	return &numbers{width: width, data: near, bad: bad}, nil
}

func finite(y []float64, width int) error {
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return NotFinite{Row: i / width, Value: v}
		}
	}
	return nil
}

// checkRange is an error where a column of y has squares beyond floating-point numbers.
func checkRange(y []float64, width int) error {
	for j := 0; j < width && j < len(y); j++ {
		low, high := y[j], y[j]
		for i := j; i < len(y); i += width {
			low, high = min(low, y[i]), max(high, y[i])
		}
		if err := winsorize.CheckRange(low, high); err != nil {
			return err
		}
	}
	return nil
}

// scaled returns a copy of y whose columns have standard deviation 1 (with 1/n), but for
// outliers; constant columns stay as they are.
func scaled(width int, y []float64) []float64 {
	out := append([]float64(nil), y...)
	for j := range width {
		mean, sd := winsorize.Usual(winsorize.Column(y, width, j))
		if sd == 0 {
			continue
		}
		for i := j; i < len(y); i += width {
			out[i] = (y[i] - mean) / sd
		}
	}
	return out
}

func (y *numbers) Len() int     { return len(y.data) / y.width }
func (y *numbers) Signed() bool { return false }

func (y *numbers) Kind() Kind {
	if y.width == 1 {
		return KindNumber
	}
	return KindNumbers
}

func (y *numbers) Check() error {
	if y.bad != nil {
		return y.bad
	}
	for i := y.width; i < len(y.data); i++ {
		if y.data[i] != y.data[i-y.width] {
			return nil
		}
	}
	return ErrConstant
}

func (y *numbers) row(i int) []float64 { return y.data[i*y.width : (i+1)*y.width] }

func (y *numbers) SquaredDistances(dst []float64, from, to int, centres []int) {
	for i := from; i < to; i++ {
		out := dst[(i-from)*len(centres):][:len(centres)]
		clear(out)
		for j, v := range y.row(i) {
			column := y.data[j:]
			for l, c := range centres {
				delta := v - column[c*y.width]
				out[l] += delta * delta
			}
		}
	}
}

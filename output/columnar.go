package output

import (
	"fmt"
	"slices"
)

// Columnar is an Output that can be written as columns of numbers, as linear methods
// need it.
type Columnar interface {
	Output
	// Columns returns y stored by rows: numbers as they are, but for absurd ones (each
	// column scaled to standard deviation 1 where there are several), a column of 0 and 1
	// for each class or label. It is the output's own memory.
	Columns() (width int, data []float64)
}

func (y *numbers) Columns() (width int, data []float64) { return y.width, y.data }

// Columns has the classes in the order of their numbers.
func (y *classes) Columns() (width int, data []float64) {
	distinct := y.distinct()
	width = len(distinct)
	data = make([]float64, len(y.of)*width)
	for i, c := range y.of {
		j, _ := slices.BinarySearch(distinct, c)
		data[i*width+j] = 1
	}
	return width, data
}

func (y *classes) distinct() []int {
	distinct := slices.Clone(y.of)
	slices.Sort(distinct)
	return slices.Compact(distinct)
}

// mostCells is how many numbers classes may become, a gigabyte of them.
const mostCells = 1 << 27

// CheckColumns is an error where y is so many classes, names rather, that its columns or
// its factor would not fit into memory.
func CheckColumns(y Output) error {
	if count := CountClasses(y); count > mostCells/max(1, y.Len()) {
		return fmt.Errorf("%d classes in %d rows are too many for this method; choose another method or another target", count, y.Len())
	}
	return nil
}

// Classified is an Output that is one of some classes in each row. Its columns, where it
// is Columnar too, are one for each class.
type Classified interface {
	Output
	// CountClasses is how many different classes the rows have.
	CountClasses() int
}

func (y *classes) CountClasses() int { return len(y.distinct()) }

// CountClasses is how many different classes there are, or 0 where y is not classes.
func CountClasses(y Output) int {
	if classified, ok := y.(Classified); ok {
		return classified.CountClasses()
	}
	return 0
}

func (y *labels) Columns() (width int, data []float64) { return y.width, y.raw }

// Factored is an Output whose L is a product of few columns, L = F Fᵀ. Sums over all
// pairs of rows then are sums over rows.
type Factored interface {
	Output
	// Factor returns F stored by rows. It is the output's own memory.
	Factor() (width int, data []float64)
}

// Factor is a column of 0 and 1 for each class.
func (y *classes) Factor() (width int, data []float64) { return y.Columns() }

// Factor is the centred label vectors, scaled to length 1.
func (y *labels) Factor() (width int, data []float64) { return y.width, y.unit }

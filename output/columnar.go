package output

import "slices"

// Columnar is an Output that can be written as columns of numbers, as linear methods
// need it.
type Columnar interface {
	Output
	// Columns returns y stored by rows: numbers as they are (each column scaled to
	// standard deviation 1 where there are several), a column of 0 and 1 for each class
	// or label. It is the output's own memory.
	Columns() (width int, data []float64)
}

func (y *numbers) Columns() (width int, data []float64) { return y.width, y.data }

// Columns has the classes in the order of their numbers.
func (y classes) Columns() (width int, data []float64) {
	distinct := slices.Clone(y)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	width = len(distinct)
	data = make([]float64, len(y)*width)
	for i, c := range y {
		j, _ := slices.BinarySearch(distinct, c)
		data[i*width+j] = 1
	}
	return width, data
}

func (y *labels) Columns() (width int, data []float64) { return y.width, y.raw }

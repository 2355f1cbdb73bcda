package suffice

import (
	"math"

	"suffice/output"
)

// mostOfColumns is how many components CCA can find: as many as y has columns, and one
// less where these are classes, because they add up to 1.
func mostOfColumns(y output.Output) int {
	columns, ok := y.(output.Columnar)
	if !ok {
		return math.MaxInt
	}
	width, _ := columns.Columns()
	if y.Kind() == "class" {
		width--
	}
	return width
}

// mostOfClasses is how many components SIR can find of classes: their means lie on so
// many dimensions. Numbers are cut into as many slices as it takes.
func mostOfClasses(y output.Output) int {
	if y.Kind() != "class" {
		return math.MaxInt
	}
	return mostOfColumns(y)
}

package suffice

import (
	"math"

	"suffice/output"
)

// mostOfColumns is how many components CCA can find: as many as y has columns that vary,
// and one less where these are classes, because they add up to 1.
func mostOfColumns(y output.Output) int {
	columns, ok := y.(output.Columnar)
	if !ok {
		return math.MaxInt
	}
	if classes := output.CountClasses(y); classes > 0 {
		return classes - 1
	}
	return countVarying(columns.Columns())
}

func countVarying(width int, data []float64) (count int) {
	for j := range width {
		for i := j; i < len(data); i += width {
			if data[i] != data[j] {
				count++
				break
			}
		}
	}
	return count
}

// mostOfClasses is how many components SIR can find of classes: their means lie on so
// many dimensions. Numbers are cut into as many slices as it takes.
func mostOfClasses(y output.Output) int {
	if output.CountClasses(y) == 0 {
		return math.MaxInt
	}
	return mostOfColumns(y)
}

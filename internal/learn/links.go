package learn

import (
	"slices"

	"suffice/internal/linalg"
)

// Softmax overwrites each row f by probabilities of classes, in proportion to exp(f).
func Softmax(f linalg.Matrix) {
	for i := range f.Rows {
		row := f.Row(i)
		most := slices.Max(row)
		for j := range row {
			row[j] -= most
		}
		linalg.Exp(row, row)
		var total float64
		for _, v := range row {
			total += v
		}
		linalg.ScaleRow(1/total, row)
	}
}

// Logistic overwrites each f by the probability of a label, 1/(1 + exp(-f)).
func Logistic(f linalg.Matrix) {
	linalg.Scale(-1, f)
	linalg.Exp(f.Data, f.Data)
	for i, v := range f.Data {
		f.Data[i] = 1 / (1 + v)
	}
}

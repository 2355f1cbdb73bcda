// Package predictor predicts y, a row of numbers for each row of z, from components z: by
// the nearest neighbours and by kernel ridge regression. Both choose their settings within
// the rows that they learn from, each row by the others. Classes and labels are numbers
// too: 1 for those that a row has, 0 for the others.
package predictor

import (
	"suffice/internal/linalg"
	"suffice/internal/metrics"
)

// Loss tells how wrong predictions are.
type Loss func(truth, predicted linalg.Matrix) float64

// SquaredError is the sum of squared differences.
func SquaredError(truth, predicted linalg.Matrix) (sum float64) {
	for i := range truth.Rows {
		for j, v := range truth.Row(i) {
			off := v - predicted.At(i, j)
			sum += off * off
		}
	}
	return sum
}

// Wrong is how many rows have the largest of the predicted numbers at another place than
// the true ones: the wrong class.
func Wrong(truth, predicted linalg.Matrix) float64 {
	count := 0
	for i := range truth.Rows {
		if metrics.Largest(truth.Row(i)) != metrics.Largest(predicted.Row(i)) {
			count++
		}
	}
	return float64(count)
}

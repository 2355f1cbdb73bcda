// Package predictor tells how good predictions of y, a row of numbers for each row of z, are,
// and how sure: measures, calibrated probabilities and intervals. Classes and labels are
// numbers too: 1 for those that a row has, 0 for the others. What predicts is in package learn.
package predictor

import (
	"suffice/internal/linalg"
	"suffice/internal/metrics"
)

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

package relevance

import (
	"context"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
)

// neighbourCounts are how many neighbours are tried; the best number counts.
var neighbourCounts = []int{3, 8, 20}

// neighbourLoss is the mean squared distance between the functions of y of a row and their
// mean over its nearest other rows in z, by the weights of rows where these are not nil.
func neighbourLoss(ctx context.Context, z, y linalg.Matrix, weights []float64) (float64, error) {
	lists, err := learn.Nearest(ctx, z, z, slices.Max(neighbourCounts), true)
	if err != nil {
		return 0, err
	}
	var losses []float64
	for _, count := range neighbourCounts {
		if count >= z.Rows && losses != nil {
			break
		}
		losses = append(losses, meanError(y, learn.Means(lists, y, weights, count), weights))
	}
	return slices.Min(losses), nil
}

// meanError is the mean of the squared errors over the rows.
func meanError(y, predicted linalg.Matrix, weights []float64) (mean float64) {
	for i := range y.Rows {
		var loss float64
		for j, v := range y.Row(i) {
			e := v - predicted.At(i, j)
			loss += e * e
		}
		if weights != nil {
			loss *= weights[i]
		}
		mean += loss / float64(y.Rows)
	}
	return mean
}

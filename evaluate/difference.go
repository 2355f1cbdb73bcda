package evaluate

import (
	"math"

	"suffice/internal/learn"
)

// Difference is by how much one error is above another, over splits that both have seen,
// with the 95% interval of it.
type Difference struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// differ95 compares two samples split by split. Splits share rows, so that the variance of a
// mean over J of them is not var/J, but about (1/J + ρ/(1 - ρ)) var. The correlation ρ is not
// known; Nadeau and Bengio (2003) take the share of the rows that are test rows, or training
// rows where these are fewer. A single split has no interval: it says nothing of how much
// splits differ.
func differ95(a, b []float64, inCommon float64) Difference {
	differences := make([]float64, len(a))
	for k := range differences {
		differences[k] = a[k] - b[k]
	}
	mean, variance := learn.Moments(differences)
	if len(a) < 2 {
		return Difference{mean, mean, mean}
	}
	n := float64(len(a))
	half := math.Sqrt((1/n+inCommon)*variance) * learn.StudentQuantile(.975, n-1)
	return Difference{mean, mean - half, mean + half}
}

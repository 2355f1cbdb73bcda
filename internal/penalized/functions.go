package penalized

import (
	"math"

	"suffice/internal/linalg"
	"suffice/output"
)

// SliceFunctions are those of sliced inverse regression: for each slice its indicator,
// divided by the root of its share of the rows, so that U Uᵀ is the covariance of the slices'
// means. Slices with weights have those in place of shares.
func SliceFunctions(s output.Slices) linalg.Matrix {
	f := linalg.New(len(s.Sizes), len(s.Of))
	for i, k := range s.Of {
		f.Set(k, i, math.Sqrt(float64(len(s.Of))/s.Weight(k)))
	}
	return f
}

// Scores are the quantiles of the normal distribution at the ranks of y, of which equal ones
// have the mean: what is left of y when only its order counts.
func Scores(ranks output.Slices) []float64 {
	n, below := float64(len(ranks.Of)), 0.
	quantiles := make([]float64, len(ranks.Sizes))
	for k := range ranks.Sizes {
		size := ranks.Weight(k)
		quantiles[k] = math.Sqrt2 * math.Erfinv((2*below+size)/n-1)
		below += size
	}
	scores := make([]float64, len(ranks.Of))
	for i, k := range ranks.Of {
		scores[i] = quantiles[k]
	}
	return scores
}

// Polynomials are Hermite's of degree 1 and more, of variance 1 where z is normal.
func Polynomials(z []float64, degree int) linalg.Matrix {
	f := linalg.New(degree, len(z))
	for i, v := range z {
		last, this := 0., 1.
		for e := range degree {
			last, this = this, (v*this-math.Sqrt(float64(e))*last)/math.Sqrt(float64(e+1))
			f.Set(e, i, this)
		}
	}
	return f
}

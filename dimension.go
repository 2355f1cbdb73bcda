package suffice

import "gonum.org/v1/gonum/mathext"

// testCount is how many numbers of components are tested, from 0 on: 4 as in the R
// package dr, and the one that was asked for, as long as there are directions left.
func testCount(dim, rank int) int { return min(rank, max(4, dim+1)) }

// chiSquare is a test by a statistic whose distribution is χ² with df degrees of freedom
// where dim components are enough.
func chiSquare(dim int, statistic float64, df int) DimensionTest {
	statistic = max(0, statistic) // rounding
	return DimensionTest{Dim: dim, Statistic: statistic, DF: df, P: mathext.GammaIncRegComp(float64(df)/2, statistic/2)}
}

// tailSums is the sum of the values from each index on.
func tailSums(values []float64) []float64 {
	sums := make([]float64, len(values)+1)
	for k := len(values) - 1; k >= 0; k-- {
		sums[k] = sums[k+1] + values[k]
	}
	return sums
}

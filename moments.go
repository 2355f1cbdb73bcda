package suffice

import (
	"context"

	"gonum.org/v1/gonum/mathext"

	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/output"
)

// white is what the methods share that look at moments of x: SIR, SAVE and pHd.
type white struct {
	*coords.White
	warnings []string
}

// whiten makes the checks that all methods share and finds the white coordinates.
func whiten(ctx context.Context, l coords.Limits, x Rows, y output.Output, dim int) (*white, error) {
	standard, warnings, err := prepare(ctx, x, y, dim, false)
	if err != nil {
		return nil, err
	}
	w, more, err := coords.Whiten(ctx, l, standard, y, dim)
	return &white{White: w, warnings: append(warnings, more...)}, err
}

// projection makes a model of directions in white coordinates, the rows of u.
func (w *white) projection(ctx context.Context, method string, y output.Output, u linalg.Matrix, noScale bool) (*Projection, error) {
	x, components, err := w.Components(ctx, u, noScale)
	if err != nil {
		return nil, err
	}
	p := newProjection(method, x, y, components)
	p.Warnings = w.warnings
	return p, nil
}

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

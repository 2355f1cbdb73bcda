package suffice

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mathext"

	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/internal/whitened"
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
	return judged(ctx, p, x, y)
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

// sliced is what SIR and SAVE share: white inputs, and slices of the output.
type sliced struct {
	*white
	slices target.Slices
}

// checkSlices is an error where y has no slices, for a method that needs about count of them.
func checkSlices(method string, y output.Output, count int) error {
	switch {
	case y == nil:
		return errNoOutput
	case !target.CanSlice(y):
		return fmt.Errorf("%s needs numbers or classes, but the output is of kind %s; use sca or mddm", method, y.Kind())
	case count < 0 || count == 1:
		return fmt.Errorf("%d slices, but there must be at least 2; 0 means the default", count)
	}
	return nil
}

// slice whitens x and cuts y into about count slices; 0 means 3 more than there are
// independent inputs, and at least 8.
func slice(ctx context.Context, method string, x Rows, y output.Output, dim, count int, l coords.Limits) (*sliced, error) {
	if err := checkSlices(method, y, count); err != nil {
		return nil, err
	}
	w, err := whiten(ctx, l, x, y, dim)
	if err != nil {
		return nil, err
	}
	slices, err := target.SlicesOf(ctx, x, y, cmp.Or(count, max(8, w.Rank()+3)))
	return &sliced{white: w, slices: slices}, err
}

// model makes one of the leading eigenvectors of m, which differ between the methods, and
// returns all of them.
func (s *sliced) model(ctx context.Context, method string, y output.Output, m linalg.Matrix, dim int, noScale bool) (*Projection, linalg.Matrix, error) {
	values, u, err := linalg.Leading(m, s.Rank())
	if err != nil {
		return nil, u, err
	}
	p, err := s.projection(ctx, method, y, u.Slice(0, dim), noScale)
	if err != nil {
		return nil, u, err
	}
	for k := range values {
		values[k] = max(0, values[k]) // rounding may leave them below
	}
	p.Values = values
	p.Settings = Settings{"dim": dim, "slices": s.count(), "scale": !noScale}
	return p, u, nil
}

// count is how many slices there are.
func (s *sliced) count() int { return len(s.slices.Sizes) }

// share is f_j, the share of the rows in slice j.
func (s *sliced) share(j int) float64 { return s.slices.Weight(j) / float64(s.Inputs.Len()) }

// means returns the mean of z in each slice.
func (s *sliced) means(ctx context.Context) (linalg.Matrix, error) {
	sums, err := whitened.SliceSums(ctx, s.X, s.slices)
	if err != nil {
		return linalg.Matrix{}, err
	}
	for j := range s.slices.Sizes {
		linalg.ScaleRow(1/s.slices.Weight(j), sums.Row(j))
	}
	return linalg.TimesT(sums, s.Root), nil
}

// mostSpreads is how many values the spreads hold that are taken in one reading of the
// rows, at most.
const mostSpreads = 1 << 24

// eachSpread visits the spread of T x within each slice. The rows are read several times
// where the spreads of all slices have too many values.
func (s *sliced) eachSpread(ctx context.Context, t linalg.Matrix, visit func(j int, within *whitened.Spread)) error {
	for first := 0; first < s.count(); {
		last, values := first, 0
		for ; last < s.count(); last++ {
			values += whitened.SpreadValues(s.slices.Sizes[last], t.Rows)
			if last > first && values > mostSpreads {
				break
			}
		}
		within, err := whitened.Spreads(ctx, s.X, t, s.slices, first, last)
		if err != nil {
			return err
		}
		for k, v := range within {
			if err := ctx.Err(); err != nil {
				return err
			}
			visit(first+k, v)
		}
		first = last
	}
	return nil
}

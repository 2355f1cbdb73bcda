package suffice

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mathext"

	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/target"
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

// sliced is what SIR, SAVE and DR share, whose settings are the same: white inputs, and slices
// of the output.
type sliced struct {
	SIR
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

// fit whitens x, cuts y into slices, and makes the model of the leading eigenvectors of a matrix.
// That differs between the methods, as do the tests, which are given all eigenvectors; nil means
// none. No number of slices means 3 more than there are independent inputs, and at least 8.
func (s SIR) fit(ctx context.Context, method string, x Rows, y output.Output, kernel func(*sliced, context.Context) (linalg.Matrix, error), test func(*sliced, context.Context, *Projection, linalg.Matrix) error) (*Projection, error) {
	if err := checkSlices(method, y, s.Slices); err != nil {
		return nil, err
	}
	w, err := whiten(ctx, s.limits, x, y, s.Dim)
	if err != nil {
		return nil, err
	}
	f := &sliced{SIR: s, white: w}
	if f.slices, err = target.SlicesOf(ctx, x, y, cmp.Or(s.Slices, max(8, w.Rank()+3))); err != nil {
		return nil, err
	}
	m, err := kernel(f, ctx)
	if err != nil {
		return nil, err
	}
	values, u, err := linalg.Leading(m, f.Rank())
	if err != nil {
		return nil, err
	}
	p, err := f.projection(ctx, method, y, u.Slice(0, s.Dim), s.NoScale)
	if err != nil {
		return nil, err
	}
	p.Values = notNegative(values)
	p.Settings = Settings{"dim": s.Dim, "slices": f.count(), "scale": !s.NoScale}
	if test != nil {
		if err := test(f, ctx, p, u); err != nil {
			return nil, err
		}
	}
	return diagnosed(ctx, p, x)
}

// notNegative is eigenvalues, which rounding may have left below 0.
func notNegative(values []float64) []float64 {
	for k := range values {
		values[k] = max(0, values[k])
	}
	return values
}

// count is how many slices there are.
func (s *sliced) count() int { return len(s.slices.Sizes) }

// share is f_j, the share of the rows in slice j.
func (s *sliced) share(j int) float64 { return s.slices.Weight(j) / float64(s.Inputs.Len()) }

package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/slicemoments"
	"suffice/internal/target"
	"suffice/output"
)

// PHd is principal Hessian directions: the directions along which the regression of y
// on x is curved most. It finds curvature, and nothing else: a straight line is taken
// away first.
//
// See docs/phd.md. Reference: Li (1992), on least-squares residuals as Cook (1998)
// advises, with the conventions of the R package dr.
type PHd struct {
	Dim     int  // number of components; required
	NoScale bool // give components in the columns' own units instead of on inputs of standard deviation 1

	limits coords.Limits
}

// Fit finds the eigenvectors of M = (1/n) Σ r_i z_i z_iᵀ with the largest absolute
// eigenvalues, r being the residuals of least squares. It takes one number a row.
func (p PHd) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if y == nil {
		return nil, errNoOutput
	}
	if !target.HasColumns(y) || y.Kind() != output.KindNumber {
		return nil, fmt.Errorf("phd needs one number a row, but the output is of kind %s; use sca, or save for classes and several numbers", y.Kind())
	}
	w, err := whiten(ctx, p.limits, x, y, p.Dim)
	if err != nil {
		return nil, err
	}
	number, err := target.ColumnsOf(x, y)
	if err != nil {
		return nil, err
	}
	f := &phdFit{white: w, y: number}
	if err := f.leastSquares(ctx); err != nil {
		return nil, err
	}
	curvature, u, err := f.curvature(ctx)
	if err != nil {
		return nil, err
	}
	out, err := w.projection(ctx, "phd", y, u.Slice(0, p.Dim), p.NoScale)
	if err != nil {
		return nil, err
	}
	out.Values, out.Tests = curvature, f.test(p.Dim, curvature)
	out.Settings = Settings{"dim": p.Dim, "residuals": !f.exact, "scale": !p.NoScale}
	return diagnosed(ctx, out, x)
}

type phdFit struct {
	*white
	y        *target.Columns
	line     slicemoments.Line // least squares
	exact    bool              // a straight line leaves nothing
	variance float64           // of the residuals, with 1/(n-1)
}

// leastSquares regresses y on z. As z is white, the slope is its covariance with y.
// Where the line leaves nothing, as with fewer rows than inputs, y itself takes the
// place of the residuals, as in Li (1992).
func (f *phdFit) leastSquares(ctx context.Context) error {
	n := float64(f.y.Len())
	mean, all, err := f.y.Deviations(ctx)
	if err != nil {
		return err
	}
	flat := slicemoments.Line{Constant: mean, Slope: make([]float64, f.Rank())}
	moments, err := f.residuals(ctx, flat, false)
	if err != nil {
		return err
	}
	f.line = slicemoments.Line{Constant: mean - linalg.Dot(moments.RZ, moments.Z), Slope: moments.RZ} // rounding may leave a mean of z
	rest, err := f.residuals(ctx, f.line, false)
	if err != nil {
		return err
	}
	left := rest.Squares()
	if f.variance = left / (n - 1); left <= coords.RoundingOfResiduals*all {
		f.exact, f.line = true, flat
		f.warnings = append(f.warnings, "a straight line through the inputs fits the output exactly, which leaves phd no curvature to look at; it took the output itself instead, and there are no tests: add rows, use fewer inputs, or use sir")
	}
	return nil
}

// residuals sums what a line leaves.
func (f *phdFit) residuals(ctx context.Context, line slicemoments.Line, curvature bool) (*slicemoments.Residuals, error) {
	return slicemoments.NewResiduals(ctx, f.X, f.Root, f.y.Aligned(), line, curvature)
}

// curvature returns the eigenvalues of M, the largest absolute first, with their
// eigenvectors.
func (f *phdFit) curvature(ctx context.Context) ([]float64, linalg.Matrix, error) {
	r := f.Rank()
	rest, err := f.residuals(ctx, f.line, true)
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	values, vectors, err := linalg.Leading(rest.RZZ, r)
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	sizes := make([]float64, r)
	for k, v := range values {
		sizes[k] = math.Abs(v)
	}
	order := sampling.Descending(sizes)
	return sampling.Pick(values, order), vectors.Pick(order), nil
}

// test tests whether k components are enough by n Σ_{j>k} λ_j² / (2 var r), which then is
// χ² with (p-k)(p-k+1)/2 degrees of freedom for p independent normal inputs.
func (f *phdFit) test(dim int, values []float64) []DimensionTest {
	if f.exact {
		return nil
	}
	squares := make([]float64, len(values))
	for k, v := range values {
		squares[k] = v / f.variance * v
	}
	var tests []DimensionTest
	left := tailSums(squares)
	for k := range testCount(dim, f.Rank()) {
		p := f.Rank() - k
		tests = append(tests, chiSquare(k, float64(f.y.Len())*left[k]/2, p*(p+1)/2))
	}
	return tests
}

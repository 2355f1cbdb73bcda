package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"suffice/internal/coords"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
)

// CCA is canonical correlation analysis: the combinations of x that are most correlated
// with combinations of the columns of y. It finds straight-line dependence only, at
// almost no cost. Classes and labels count as a column of 0 and 1 each; an output given
// by a kernel alone has no columns and is refused.
//
// See docs/cca.md. Reference: Hotelling (1936), with the ridge of Vinod (1976).
type CCA struct {
	Dim     int     // number of components; required, at most the number of independent columns of y
	Ridge   float64 // γ: γ tr(S_xx)/d is added to the variances of x, γ to those of y; 0 means .1, -1 means none
	NoScale bool    // keep the columns' own units instead of scaling each to standard deviation 1

	limits coords.Limits
}

// Fit finds the canonical variates of x, ordered by correlation and of variance 1 (with
// 1/n) each. Values are the canonical correlations, shrunk by the ridge.
func (c CCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := c.check(y); err != nil {
		return nil, err
	}
	standard, s, warnings, err := fullRank(ctx, c.limits, x, y, c.Dim, c.NoScale, coords.Moments)
	if err != nil {
		return nil, err
	}
	f, err := centredColumns(ctx, x, y)
	if err != nil {
		return nil, err
	}
	w, correlations, err := c.variates(ctx, s, x.Width()-len(standard.Constant), f)
	if err != nil {
		return nil, err
	}
	if found := coords.CountReal(correlations, 0); found < c.Dim {
		warnings = append(warnings, fmt.Sprintf("only %d of %d components are correlated with the output; the others are those along which the inputs vary most", found, c.Dim))
	}
	components, err := s.ToInputs(ctx, w)
	if err != nil {
		return nil, err
	}
	model := newProjection("cca", standard, y, components)
	model.Values, model.Warnings = correlations, warnings
	model.Settings = Settings{"dim": c.Dim, "scale": !c.NoScale, "ridge": c.ridge()}
	return finished(ctx, model, standard, y, x)
}

func (c CCA) check(y output.Output) error {
	if c.Ridge < 0 && c.Ridge != -1 || math.IsNaN(c.Ridge) || math.IsInf(c.Ridge, 0) {
		return fmt.Errorf("the ridge is %g, but must be a number of at least 0", c.Ridge)
	}
	return checkColumns("cca", y)
}

func (c CCA) ridge() float64 { return max(0, cmp.Or(c.Ridge, .1)) }

// variates returns the components in the coordinates of s and their correlations: the
// left singular vectors and singular values of
//
//	(S_xx + γ tr(S_xx)/d I)^-½ S_xy (S_yy + γI)^-½.
func (c CCA) variates(ctx context.Context, s *coords.FullRank, d int, f *target.Columns) (w linalg.Matrix, correlations []float64, err error) {
	right, err := c.whitenOutputs(ctx, f)
	if err != nil {
		return w, nil, err
	}
	if most := min(s.Rank(), right.Cols); c.Dim > most {
		return w, nil, fmt.Errorf("%s, but there are at most %d: the inputs have %s and the output %d; ask for fewer components", humanize.Count(c.Dim, "component"), most, humanize.Count(s.Rank(), "independent column"), right.Cols)
	}
	shrunk := s.Covariance.Clone()
	linalg.AddDiagonal(shrunk, c.ridge()*s.Total/float64(d))
	left, err := coords.NewConstraint(shrunk)
	if err != nil {
		return w, nil, err
	}
	cross, err := s.Cross(ctx, f.Aligned())
	if err != nil {
		return w, nil, err
	}
	linalg.Scale(1/float64(f.Len()), cross)
	whitened := linalg.Times(cross, right)
	left.Whiten(whitened)
	squares, u, err := coords.LeftSingular(whitened, c.Dim, coords.Rounding*coords.Rounding)
	if err != nil {
		return w, nil, err
	}
	if w, err = left.Complete(left.Weights(u), c.Dim); err != nil {
		return w, nil, err
	}
	unitVariance(w, s.Covariance)
	correlations = make([]float64, c.Dim)
	for k, v := range squares {
		correlations[k] = min(1, math.Sqrt(v))
	}
	return w, correlations, nil
}

// whitenOutputs returns (S_yy + γI)^-½ on the span of the columns f: as many columns as
// f has independent ones.
func (c CCA) whitenOutputs(ctx context.Context, f *target.Columns) (linalg.Matrix, error) {
	sums, err := f.Sums(ctx, nil, true)
	if err != nil {
		return linalg.Matrix{}, err
	}
	linalg.Scale(1/float64(f.Len()), sums.Gram)
	values, vectors, err := coords.Strongest(sums.Gram, f.Width(), 0)
	if err != nil {
		return linalg.Matrix{}, err
	}
	for k, v := range values {
		linalg.Scale(1/math.Sqrt(v+c.ridge()), vectors.Slice(k, k+1))
	}
	return vectors.Transposed(), nil
}

// unitVariance scales the rows w to w S wᵀ = 1.
func unitVariance(w, covariance linalg.Matrix) {
	applied := linalg.Times(w, covariance)
	for k := range w.Rows {
		linalg.Scale(1/math.Sqrt(linalg.Dot(applied.Row(k), w.Row(k))), w.Slice(k, k+1))
	}
}

// centredColumns are the columns of y, less their means. Numbers are scaled to standard
// deviation 1 also where they are a single column, so that the ridge means the same in any
// unit.
func centredColumns(ctx context.Context, x Rows, y output.Output) (*target.Columns, error) {
	columns, err := target.ColumnsOf(x, y)
	if err != nil {
		return nil, err
	}
	f, err := columns.Centred(ctx)
	if err != nil || y.Kind() != output.KindNumber {
		return f, err
	}
	largest, err := f.Largest(ctx)
	if err != nil {
		return nil, err
	}
	f = f.Times(1 / largest[0]) // first, so that no square overflows
	sums, err := f.Sums(ctx, nil, false)
	if err != nil {
		return nil, err
	}
	return f.Times(math.Sqrt(float64(f.Len()) / sums.Dot())), nil
}

// mostOfColumns is how many components CCA can find: as many as y has columns that vary,
// and one less where these are classes, because they add up to 1.
func mostOfColumns(y output.Output) int {
	if classes := output.CountClasses(y); classes > 0 {
		return classes - 1
	}
	if target.HasColumns(y) {
		return target.CountVarying(y)
	}
	return math.MaxInt
}

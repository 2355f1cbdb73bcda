package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/linalg"
	"suffice/internal/wording"
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
	Ridge   float64 // γ: γ tr(S_xx)/d is added to the variances of x, γ to those of y; 0 means .1
	NoRidge bool    // the plain method, without ridge
	NoScale bool    // keep the columns' own units instead of scaling each to standard deviation 1
}

// Fit finds the canonical variates of x, ordered by correlation and of variance 1 (with
// 1/n) each. Values are the canonical correlations, shrunk by the ridge.
func (c CCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	columns, err := c.check(y)
	if err != nil {
		return nil, err
	}
	standard, warnings, err := prepare(ctx, x, y, c.Dim, c.NoScale)
	if err != nil {
		return nil, err
	}
	s, more, err := spanOf(ctx, standard, y, c.Dim, false)
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, more...)
	w, correlations, err := c.variates(ctx, s, x.Width()-len(standard.Constant), centredColumns(columns))
	if err != nil {
		return nil, err
	}
	if found := countAbove(correlations, 0); found < c.Dim {
		warnings = append(warnings, fmt.Sprintf("only %d of %d components are correlated with the output; the others are those along which the inputs vary most", found, c.Dim))
	}
	components, err := s.inputs(ctx, w)
	if err != nil {
		return nil, err
	}
	model := newProjection("cca", standard, y, components)
	model.Values, model.Warnings = correlations, warnings
	model.Settings = Settings{"dim": c.Dim, "scale": !c.NoScale, "ridge": c.ridge()}
	return diagnosed(ctx, model, x)
}

func (c CCA) check(y output.Output) (output.Columnar, error) {
	if c.Ridge < 0 || math.IsNaN(c.Ridge) || math.IsInf(c.Ridge, 0) {
		return nil, fmt.Errorf("the ridge is %g, but must be a number of at least 0", c.Ridge)
	}
	if y == nil {
		return nil, errNoOutput
	}
	columns, ok := y.(output.Columnar)
	if !ok {
		return nil, fmt.Errorf("cca needs numbers, classes or labels, but the output is of kind %s; use sca or mddm", y.Kind())
	}
	return columns, output.CheckColumns(y)
}

func (c CCA) ridge() float64 {
	switch {
	case c.NoRidge:
		return 0
	case c.Ridge == 0:
		return .1
	}
	return c.Ridge
}

// variates returns the components in the coordinates of s and their correlations: the
// left singular vectors and singular values of
//
//	(S_xx + γ tr(S_xx)/d I)^-½ S_xy (S_yy + γI)^-½.
func (c CCA) variates(ctx context.Context, s *span, d int, f linalg.Matrix) (w linalg.Matrix, correlations []float64, err error) {
	right, err := c.whitenOutputs(f)
	if err != nil {
		return w, nil, err
	}
	if most := min(s.rank(), right.Cols); c.Dim > most {
		return w, nil, fmt.Errorf("%s, but there are at most %d: the inputs have %s and the output %d; ask for fewer components", wording.Count(c.Dim, "component"), most, wording.Count(s.rank(), "independent column"), right.Cols)
	}
	shrunk := s.covariance.Clone()
	for j := range shrunk.Rows {
		shrunk.Row(j)[j] += c.ridge() * s.total / float64(d)
	}
	left, err := newConstraint(shrunk)
	if err != nil {
		return w, nil, err
	}
	cross, err := s.cross(ctx, columnsOf{f})
	if err != nil {
		return w, nil, err
	}
	linalg.Scale(1/float64(f.Rows), cross)
	whitened := linalg.New(cross.Rows, right.Cols)
	linalg.Mul(whitened, cross, right)
	left.whiten(whitened)
	squares, u, err := leftSingular(whitened, c.Dim, leastCorrelation*leastCorrelation)
	if err != nil {
		return w, nil, err
	}
	if w, err = left.complete(left.weights(u), c.Dim); err != nil {
		return w, nil, err
	}
	unitVariance(w, s.covariance)
	correlations = make([]float64, c.Dim)
	for k, v := range squares {
		correlations[k] = min(1, math.Sqrt(v))
	}
	return w, correlations, nil
}

// leastCorrelation is the correlation below which all is rounding.
const leastCorrelation = 1e-12

// whitenOutputs returns (S_yy + γI)^-½ on the span of the columns f: as many columns as
// f has independent ones.
func (c CCA) whitenOutputs(f linalg.Matrix) (linalg.Matrix, error) {
	covariance := linalg.New(f.Cols, f.Cols)
	linalg.AddGram(covariance, f)
	linalg.Scale(1/float64(f.Rows), covariance)
	values, vectors, err := strongest(covariance, f.Cols, 0)
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
	applied := linalg.New(w.Rows, w.Cols)
	linalg.Mul(applied, w, covariance)
	for k := range w.Rows {
		linalg.Scale(1/math.Sqrt(linalg.Dot(applied.Row(k), w.Row(k))), w.Slice(k, k+1))
	}
}

func trace(a linalg.Matrix) (sum float64) {
	for j := range a.Rows {
		sum += a.At(j, j)
	}
	return sum
}

// centredColumns copies the columns of y, less their means. Numbers are scaled to
// standard deviation 1 also where they are a single column, so that the ridge means
// the same in any unit.
func centredColumns(y output.Columnar) linalg.Matrix {
	width, data := y.Columns()
	f := linalg.Of(y.Len(), width, append([]float64(nil), data...))
	centre(f)
	if _, numbers := y.(output.Metric); numbers && width == 1 {
		largest := 0.
		for _, v := range f.Data {
			largest = max(largest, math.Abs(v))
		}
		linalg.Scale(1/largest, f) // first, so that no square overflows
		linalg.Scale(math.Sqrt(float64(f.Rows)/linalg.Dot(f.Data, f.Data)), f)
	}
	return f
}

// centre subtracts its mean from each column; one that does not vary becomes exactly 0.
func centre(f linalg.Matrix) {
	mean := make([]float64, f.Cols)
	first := append([]float64(nil), f.Row(0)...)
	for i := range f.Rows { // counted from the first row, so that a large offset costs no digits
		linalg.Axpy(-1, first, f.Row(i))
		linalg.Axpy(1/float64(f.Rows), f.Row(i), mean)
	}
	for i := range f.Rows {
		linalg.Axpy(-1, mean, f.Row(i))
	}
}

package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/coords"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/slicemoments"
	"suffice/internal/target"
	"suffice/output"
)

// LDA is linear discriminant analysis: the directions along which the means of classes are
// farthest apart, measured by the variance of x within classes. It takes classes, costs
// little more than a reading of the rows, and finds one component less than there are
// classes.
//
// See docs/lda.md. References: Fisher (1936), Rao (1948); the shrinkage is that of Friedman
// (1989), chosen as Ledoit and Wolf (2004) do.
type LDA struct {
	Dim int // number of components; required, at most one less than there are classes
	// Shrinkage is what share of the covariance within classes becomes a multiple of the
	// identity. 0 means none where there are two rows or more for each direction, and
	// otherwise that of Ledoit and Wolf; -1 means none.
	Shrinkage float64
	NoScale   bool // keep the columns' own units instead of scaling each to standard deviation 1

	limits coords.Limits
}

// Fit finds the leading eigenvectors of W⁻¹B, B and W being the covariances between and
// within classes. The components are uncorrelated within classes, with variance 1 there,
// which is the metric that tells classes apart: there is no relevance beside it. Values are
// the shares of the variance of z that lie between classes.
func (l LDA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	classes, err := classesFor(ctx, "lda", x, y, "sir")
	if err != nil {
		return nil, err
	}
	if !(l.Shrinkage >= 0 && l.Shrinkage <= 1 || l.Shrinkage == -1) {
		return nil, fmt.Errorf("the shrinkage is %g, but must be from 0 to 1, or -1 for none", l.Shrinkage)
	}
	standard, warnings, err := prepare(ctx, x, y, l.Dim, l.NoScale)
	if err != nil {
		return nil, err
	}
	if most := len(classes.Sizes) - 1; l.Dim > most {
		return nil, fmt.Errorf("%s, but lda finds one less than there are classes, here %d; ask for fewer components, or use nca or sca", humanize.Count(l.Dim, "component"), most)
	}
	s, more, err := coords.NewFullRank(ctx, l.limits, standard, y, l.Dim, coords.Moments)
	if err != nil {
		return nil, err
	}
	f := &ldaFit{FullRank: s, classes: classes, inputs: x.Width() - len(standard.Constant)}
	w, values, err := f.components(ctx, l)
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, more...)
	if found := coords.CountReal(values, 0); found < l.Dim {
		warnings = append(warnings, fmt.Sprintf("the means of the classes differ along only %d of %d components; the others are those along which the inputs vary most", found, l.Dim))
	}
	components, err := s.ToInputs(ctx, w)
	if err != nil {
		return nil, err
	}
	model := newProjection("lda", standard, y, components)
	model.Values, model.Warnings = values, warnings
	model.Settings = Settings{"dim": l.Dim, "scale": !l.NoScale, "shrinkage": f.shrinkage}
	return diagnosed(ctx, model, x)
}

// classesFor is y as classes, for a method that needs them.
func classesFor(ctx context.Context, method string, x Rows, y output.Output, instead string) (target.Slices, error) {
	if y == nil {
		return target.Slices{}, errNoOutput
	}
	if _, classified := y.(output.Classified); !target.CanSlice(y) || !classified {
		return target.Slices{}, fmt.Errorf("%s needs classes, but the output is of kind %s; use %s or sca", method, y.Kind(), instead)
	}
	return target.SlicesOf(ctx, x, y, 2)
}

// mostOfClassesAlone is how many components LDA can find; none of an output that is not
// classes.
func mostOfClassesAlone(y output.Output) int { return max(0, output.CountClasses(y)-1) }

type ldaFit struct {
	*coords.FullRank
	classes   target.Slices
	inputs    int // that vary
	shrinkage float64
}

// components returns the components in the coordinates of the span, and their values λ: the
// squared singular values of (B + W)^-½ B^½, B^½ having a column √f_j m_j for each class.
func (f *ldaFit) components(ctx context.Context, l LDA) (w linalg.Matrix, values []float64, err error) {
	means, err := slicemoments.SliceSums(ctx, f.X, f.classes)
	if err != nil {
		return w, nil, err
	}
	for j := range f.classes.Sizes {
		linalg.ScaleRow(1/f.classes.Weight(j), means.Row(j))
	}
	root := f.Coordinates(means).Clone()
	for j := range f.classes.Sizes {
		linalg.ScaleRow(math.Sqrt(f.classes.Weight(j)/float64(f.X.Len())), root.Row(j))
	}
	within := f.Covariance.Clone()
	linalg.AddTMul(within, -1, root, root)
	if f.shrinkage, err = f.chooseShrinkage(ctx, l.Shrinkage, means, within); err != nil {
		return w, nil, err
	}
	total := f.Covariance
	if f.shrinkage > 0 {
		total = within
		f.shrink(total)
		linalg.AddTMul(total, 1, root, root)
	}
	constraint, err := coords.NewConstraint(total)
	if err != nil {
		return w, nil, err
	}
	between := root.Transposed()
	constraint.Whiten(between)
	found, u, err := coords.LeftSingular(between, l.Dim, coords.Rounding*coords.Rounding)
	if err != nil {
		return w, nil, err
	}
	if w, err = constraint.Complete(constraint.Weights(u), l.Dim); err != nil {
		return w, nil, err
	}
	values = make([]float64, l.Dim)
	for k, v := range found {
		values[k] = min(1, v)
	}
	unitWithin(w, values)
	return w, values, nil
}

// unitWithin scales components of variance 1 so that they have variance 1 within classes, of
// which there is 1 - λ. Where classes are told apart by almost nothing, it is not
// divided by.
func unitWithin(w linalg.Matrix, values []float64) {
	const least = 1e-6
	for k, v := range values {
		linalg.ScaleRow(1/math.Sqrt(max(least, 1-v)), w.Row(k))
	}
}

// shrink makes W of (1-s) W + s tr(W)/d I. The identity is that of the span, where all
// components are.
func (f *ldaFit) shrink(within linalg.Matrix) {
	mean := coords.Trace(within) / float64(f.inputs)
	linalg.Scale(1-f.shrinkage, within)
	linalg.AddDiagonal(within, f.shrinkage*mean)
}

// chooseShrinkage is the one asked for, or that of Ledoit and Wolf,
//
//	s = (1/n) (mean |x - m|⁴ - |W|²) / (|W|² - tr(W)²/d),
//
// m being the mean of the class of x.
func (f *ldaFit) chooseShrinkage(ctx context.Context, asked float64, means, within linalg.Matrix) (float64, error) {
	n, d := float64(f.X.Len()), float64(f.inputs)
	enough := f.X.Len()-len(f.classes.Sizes) >= 2*f.Rank()
	if asked != 0 || enough {
		return max(0, asked), nil
	}
	fourth, err := slicemoments.WithinFourth(ctx, f.X, f.classes, means)
	if err != nil {
		return 0, err
	}
	squares, trace := linalg.Inner(within, within), coords.Trace(within)
	spread := squares - trace*trace/d
	noise := (fourth/n - squares) / n
	if !(spread > coords.Rounding*squares) {
		return 0, nil // W is a multiple of the identity, or 0
	}
	return max(0, min(1, noise/spread)), nil
}

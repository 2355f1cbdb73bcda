package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/search"
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
	// identity. AutoShrinkage is that of Ledoit and Wolf, for each class; NoShrinkage is none.
	// 0 means the first with fewer than five rows for each direction, and otherwise none.
	Shrinkage float64
	NoScale   bool // keep the columns' own units instead of scaling each to standard deviation 1

	limits coords.Limits
}

// What Shrinkage can be beside a share.
const (
	NoShrinkage   = -1
	AutoShrinkage = -2
)

// fewForShrinkage is from how many rows for each direction on shrinkage gains nothing.
const fewForShrinkage = 5

// Fit finds the leading eigenvectors of W⁻¹B, B and W being the covariances between and
// within classes. The components are uncorrelated within classes, with variance 1 there,
// which is the metric that tells classes apart: there is no relevance beside it. Values are
// the shares of the variance of z that lie between classes.
func (l LDA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	classes, err := classesFor(ctx, "lda", x, y, "sir")
	if err != nil {
		return nil, err
	}
	if !(l.Shrinkage >= 0 && l.Shrinkage <= 1 || l.Shrinkage == NoShrinkage || l.Shrinkage == AutoShrinkage) {
		return nil, fmt.Errorf("the shrinkage is %g, but must be from 0 to 1, or NoShrinkage or AutoShrinkage", l.Shrinkage)
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
	onInputs := !s.OnInputs() && l.Shrinkage == AutoShrinkage && l.limits.Decide(math.MaxInt, x.Width(), coords.Moments) == coords.Inputs
	var components linalg.Matrix
	var values []float64
	if onInputs { // as asked for, though no row tells of what is outside their span
		components, values, err = f.shrunk(ctx, standard, false, l.Dim)
	} else if components, values, err = f.components(ctx, l); err == nil {
		components, err = s.ToInputs(ctx, components)
	}
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, more...)
	if found := coords.CountReal(values, 0); found < l.Dim {
		warnings = append(warnings, fmt.Sprintf("the means of the classes differ along only %d of %d components; the others are those along which the inputs vary most", found, l.Dim))
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
	if f.estimates(l.Shrinkage) {
		w, values, err = f.shrunk(ctx, f.X, !f.OnInputs(), l.Dim)
		return f.Coordinates(w), values, err
	}
	f.shrinkage = max(0, l.Shrinkage)
	means, err := slicemoments.SliceMeans(ctx, f.X, f.classes)
	if err != nil {
		return w, nil, err
	}
	root := f.Coordinates(means).Clone()
	for j := range f.classes.Sizes {
		linalg.ScaleRow(math.Sqrt(f.classes.Weight(j)/float64(f.X.Len())), root.Row(j))
	}
	within := f.Covariance.Clone()
	linalg.AddTMul(within, -1, root, root)
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

// estimates reports whether the shrinkage is estimated.
func (f *ldaFit) estimates(asked float64) bool {
	few := f.X.Len()-len(f.classes.Sizes) < fewForShrinkage*f.Rank()
	return asked == AutoShrinkage || asked == 0 && few
}

// shrunk returns the discriminants of x with an estimated shrinkage, and their values.
func (f *ldaFit) shrunk(ctx context.Context, x *aggregate.Standard, rotated bool, dim int) (w linalg.Matrix, values []float64, err error) {
	in := x
	if !rotated {
		if in, err = aggregate.Standardize(ctx, x.Source, false); err != nil {
			return w, nil, err
		}
	}
	d, err := coords.NewDiscriminants(ctx, in, f.classes, f.inputs, rotated, dim)
	if err != nil {
		return w, nil, err
	}
	f.shrinkage = d.Shrinkage
	unitWithin(d.W, d.Values)
	if !rotated {
		search.Rescale(d.W, in, x)
	}
	return d.W, notNegative(d.Values), nil
}

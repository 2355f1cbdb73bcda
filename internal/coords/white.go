package coords

import (
	"context"
	"fmt"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/slicemoments"
	"suffice/internal/stiefel"
	"suffice/output"
)

// White is the inputs in white coordinates z = T x, which are uncorrelated with
// variance 1 (with 1/n): those of the methods that look at the moments of x within
// slices of y. Directions along which x does not vary have no coordinate.
type White struct {
	Inputs *aggregate.Standard // scaled to standard deviation 1, whatever the user's units
	X      *aggregate.Standard // to sum over: the inputs, or their coordinates
	Root   linalg.Matrix       // T on x, a row for each white coordinate

	even bool          // the variances along them are so alike that T has nearly all its digits
	axes *Axes         // along which x has its coordinates; nil means the inputs
	span linalg.Matrix // orthonormal rows: the directions along which the inputs vary, unless there are axes
}

// Whiten finds the white coordinates for dim components of inputs that are scaled to
// standard deviation 1. It fails where they vary along fewer than dim directions, and
// warns where they do so along fewer than there are columns.
func Whiten(ctx context.Context, l Limits, x *aggregate.Standard, y output.Output, dim int) (*White, []string, error) {
	t, err := l.read(ctx, x, y, dim, Moments)
	if err != nil {
		return nil, nil, err
	}
	w := &White{Inputs: x, X: x}
	if err := w.rotate(ctx, t); err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	warnings, err := w.check(ctx, t, dim)
	if err != nil {
		return nil, nil, err
	}
	if w.even {
		return w, warnings, nil
	}
	return w, warnings, w.refine(ctx)
}

// alike is how small the least variance may be, relative to the largest, to have 12 digits.
const alike = 1e-3

// check warns where there are fewer coordinates than columns that vary, and says why.
func (w *White) check(ctx context.Context, t *table, dim int) ([]string, error) {
	x, varying := w.Inputs, w.Inputs.Width()-len(w.Inputs.Constant)
	switch {
	case w.axes != nil && w.axes.partial() && w.Rank() < dim:
		return nil, tooFewDirections(x, dim, w.Rank())
	case w.axes != nil && w.axes.partial():
		return []string{searchedWithin(w.axes)}, nil
	case w.Rank() >= varying:
		return nil, nil
	}
	why := "some columns nearly follow from the others"
	dependent, err := t.dependent(ctx)
	if err != nil {
		return nil, err
	}
	if len(dependent) > 0 {
		why = fmt.Sprintf("columns such as %s follow from the others", humanize.Quoted(sampling.Pick(x.Names(), dependent)))
	}
	if w.Rank() < dim {
		return nil, fmt.Errorf("%s, but the inputs vary along only %s, since %s; ask for fewer components", humanize.Count(dim, "component"), directions(x, w.Rank()), why)
	}
	if len(dependent) == varying-w.Rank() && len(unexpected(x, dependent)) == 0 {
		return nil, nil // the levels of nominal columns add up to 1
	}
	return []string{fmt.Sprintf("%d rows of %d input columns vary along only %s: %s and share their weight", x.Len(), varying, directions(x, w.Rank()), why)}, nil
}

// Rank is the number of white coordinates.
func (w *White) Rank() int { return w.Root.Rows }

// rotate makes T = Λ^(-1/2) V of the eigenvalues and eigenvectors of the covariance.
func (w *White) rotate(ctx context.Context, t *table) error {
	if t.axes != nil {
		return w.rotateAlong(t.axes)
	}
	values, axes, err := t.principal(ctx, w.Inputs.Width())
	if err != nil {
		return err
	}
	rank := countVarying(values)
	w.even = rank > 0 && values[rank-1] > alike*values[0]
	w.span = axes.Slice(0, rank)
	w.Root = w.span.Clone()
	for k := range rank {
		linalg.ScaleRow(1/math.Sqrt(values[k]), w.Root.Row(k))
	}
	return nil
}

// rotateAlong does so in coordinates along axes, which are uncorrelated.
func (w *White) rotateAlong(a *Axes) (err error) {
	if w.axes, err = a.leading(countVarying(a.variances)); err != nil || w.axes.rank() == 0 {
		return err
	}
	w.X = w.axes.z
	w.Root = diagonal(w.axes.variances)
	for k, v := range w.axes.variances {
		w.Root.Set(k, k, 1/math.Sqrt(v))
	}
	return nil
}

// countVarying counts the variances, the largest first, along which x varies.
func countVarying(values []float64) int {
	if len(values) == 0 {
		return 0
	}
	return linalg.CountAbove(values, Flat*values[0])
}

// refine makes the coordinates white up to rounding. Where inputs nearly follow from
// each other, the small variances in c have few digits, and T with them; but those of
// z = T x, which are all near 1, have all of theirs: with RᵀR their covariance, T
// becomes R⁻ᵀ T.
func (w *White) refine(ctx context.Context) error {
	c, err := slicemoments.Scatter(ctx, w.X, w.Root)
	if err != nil {
		return err
	}
	linalg.Scale(1/float64(w.Inputs.Len()), c)
	if err := linalg.Cholesky(c); err != nil {
		return err
	}
	linalg.ForwardSolveAll(c, w.Root)
	return nil
}

// Components takes directions in white coordinates, the rows of u, to weights u T on the
// inputs, of length 1: with noScale on the inputs as they are, otherwise on those of
// standard deviation 1. It returns the inputs in the units of these weights.
func (w *White) Components(ctx context.Context, u linalg.Matrix, noScale bool) (*aggregate.Standard, linalg.Matrix, error) {
	x := w.Inputs
	components, err := w.ToInputs(ctx, u)
	if err != nil {
		return nil, components, err
	}
	if noScale {
		x = &aggregate.Standard{Source: x.Source, Mean: x.Mean, Scale: slices.Repeat([]float64{1}, x.Width()), Constant: x.Constant}
		if components, err = w.unscaled(ctx, x, components, u); err != nil {
			return nil, components, err
		}
	}
	for k := range components.Rows {
		row := components.Row(k)
		linalg.ScaleRow(1/linalg.Largest(row), row) // so that no square overflows or vanishes
		linalg.ScaleRow(1/math.Sqrt(linalg.Dot(row, row)), row)
	}
	return x, components, nil
}

// ToInputs returns u T, on the inputs.
func (w *White) ToInputs(ctx context.Context, u linalg.Matrix) (linalg.Matrix, error) {
	if w.axes == nil {
		return linalg.Times(u, w.Root), nil
	}
	return w.axes.ToInputs(ctx, linalg.Times(u, w.Root))
}

// unscaled turns weights on scaled inputs into weights on the inputs as they are, which
// unit gives. Where inputs follow from others, many weights make the same z: those within
// the span of the rows are the shortest.
func (w *White) unscaled(ctx context.Context, unit *aggregate.Standard, components, u linalg.Matrix) (linalg.Matrix, error) {
	for k := range components.Rows {
		for j, s := range w.Inputs.Scale {
			components.Row(k)[j] /= s
		}
	}
	switch {
	case w.axes == nil && w.Rank() == components.Cols:
		return components, nil
	case w.axes == nil:
		return w.withinSpan(components), nil
	case w.axes.partial():
		return components, nil
	}
	return w.withinRows(ctx, unit, components, u)
}

// withinSpan projects weights on the directions along which the inputs as they are vary.
func (w *White) withinSpan(components linalg.Matrix) linalg.Matrix {
	span := w.span.Clone()
	for k := range span.Rows {
		linalg.Products(span.Row(k), span.Row(k), w.Inputs.Scale)
	}
	if stiefel.Orthonormalize(span) != nil {
		return components // the units are too far apart to tell what the span is
	}
	return linalg.Times(linalg.TimesT(components, span), span)
}

// withinRows does so where there are few rows: the shortest weights that make the same z
// are its regression on the coordinates of the inputs as they are.
func (w *White) withinRows(ctx context.Context, unit *aggregate.Standard, components, u linalg.Matrix) (linalg.Matrix, error) {
	a, err := alongRows(ctx, unit, unit.Len())
	if err != nil || a.rank() < w.Rank() {
		return components, err // the units are too far apart to tell what the span is
	}
	products, err := cross(ctx, a.z, aggregate.InMemory{Matrix: w.axes.values}) // a's coordinates by w's
	if err != nil {
		return components, err
	}
	for k, v := range a.variances {
		linalg.ScaleRow(1/(v*float64(w.Inputs.Len())), products.Row(k))
	}
	return a.ToInputs(ctx, linalg.TimesT(linalg.Times(u, w.Root), products))
}

// Constraint is W M Wᵀ = I on the components W, for a positive definite M = RᵀR.
type Constraint struct{ m, r linalg.Matrix }

// NewConstraint fails where m is not positive definite.
func NewConstraint(m linalg.Matrix) (*Constraint, error) {
	c := &Constraint{m: m, r: m.Clone()}
	return c, linalg.Cholesky(c.r)
}

// Whiten overwrites a with R⁻ᵀ a: what is orthonormal in these coordinates obeys the
// constraint in the others.
func (c *Constraint) Whiten(a linalg.Matrix) { linalg.ForwardSolveAll(c.r, a) }

// WhitenForm returns R⁻ᵀ a R⁻¹ for a symmetric a.
func (c *Constraint) WhitenForm(a linalg.Matrix) linalg.Matrix {
	c.Whiten(a)
	b := a.Transposed()
	c.Whiten(b)
	return b
}

// Weights returns u R⁻ᵀ: the orthonormal rows u as rows W with W M Wᵀ = I.
func (c *Constraint) Weights(u linalg.Matrix) linalg.Matrix {
	w := u.Transposed()
	linalg.BackwardSolveAll(c.r, w)
	return w.Transposed()
}

// Complete adds rows to w until there are dim. A row for each leading eigenvector v of
// what w leaves of M, N = M - MWᵀWM: v less its part in w, (v - WᵀWMv)/√μ, μ being its
// eigenvalue, which keeps the constraint since WN = 0.
func (c *Constraint) Complete(w linalg.Matrix, dim int) (linalg.Matrix, error) {
	if w.Rows == dim {
		return w, nil
	}
	wm := linalg.New(w.Rows, c.m.Cols)
	rest := c.m.Clone()
	if w.Rows > 0 {
		linalg.Mul(wm, w, c.m)
		linalg.AddTMul(rest, -1, wm, wm)
	}
	values, v, err := linalg.Leading(rest, dim-w.Rows)
	if err != nil {
		return linalg.Matrix{}, err
	}
	if w.Rows > 0 {
		within := linalg.TimesT(v, wm)
		linalg.AddMul(v, -1, within, w)
	}
	for k, value := range values {
		linalg.Scale(1/math.Sqrt(value), v.Slice(k, k+1))
	}
	return stacked(w, v), nil
}

// CompleteOrthonormal adds orthonormal rows to w until there are dim: those along which
// the inputs vary most beside w, the leading eigenvectors of (I - WᵀW) S (I - WᵀW).
func CompleteOrthonormal(w, covariance linalg.Matrix, dim int) (linalg.Matrix, error) {
	if w.Rows == dim {
		return w, nil
	}
	rest := covariance.Clone()
	if w.Rows > 0 {
		stiefel.Tangent(rest, w)
		rest = rest.Transposed()
		stiefel.Tangent(rest, w)
	}
	_, v, err := linalg.Leading(rest, dim-w.Rows)
	if err != nil {
		return linalg.Matrix{}, err
	}
	all := stacked(w, v)
	return all, stiefel.Orthonormalize(all)
}

// stacked is the rows of a, then those of b.
func stacked(a, b linalg.Matrix) linalg.Matrix {
	out := linalg.New(a.Rows+b.Rows, b.Cols)
	out.Slice(0, a.Rows).Copy(a)
	out.Slice(a.Rows, out.Rows).Copy(b)
	return out
}

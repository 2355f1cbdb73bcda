package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
)

// white is the inputs in white coordinates z = T x, which are uncorrelated with
// variance 1 (with 1/n): those of the methods that look at the moments of x within
// slices of y. Directions along which x does not vary have no coordinate.
type white struct {
	x        *blocks.Standard // scaled to standard deviation 1, whatever the user's units
	rows     *blocks.Standard // to sum over: x, or its coordinates
	narrow   *narrow          // along these axes; nil means x itself
	root     linalg.Matrix    // T on the rows, a row for each white coordinate
	span     linalg.Matrix    // orthonormal rows: the directions along which x varies, unless there are axes
	warnings []string
}

// dependentBelow is the variance, relative to the largest along any direction, below which
// the scaled inputs count as constant along a direction.
const dependentBelow = 1e-10

// whiten makes the checks that all methods share and finds the white coordinates.
// It fails where x varies along fewer than dim directions, and warns where it does so
// along fewer than it has columns.
func whiten(ctx context.Context, x Rows, y output.Output, dim int) (*white, error) {
	standard, warnings, err := prepare(ctx, x, y, dim, false)
	if err != nil {
		return nil, err
	}
	w := &white{x: standard, rows: standard, warnings: warnings}
	in, err := readInputs(ctx, standard, y, dim, false)
	if err != nil {
		return nil, err
	}
	if err := w.rotate(ctx, in); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if w.narrow != nil && w.narrow.partial() {
		if w.rank() < dim {
			return nil, tooFewDirections(w.x, dim, w.rank())
		}
		w.warnings = append(w.warnings, searchedWithin(w.narrow))
		return w, w.refine(ctx)
	}
	if varying := w.x.Width() - len(w.x.Constant); w.rank() < varying {
		why := "some columns nearly follow from the others"
		dependent, err := in.dependent(ctx)
		if err != nil {
			return nil, err
		}
		if len(dependent) > 0 {
			why = fmt.Sprintf("columns such as %s follow from the others", quoted(named(w.x.Names(), dependent)))
		}
		if w.rank() < dim {
			return nil, fmt.Errorf("%s, but the inputs vary along only %s, since %s; ask for fewer components", wording.Count(dim, "component"), directions(w.x, w.rank()), why)
		}
		if len(dependent) == varying-w.rank() && len(unexpected(w.x, dependent)) == 0 {
			return w, w.refine(ctx) // the levels of nominal columns add up to 1
		}
		w.warnings = append(w.warnings, fmt.Sprintf("%d rows of %d input columns vary along only %s: %s and share their weight", x.Len(), varying, directions(w.x, w.rank()), why))
	}
	return w, w.refine(ctx)
}

// rank is the number of white coordinates.
func (w *white) rank() int { return w.root.Rows }

// rotate makes T = Λ^(-1/2) V of the eigenvalues and eigenvectors of the covariance.
func (w *white) rotate(ctx context.Context, in *inputs) error {
	if in.narrow != nil {
		return w.rotateNarrow(in.narrow)
	}
	values, axes, err := in.principal(ctx, w.x.Width())
	if err != nil {
		return err
	}
	rank := whiteRank(values)
	w.span = axes.Slice(0, rank)
	w.root = w.span.Clone()
	for k := range rank {
		scaleRow(w.root.Row(k), 1/math.Sqrt(values[k]))
	}
	return nil
}

// rotateNarrow does so in coordinates along fewer axes, which are uncorrelated.
func (w *white) rotateNarrow(a *narrow) (err error) {
	if w.narrow, err = a.leading(whiteRank(a.variances)); err != nil || w.narrow.rank() == 0 {
		return err
	}
	w.rows = w.narrow.z
	w.root = diagonal(w.narrow.variances)
	for k, v := range w.narrow.variances {
		w.root.Set(k, k, 1/math.Sqrt(v))
	}
	return nil
}

// whiteRank counts the variances that are not too small to be told from 0.
func whiteRank(values []float64) (rank int) {
	for rank < len(values) && values[rank] > dependentBelow*values[0] {
		rank++
	}
	return rank
}

// refine makes the coordinates white up to rounding. Where inputs nearly follow from
// each other, the small variances in c have few digits, and T with them; but those of
// z = T x, which are all near 1, have all of theirs: with RᵀR their covariance, T
// becomes R⁻ᵀ T.
func (w *white) refine(ctx context.Context) error {
	c, err := w.gram(ctx, w.root)
	if err != nil {
		return err
	}
	if err := linalg.Cholesky(c); err != nil {
		return err
	}
	linalg.ForwardSolveAll(c, w.root)
	return nil
}

// gram is the covariance of x, or of T x where a T is given: (1/n) Σ z zᵀ.
func (w *white) gram(ctx context.Context, t linalg.Matrix) (linalg.Matrix, error) {
	width := t.Rows
	if width == 0 {
		width = w.rows.Width()
	}
	c := linalg.New(width, width)
	err := w.each(ctx, t, func(_ int, z linalg.Matrix) { linalg.AddGram(c, z) })
	linalg.Scale(1/float64(w.x.Len()), c)
	linalg.Symmetrize(c)
	return c, err
}

// each visits the rows of z = T x block by block, the first being row from of x; no T
// means z = x.
func (w *white) each(ctx context.Context, t linalg.Matrix, visit func(from int, z linalg.Matrix)) error {
	d := w.rows.Width()
	size := rows.BlockLen(d)
	z := linalg.New(min(size, w.x.Len()), t.Rows)
	return rows.Each(ctx, w.rows, size, func(from, to int, data []float64) error {
		block := linalg.Of(to-from, d, data)
		if t.Rows == 0 {
			visit(from, block)
			return nil
		}
		part := z.Slice(0, to-from)
		linalg.MulT(part, block, t)
		visit(from, part)
		return nil
	})
}

// projection makes a model of directions in white coordinates, the rows of u. Its
// components u T have length 1, in the user's units with noScale and on inputs of
// standard deviation 1 otherwise.
func (w *white) projection(ctx context.Context, method string, y output.Output, u linalg.Matrix, noScale bool) (*Projection, error) {
	x := w.x
	components, err := w.inputs(ctx, u)
	if err != nil {
		return nil, err
	}
	if noScale {
		x = &blocks.Standard{Source: x.Source, Mean: x.Mean, Scale: ones(x.Width()), Constant: x.Constant}
		if components, err = w.unscaled(ctx, x, components, u); err != nil {
			return nil, err
		}
	}
	for k := range components.Rows {
		row := components.Row(k)
		scaleRow(row, 1/largest(row)) // so that no square overflows or vanishes
		scaleRow(row, 1/math.Sqrt(linalg.Dot(row, row)))
	}
	p := newProjection(method, x, y, components)
	p.Warnings = w.warnings
	return p, nil
}

// inputs returns u T, on the inputs.
func (w *white) inputs(ctx context.Context, u linalg.Matrix) (linalg.Matrix, error) {
	out := linalg.New(u.Rows, w.root.Cols)
	linalg.Mul(out, u, w.root)
	if w.narrow == nil {
		return out, nil
	}
	return w.narrow.inputs(ctx, out)
}

// unscaled turns weights on scaled inputs into weights on the inputs as they are, which
// unit gives. Where inputs follow from others, many weights make the same z: those within
// the span of the rows are the shortest.
func (w *white) unscaled(ctx context.Context, unit *blocks.Standard, components, u linalg.Matrix) (linalg.Matrix, error) {
	for k := range components.Rows {
		for j, s := range w.x.Scale {
			components.Row(k)[j] /= s
		}
	}
	switch {
	case w.narrow == nil && w.rank() == components.Cols:
		return components, nil
	case w.narrow == nil:
		return w.withinSpan(components), nil
	case w.narrow.partial():
		return components, nil
	}
	return w.withinRows(ctx, unit, components, u)
}

// withinSpan projects weights on the directions along which the inputs as they are vary.
func (w *white) withinSpan(components linalg.Matrix) linalg.Matrix {
	span := w.span.Clone()
	for k := range span.Rows {
		linalg.Products(span.Row(k), span.Row(k), w.x.Scale)
	}
	if stiefel.Orthonormalize(span) != nil {
		return components // the units are too far apart to tell what the span is
	}
	inside, out := linalg.New(components.Rows, span.Rows), linalg.New(components.Rows, components.Cols)
	linalg.MulT(inside, components, span)
	linalg.Mul(out, inside, span)
	return out
}

// withinRows does so where there are few rows: the shortest weights that make the same z
// are its regression on the coordinates of the inputs as they are.
func (w *white) withinRows(ctx context.Context, unit *blocks.Standard, components, u linalg.Matrix) (linalg.Matrix, error) {
	a, err := alongRows(ctx, unit, unit.Len())
	if err != nil || a.rank() < w.rank() {
		return components, err // the units are too far apart to tell what the span is
	}
	cross, err := crossOfRows(ctx, a.z, w.rows) // a's coordinates by w's
	if err != nil {
		return components, err
	}
	for k, v := range a.variances {
		scaleRow(cross.Row(k), 1/(v*float64(w.x.Len())))
	}
	onRows, slope := linalg.New(u.Rows, w.root.Cols), linalg.New(u.Rows, a.rank())
	linalg.Mul(onRows, u, w.root)
	linalg.MulT(slope, onRows, cross)
	return a.inputs(ctx, slope)
}

// crossOfRows is AᵀB for two tables of the same rows in memory.
func crossOfRows(ctx context.Context, a, b *blocks.Standard) (linalg.Matrix, error) {
	right, err := b.Block(ctx, 0, b.Len(), make([]float64, b.Len()*b.Width()))
	if err != nil {
		return linalg.Matrix{}, err
	}
	return crossScatter(ctx, a, columnsOf{linalg.Of(b.Len(), b.Width(), right)})
}

func scaleRow(row []float64, by float64) {
	for j := range row {
		row[j] *= by
	}
}

func largest(row []float64) float64 {
	var most float64
	for _, v := range row {
		most = max(most, math.Abs(v))
	}
	return most
}

func ones(n int) []float64 {
	v := make([]float64, n)
	for j := range v {
		v[j] = 1
	}
	return v
}

package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/linalg"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
	"suffice/stiefel"
)

// white is the inputs in white coordinates z = T x, which are uncorrelated with
// variance 1 (with 1/n): those of the methods that look at the moments of x within
// slices of y. Directions along which x does not vary have no coordinate.
type white struct {
	x        *rows.Standard // scaled to standard deviation 1, whatever the user's units
	root     linalg.Matrix  // T, a row for each coordinate
	span     linalg.Matrix  // orthonormal rows: the directions along which x varies
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
	w := &white{x: standard, warnings: warnings}
	in, err := readInputs(ctx, standard)
	if err != nil {
		return nil, err
	}
	if err := w.rotate(in); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if varying := w.x.Width() - len(w.x.Constant); w.rank() < varying {
		why := "some columns nearly follow from the others"
		dependent := in.dependent()
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
func (w *white) rotate(in *inputs) error {
	values, axes, err := in.principal(w.x.Width())
	if err != nil {
		return err
	}
	rank := 0
	for rank < len(values) && values[rank] > dependentBelow*values[0] {
		rank++
	}
	w.span = axes.Slice(0, rank)
	w.root = w.span.Clone()
	for k := range rank {
		scaleRow(w.root.Row(k), 1/math.Sqrt(values[k]))
	}
	return nil
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
		width = w.x.Width()
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
	d := w.x.Width()
	size := rows.BlockLen(d)
	z := linalg.New(min(size, w.x.Len()), t.Rows)
	return rows.Each(ctx, w.x, size, func(from, to int, data []float64) error {
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
func (w *white) projection(method string, y output.Output, u linalg.Matrix, noScale bool) *Projection {
	x := w.x
	components := linalg.New(u.Rows, x.Width())
	linalg.Mul(components, u, w.root)
	if noScale {
		components = w.unscaled(components)
		x = &rows.Standard{Source: x.Source, Mean: x.Mean, Scale: ones(x.Width()), Constant: x.Constant}
	}
	for k := range components.Rows {
		row := components.Row(k)
		scaleRow(row, 1/largest(row)) // so that no square overflows or vanishes
		scaleRow(row, 1/math.Sqrt(linalg.Dot(row, row)))
	}
	p := newProjection(method, x, y, components)
	p.Warnings = w.warnings
	return p
}

// unscaled turns weights on scaled inputs into weights on the inputs as they are. Where
// inputs follow from others, many weights make the same z: those within the span of the
// rows are the shortest.
func (w *white) unscaled(components linalg.Matrix) linalg.Matrix {
	for k := range components.Rows {
		for j, s := range w.x.Scale {
			components.Row(k)[j] /= s
		}
	}
	if w.rank() == components.Cols {
		return components
	}
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

package coords

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// Axes are the inputs in fewer coordinates: those along orthonormal axes, in which they
// are uncorrelated. The axes span all rows, or are those of a search space.
type Axes struct {
	x         *aggregate.Standard // the inputs
	z         *aggregate.Standard // their coordinates
	values    linalg.Matrix       // the same in memory
	variances []float64           // along the axes, with 1/n, the largest first
	total     float64             // variance along all directions

	weights linalg.Matrix // the axes as combinations of the rows of x, where these are few
	axes    linalg.Matrix // otherwise the axes
}

// rank is the number of coordinates.
func (a *Axes) rank() int { return len(a.variances) }

// partial reports whether the inputs vary along other directions too.
func (a *Axes) partial() bool { return a.axes.Rows > 0 }

// ToInputs returns weights on the coordinates as weights on the inputs.
func (a *Axes) ToInputs(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	if a.partial() {
		return linalg.Times(w, a.axes), nil
	}
	return a.x.Combine(ctx, linalg.Times(w, a.weights).Transposed())
}

// orthonormal is ToInputs for orthonormal weights, which rounding leaves only nearly so.
func (a *Axes) orthonormal(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	out, err := a.ToInputs(ctx, w)
	if err != nil {
		return out, err
	}
	return out, OrthonormalRows(out)
}

// principal returns the variances along the most leading axes, and these; fewer where
// there are fewer.
func (a *Axes) principal(ctx context.Context, most int) ([]float64, linalg.Matrix, error) {
	most = min(most, a.rank())
	w := linalg.New(most, a.rank())
	for k := range most {
		w.Set(k, k, 1)
	}
	axes, err := a.orthonormal(ctx, w)
	return a.variances[:most], axes, err
}

// leading keeps the first coordinates.
func (a *Axes) leading(rank int) (*Axes, error) {
	if rank == a.rank() {
		return a, nil
	}
	out := *a
	out.variances = a.variances[:rank]
	if a.partial() {
		out.axes = a.axes.Slice(0, rank)
	} else {
		out.weights = a.weights.Slice(0, rank)
	}
	return &out, out.put(a.values.Columns(0, rank).Clone())
}

// put takes the coordinates, a row for each row of the inputs.
func (a *Axes) put(z linalg.Matrix) (err error) {
	a.values = z
	if a.rank() > 0 {
		a.z, err = a.x.InUnits(a.rank(), z.Data)
	}
	return err
}

// dependent lists the columns that are combinations of others; not where the axes are
// those of a search space.
func (a *Axes) dependent(ctx context.Context) ([]int, error) {
	if a.partial() {
		return nil, nil
	}
	return dependentAmongFewRows(ctx, a.x)
}

// alongRows finds coordinates along the principal axes of few rows. With XXᵀ/n = UΛUᵀ
// the axes are Λ^-½ Uᵀ X/√n, and the coordinates √n U Λ^½: neither they nor anything
// else takes as much memory as the rows do. Rows with weights w are √w x in all of this. There are as many axes as the rows vary along,
// or the given number of leading ones, which take a fraction of the time.
func alongRows(ctx context.Context, x *aggregate.Standard, most int) (*Axes, error) {
	x, err := x.WeightsHere(ctx)
	if err != nil {
		return nil, err
	}
	n := x.Len()
	gram, err := rowProducts(ctx, x)
	if err != nil {
		return nil, err
	}
	linalg.Scale(1/float64(n), gram)
	roots := rootsOf(x.Weights())
	for i, v := range roots {
		linalg.ScaleRow(v, gram.Row(i))
		linalg.Products(gram.Row(i), gram.Row(i), roots)
	}
	a := &Axes{x: x, total: Trace(gram)}
	values, u, err := linalg.Leading(gram, min(most, n))
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.variances = values[:CountReal(values, 0)]
	a.weights = u.Slice(0, a.rank())
	z := a.weights.Transposed()
	for i := range z.Rows {
		row := z.Row(i)
		for k, v := range a.variances {
			row[k] *= math.Sqrt(v) * math.Sqrt(float64(n))
		}
	}
	for k, v := range a.variances {
		linalg.ScaleRow(1/(math.Sqrt(v)*math.Sqrt(float64(n))), a.weights.Row(k))
	}
	for i, v := range roots {
		linalg.ScaleRow(1/v, z.Row(i))
		for k := range a.weights.Rows {
			a.weights.Row(k)[i] *= v
		}
	}
	return a, a.put(z)
}

// rootsOf are the square roots of weights, of which there may be none.
func rootsOf(weights []float64) []float64 {
	roots := make([]float64, len(weights))
	for i, w := range weights {
		roots[i] = math.Sqrt(w)
	}
	return roots
}

// meetRows is how many rows of so many inputs meet all others at a time.
func meetRows(width int) int { return max(8, min(256, (1<<21)/width)) }

// rowProducts is XXᵀ.
func rowProducts(ctx context.Context, x *aggregate.Standard) (linalg.Matrix, error) {
	n, all := x.Len(), sampling.All(x.Len())
	gram := linalg.New(n, n)
	size := min(n, meetRows(x.Width()))
	columns := linalg.New(n, size)
	for from := 0; from < n; from += size {
		to := min(from+size, n)
		block, err := x.Select(ctx, all[from:to])
		if err != nil {
			return gram, err
		}
		part := columns.Columns(0, to-from)
		if err := x.Times(ctx, part, block); err != nil {
			return gram, err
		}
		for i := range n {
			copy(gram.Row(i)[from:to], part.Row(i))
		}
	}
	for i := range n { // equal but for rounding
		for j := range i {
			gram.Set(j, i, (gram.At(i, j)+gram.At(j, i))/2)
			gram.Set(i, j, gram.At(j, i))
		}
	}
	return gram, nil
}

// Principal returns the variances (with 1/n) along the dim leading principal axes of x, and
// these as orthonormal rows. The warnings name columns that are combinations of others. It
// fails where x varies along fewer than dim directions.
func Principal(ctx context.Context, l Limits, x *aggregate.Standard, dim int) (variances []float64, axes linalg.Matrix, warnings []string, err error) {
	if l.Decide(x.Len(), x.Width(), Variances) == Iteration {
		variances, axes, warnings, err = iteratedAxes(ctx, x, dim)
	} else {
		variances, axes, warnings, err = l.principalAxes(ctx, x, dim)
	}
	if err == nil && len(variances) < dim {
		err = tooFewDirections(x, dim, len(variances))
	}
	return variances, axes, warnings, err
}

// LeadingAxes are the leading principal axes of x, at most so many, as orthonormal rows.
func LeadingAxes(ctx context.Context, l Limits, x *aggregate.Standard, most int) (linalg.Matrix, error) {
	if l.Decide(x.Len(), x.Width(), Variances) == Iteration {
		_, axes, _, err := iteratedAxes(ctx, x, most)
		return axes, err
	}
	t, err := l.read(ctx, x, nil, most, Variances)
	if err != nil {
		return linalg.Matrix{}, err
	}
	_, axes, err := t.principal(ctx, most)
	return axes, err
}

func (l Limits) principalAxes(ctx context.Context, x *aggregate.Standard, dim int) ([]float64, linalg.Matrix, []string, error) {
	t, err := l.read(ctx, x, nil, dim, Variances)
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	variances, axes, err := t.principal(ctx, dim)
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	dependent, err := t.dependent(ctx)
	return variances, axes, dependentWarnings(x, dependent), err
}

// iteratedAxes finds the principal axes without any square matrix, by a Lanczos
// iteration with XᵀX/n.
func iteratedAxes(ctx context.Context, x *aggregate.Standard, most int) ([]float64, linalg.Matrix, []string, error) {
	const tolerance = 1e-8 // of the axes, as a share of the largest variance
	b := &directionsOf{x: x}
	found, err := linalg.Iterate(x.Width(), most, tolerance, func(v linalg.Matrix) (linalg.Matrix, error) { return b.step(ctx, v) })
	if err != nil {
		return nil, linalg.Matrix{}, nil, err
	}
	var warnings []string
	if found.Residual > tolerance {
		warnings = append(warnings, fmt.Sprintf("the inputs vary about equally along many directions: the components are accurate to %.0e only", math.Min(1, found.Residual)))
	}
	rank := CountReal(found.Values, 0)
	return found.Values[:rank], found.Vectors.Slice(0, rank), warnings, nil
}

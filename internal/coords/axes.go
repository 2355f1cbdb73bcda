package coords

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

// Axes are the inputs in fewer coordinates: those along orthonormal axes, in which they
// are uncorrelated. The axes span all rows, or are those of a search space.
type Axes struct {
	x         *blocks.Standard // the inputs
	z         *blocks.Standard // their coordinates
	values    linalg.Matrix    // the same in memory
	variances []float64        // along the axes, with 1/n, the largest first
	total     float64          // variance along all directions

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
		a.z, err = blocks.AsStandard(a.rank(), z.Data)
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

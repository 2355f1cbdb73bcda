package suffice

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// mostSquare is the order of the largest square matrix that is made of inputs or of
// rows: as numbers it takes 128 MiB. A variable, so that tests need no more of both.
var mostSquare = 4096

// fewRowsOf reports whether there are few rows, and no more than inputs: what can be
// said about them is said by the products of rows.
func fewRowsOf(x rows.Source) bool { return x.Len() <= x.Width() && x.Len() <= mostSquare }

// manyOfBoth reports whether rows and inputs are too many for the matrix of the products
// of either.
func manyOfBoth(x rows.Source) bool { return min(x.Len(), x.Width()) > mostSquare }

// narrow is the inputs in fewer coordinates: those along orthonormal axes, in which they
// are uncorrelated. The axes span all rows, or are those of a search space.
type narrow struct {
	x         *blocks.Standard // the inputs
	z         *blocks.Standard // their coordinates, in memory
	variances []float64        // along the axes, with 1/n, the largest first
	total     float64          // variance along all directions

	weights linalg.Matrix // the axes as combinations of the rows of x, where these are few
	axes    linalg.Matrix // otherwise the axes
}

// narrowed finds coordinates of x to look for dim components in, if there are too many
// inputs to work with themselves; otherwise it returns nil. Y is asked only where neither
// rows nor inputs are few.
func narrowed(ctx context.Context, x *blocks.Standard, y output.Output, dim int, trends bool) (*narrow, error) {
	switch {
	case fewRowsOf(x):
		return alongRows(ctx, x, x.Len())
	case manyOfBoth(x):
		return searchSpace(ctx, x, y, dim, trends)
	}
	return nil, nil
}

// rank is the number of coordinates.
func (a *narrow) rank() int { return len(a.variances) }

// partial reports whether the inputs vary along other directions too.
func (a *narrow) partial() bool { return a.axes.Rows > 0 }

// inputs returns weights on the coordinates as weights on the inputs.
func (a *narrow) inputs(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	if a.partial() {
		out := linalg.New(w.Rows, a.axes.Cols)
		linalg.Mul(out, w, a.axes)
		return out, nil
	}
	onRows := linalg.New(w.Rows, a.weights.Cols)
	linalg.Mul(onRows, w, a.weights)
	return a.x.Combine(ctx, onRows.Transposed())
}

// orthonormal is inputs for orthonormal weights, which rounding leaves only nearly so.
func (a *narrow) orthonormal(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	out, err := a.inputs(ctx, w)
	if err != nil {
		return out, err
	}
	return out, orthonormalRows(out)
}

// principal returns the variances along the most leading axes, and these; fewer where
// there are fewer.
func (a *narrow) principal(ctx context.Context, most int) ([]float64, linalg.Matrix, error) {
	most = min(most, a.rank())
	w := linalg.New(most, a.rank())
	for k := range most {
		w.Set(k, k, 1)
	}
	axes, err := a.orthonormal(ctx, w)
	return a.variances[:most], axes, err
}

// leading keeps the first coordinates.
func (a *narrow) leading(rank int) (*narrow, error) {
	if rank == a.rank() {
		return a, nil
	}
	z := linalg.New(a.z.Len(), rank)
	err := rows.Each(context.Background(), a.z, z.Rows, func(_, _ int, block []float64) error {
		z.Copy(linalg.Of(z.Rows, a.rank(), block).Columns(0, rank))
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := *a
	out.variances = a.variances[:rank]
	if a.partial() {
		out.axes = a.axes.Slice(0, rank)
	} else {
		out.weights = a.weights.Slice(0, rank)
	}
	out.z, err = blocks.AsStandard(rank, z.Data)
	return &out, err
}

// dependent lists the columns that are combinations of others; not where the axes are
// those of a search space.
func (a *narrow) dependent(ctx context.Context) ([]int, error) {
	if a.partial() {
		return nil, nil
	}
	return dependentAmongFewRows(ctx, a.x)
}

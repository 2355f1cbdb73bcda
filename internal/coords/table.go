package coords

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
)

// table is x as the decision has it: by its covariance, or by coordinates along fewer axes.
type table struct {
	x          *blocks.Standard
	covariance linalg.Matrix // of the inputs; none where there are axes
	axes       *Axes
}

// read finds the coordinates of x for dim components. Y is asked only where neither rows
// nor inputs are few.
func (l Limits) read(ctx context.Context, x *blocks.Standard, y output.Output, dim int, need Need) (*table, error) {
	t := &table{x: x}
	var err error
	switch l.Decide(x.Len(), x.Width(), need) {
	case Rows:
		most := x.Len()
		if need == Variances {
			most = dim
		}
		t.axes, err = alongRows(ctx, x, most)
	case Directions:
		t.axes, err = searchSpace(ctx, x, y, dim, need == Trends)
	default:
		t.covariance, _, err = covariance(ctx, x)
	}
	return t, err
}

// covariance is XᵀX/n, with the mean of |x|⁴ over the rows.
func covariance(ctx context.Context, x *blocks.Standard) (c linalg.Matrix, fourth float64, err error) {
	products, err := blocks.Sum[*blocks.Products](ctx, x.Source, blocks.NewProducts(x.Units(), true, 0))
	if err != nil {
		return c, 0, err
	}
	n := float64(x.Len())
	linalg.Scale(1/n, products.XX)
	linalg.Symmetrize(products.XX)
	return products.XX, products.Fourth() / n, nil
}

// cross is XᵀF for numbers F aligned with the rows.
func cross(ctx context.Context, x *blocks.Standard, f blocks.Aligned) (linalg.Matrix, error) {
	sum, err := blocks.Sum[*blocks.Products](ctx, x.Source, blocks.NewProducts(x.Units(), false, f.Width()), f)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.XY, nil
}

// dependent lists the columns that are combinations of others.
func (t *table) dependent(ctx context.Context) ([]int, error) {
	if t.axes != nil {
		return t.axes.dependent(ctx)
	}
	return dependentColumns(t.covariance), nil
}

// principal returns the variances (with 1/n) along the most leading principal axes,
// and these as orthonormal rows; fewer where x varies along fewer.
func (t *table) principal(ctx context.Context, most int) ([]float64, linalg.Matrix, error) {
	if t.axes != nil {
		return t.axes.principal(ctx, most)
	}
	values, axes, err := linalg.Leading(t.covariance, most)
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	for i := range axes.Rows {
		for _, j := range t.x.Constant {
			axes.Set(i, j, 0) // but for rounding it is
		}
	}
	rank := CountReal(values, 0)
	return values[:rank], axes.Slice(0, rank), nil
}

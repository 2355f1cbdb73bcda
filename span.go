package suffice

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/wording"
	"suffice/output"
)

// span is coordinates in which the inputs have a covariance of full rank: the inputs
// themselves, or those that are not constant, or the principal axes along which they
// vary.
type span struct {
	basis      linalg.Matrix    // the axes, orthonormal rows; none means the inputs themselves
	narrow     *narrow          // or the axes are these, and the rows coordinates along them
	covariance linalg.Matrix    // in these coordinates, with 1/n
	total      float64          // variance along all directions
	rows       *blocks.Standard // to sum over: x, or its coordinates
}

// spanOf finds the coordinates for dim components. The warnings name columns that are
// combinations of others. With trends, the directions of XᵀF are within the span.
func spanOf(ctx context.Context, x *blocks.Standard, y output.Output, dim int, trends bool) (*span, []string, error) {
	in, err := readInputs(ctx, x, y, dim, trends)
	if err != nil {
		return nil, nil, err
	}
	dependent, err := in.dependent(ctx)
	if err != nil {
		return nil, nil, err
	}
	if in.narrow == nil && len(dependent) == 0 {
		return in.varying(), nil, nil
	}
	warnings := dependentWarnings(x, dependent)
	s, err := in.axes(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case s.rank() < dim:
		return nil, nil, tooFewDirections(x, dim, s.rank())
	case s.partial():
		return s, append(warnings, searchedWithin(in.narrow)), nil
	}
	if lost := x.Width() - len(x.Constant) - len(dependent) - s.rank(); lost > 0 {
		warnings = append(warnings, fmt.Sprintf("the inputs hardly vary along %s, beside the others, where the weight is 0; scale the inputs", wording.Count(lost, "direction")))
	}
	return s, warnings, nil
}

// varying takes the columns that are not constant as coordinates.
func (in *inputs) varying() *span {
	if len(in.x.Constant) == 0 {
		return &span{covariance: in.covariance, total: trace(in.covariance), rows: in.x}
	}
	var columns []int
	for j := range in.x.Width() {
		if !slices.Contains(in.x.Constant, j) {
			columns = append(columns, j)
		}
	}
	s := &span{rows: in.x, total: trace(in.covariance), basis: linalg.New(len(columns), in.x.Width()), covariance: linalg.New(len(columns), len(columns))}
	for k, j := range columns {
		s.basis.Set(k, j, 1)
		for l, i := range columns {
			s.covariance.Set(k, l, in.covariance.At(j, i))
		}
	}
	return s
}

// axes takes the principal axes along which the inputs vary as coordinates.
func (in *inputs) axes(ctx context.Context) (*span, error) {
	if in.narrow != nil {
		s := &span{narrow: in.narrow, covariance: diagonal(in.narrow.variances), total: in.narrow.total}
		if in.narrow.rank() > 0 {
			s.rows = in.narrow.z
		}
		return s, nil
	}
	variances, axes, err := in.principal(ctx, in.x.Width())
	if err != nil {
		return nil, err
	}
	return &span{basis: axes, covariance: diagonal(variances), total: trace(in.covariance), rows: in.x}, nil
}

func diagonal(values []float64) linalg.Matrix {
	a := linalg.New(len(values), len(values))
	for k, v := range values {
		a.Set(k, k, v)
	}
	return a
}

func tooFewDirections(x *blocks.Standard, dim, rank int) error {
	return fmt.Errorf("%s, but the inputs vary along only %s; ask for fewer components", wording.Count(dim, "component"), directions(x, rank))
}

// rank is the number of coordinates.
func (s *span) rank() int { return s.covariance.Rows }

// cross is XᵀF in these coordinates.
func (s *span) cross(ctx context.Context, f blocks.Beside) (linalg.Matrix, error) {
	sum, err := crossScatter(ctx, s.rows, f)
	if err != nil || s.basis.Rows == 0 {
		return sum, err
	}
	out := linalg.New(s.rank(), f.Width())
	linalg.Mul(out, s.basis, sum)
	return out, nil
}

// form is XᵀAX, summed over the rows, in these coordinates.
func (s *span) form(sum linalg.Matrix) linalg.Matrix {
	if s.basis.Rows == 0 {
		return sum
	}
	half, out := linalg.New(s.rank(), sum.Cols), linalg.New(s.rank(), s.rank())
	linalg.Mul(half, s.basis, sum)
	linalg.MulT(out, half, s.basis)
	return out
}

// inputs returns weights on the coordinates as weights on the inputs.
func (s *span) inputs(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	switch {
	case s.narrow != nil:
		return s.narrow.inputs(ctx, w)
	case s.basis.Rows == 0:
		return w, nil
	}
	out := linalg.New(w.Rows, s.basis.Cols)
	linalg.Mul(out, w, s.basis)
	return out, nil
}

// partial reports whether the inputs vary along other directions too.
func (s *span) partial() bool { return s.narrow != nil && s.narrow.partial() }

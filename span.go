package suffice

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/wording"
	"suffice/rows"
)

// span is coordinates in which the inputs have a covariance of full rank: the inputs
// themselves, or those that are not constant, or the principal axes along which they
// vary.
type span struct {
	basis      linalg.Matrix // the axes, orthonormal rows; none means the inputs themselves
	covariance linalg.Matrix // in these coordinates, with 1/n
	rows       rows.Source   // to sum over: x, or its coordinates where there are few rows
	turned     bool          // the rows are coordinates already
}

// spanOf finds the coordinates for dim components. The warnings name columns that are
// combinations of others.
func spanOf(ctx context.Context, x *rows.Standard, dim int) (*span, []string, error) {
	in, err := readInputs(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	dependent := in.dependent()
	if in.few.Rows == 0 && len(dependent) == 0 {
		return in.varying(), nil, nil
	}
	warnings := dependentWarnings(x, dependent)
	s, err := in.axes()
	if err != nil {
		return nil, nil, err
	}
	if s.rank() < dim {
		return nil, nil, tooFewDirections(x, dim, s.rank())
	}
	if lost := x.Width() - len(x.Constant) - len(dependent) - s.rank(); lost > 0 {
		warnings = append(warnings, fmt.Sprintf("the inputs hardly vary along %s, beside the others, where the weight is 0; scale the inputs", wording.Count(lost, "direction")))
	}
	return s, warnings, nil
}

// varying takes the columns that are not constant as coordinates.
func (in *inputs) varying() *span {
	if len(in.x.Constant) == 0 {
		return &span{covariance: in.covariance, rows: in.x}
	}
	var columns []int
	for j := range in.x.Width() {
		if !slices.Contains(in.x.Constant, j) {
			columns = append(columns, j)
		}
	}
	s := &span{rows: in.x, basis: linalg.New(len(columns), in.x.Width()), covariance: linalg.New(len(columns), len(columns))}
	for k, j := range columns {
		s.basis.Set(k, j, 1)
		for l, i := range columns {
			s.covariance.Set(k, l, in.covariance.At(j, i))
		}
	}
	return s
}

// axes takes the principal axes along which the inputs vary as coordinates.
func (in *inputs) axes() (*span, error) {
	variances, axes, err := in.principal(in.x.Width())
	if err != nil {
		return nil, err
	}
	s := &span{basis: axes, covariance: linalg.New(axes.Rows, axes.Rows), rows: in.x}
	for k, v := range variances {
		s.covariance.Set(k, k, v)
	}
	if in.few.Rows > 0 {
		z := linalg.New(in.few.Rows, axes.Rows)
		linalg.MulT(z, in.few, axes)
		s.turned = true
		s.rows, err = rows.NewMatrix(axes.Rows, z.Data)
	}
	return s, err
}

func tooFewDirections(x *rows.Standard, dim, rank int) error {
	return fmt.Errorf("%s, but the inputs vary along only %s; ask for fewer components", wording.Count(dim, "component"), directions(x, rank))
}

// rank is the number of coordinates.
func (s *span) rank() int { return s.covariance.Rows }

// cross is XᵀF in these coordinates.
func (s *span) cross(ctx context.Context, f linalg.Matrix) (linalg.Matrix, error) {
	sum, err := crossScatter(ctx, s.rows, f)
	if err != nil || s.turned || s.basis.Rows == 0 {
		return sum, err
	}
	out := linalg.New(s.rank(), f.Cols)
	linalg.Mul(out, s.basis, sum)
	return out, nil
}

// form is XᵀAX, summed over the rows, in these coordinates.
func (s *span) form(sum linalg.Matrix) linalg.Matrix {
	if s.turned || s.basis.Rows == 0 {
		return sum
	}
	half, out := linalg.New(s.rank(), sum.Cols), linalg.New(s.rank(), s.rank())
	linalg.Mul(half, s.basis, sum)
	linalg.MulT(out, half, s.basis)
	return out
}

// inputs returns weights on the coordinates as weights on the inputs.
func (s *span) inputs(w linalg.Matrix) linalg.Matrix {
	if s.basis.Rows == 0 {
		return w
	}
	out := linalg.New(w.Rows, s.basis.Cols)
	linalg.Mul(out, w, s.basis)
	return out
}

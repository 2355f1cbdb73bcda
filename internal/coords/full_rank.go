package coords

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/output"
)

// FullRank is coordinates in which the inputs have a covariance of full rank: the inputs
// themselves, or those that are not constant, or the principal axes along which they
// vary.
type FullRank struct {
	Covariance linalg.Matrix       // in these coordinates, with 1/n
	Total      float64             // variance along all directions
	X          *aggregate.Standard // to sum over: the inputs, or their coordinates

	basis linalg.Matrix // the axes, orthonormal rows; none means the inputs themselves
	axes  *Axes         // or the axes are these, and x coordinates along them
}

// NewFullRank finds the coordinates for dim components. The warnings name columns that are
// combinations of others.
func NewFullRank(ctx context.Context, l Limits, x *aggregate.Standard, y output.Output, dim int, need Need) (*FullRank, []string, error) {
	t, err := l.read(ctx, x, y, dim, need)
	if err != nil {
		return nil, nil, err
	}
	dependent, err := t.dependent(ctx)
	if err != nil {
		return nil, nil, err
	}
	if t.axes == nil && len(dependent) == 0 {
		return t.varying(), nil, nil
	}
	warnings := dependentWarnings(x, dependent)
	s, err := t.alongAxes(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case s.Rank() < dim:
		return nil, nil, tooFewDirections(x, dim, s.Rank())
	case s.Partial():
		return s, append(warnings, searchedWithin(t.axes)), nil
	}
	if lost := x.Width() - len(x.Constant) - len(dependent) - s.Rank(); lost > 0 {
		warnings = append(warnings, fmt.Sprintf("the inputs hardly vary along %s, beside the others, where the weight is 0; scale the inputs", humanize.Count(lost, "direction")))
	}
	return s, warnings, nil
}

// varying takes the columns that are not constant as coordinates.
func (t *table) varying() *FullRank {
	if len(t.x.Constant) == 0 {
		return &FullRank{X: t.x, Total: Trace(t.covariance), Covariance: t.covariance}
	}
	var columns []int
	for j := range t.x.Width() {
		if !slices.Contains(t.x.Constant, j) {
			columns = append(columns, j)
		}
	}
	s := &FullRank{X: t.x, Total: Trace(t.covariance), Covariance: linalg.New(len(columns), len(columns)), basis: linalg.New(len(columns), t.x.Width())}
	for k, j := range columns {
		s.basis.Set(k, j, 1)
		for l, i := range columns {
			s.Covariance.Set(k, l, t.covariance.At(j, i))
		}
	}
	return s
}

// alongAxes takes the principal axes along which the inputs vary as coordinates.
func (t *table) alongAxes(ctx context.Context) (*FullRank, error) {
	if a := t.axes; a != nil {
		return &FullRank{X: a.z, Total: a.total, Covariance: diagonal(a.variances), axes: a}, nil
	}
	variances, axes, err := t.principal(ctx, t.x.Width())
	if err != nil {
		return nil, err
	}
	return &FullRank{X: t.x, Total: Trace(t.covariance), Covariance: diagonal(variances), basis: axes}, nil
}

// Rank is the number of coordinates.
func (s *FullRank) Rank() int { return s.Covariance.Rows }

// OnInputs reports whether X is the inputs themselves.
func (s *FullRank) OnInputs() bool { return s.axes == nil }

// Cross is XᵀF in these coordinates.
func (s *FullRank) Cross(ctx context.Context, f aggregate.Aligned) (linalg.Matrix, error) {
	sum, err := cross(ctx, s.X, f)
	if err != nil || s.basis.Rows == 0 {
		return sum, err
	}
	return linalg.Times(s.basis, sum), nil
}

// Coordinates returns combinations of the rows of X in these coordinates.
func (s *FullRank) Coordinates(a linalg.Matrix) linalg.Matrix {
	if s.basis.Rows == 0 {
		return a
	}
	return linalg.TimesT(a, s.basis)
}

// OnX returns weights on the coordinates as weights on X.
func (s *FullRank) OnX(w linalg.Matrix) linalg.Matrix {
	if s.basis.Rows == 0 {
		return w
	}
	return linalg.Times(w, s.basis)
}

// Form is XᵀAX, summed over the rows, in these coordinates.
func (s *FullRank) Form(sum linalg.Matrix) linalg.Matrix {
	if s.basis.Rows == 0 {
		return sum
	}
	return linalg.TimesT(linalg.Times(s.basis, sum), s.basis)
}

// ToInputs returns weights on the coordinates as weights on the inputs.
func (s *FullRank) ToInputs(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	switch {
	case s.axes != nil:
		return s.axes.ToInputs(ctx, w)
	case s.basis.Rows == 0:
		return w, nil
	}
	return linalg.Times(w, s.basis), nil
}

// Orthonormal is ToInputs for orthonormal weights.
func (s *FullRank) Orthonormal(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	if s.axes != nil {
		return s.axes.orthonormal(ctx, w)
	}
	return s.ToInputs(ctx, w)
}

// Partial reports whether the inputs vary along other directions too.
func (s *FullRank) Partial() bool { return s.axes != nil && s.axes.partial() }

package coords

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
)

// Space is where a method searches for components: the inputs or, where there are no
// more rows than inputs, the coordinates of the rows along the axes of their span, or a
// search space.
type Space struct {
	X         *aggregate.Standard // in these coordinates
	Whitening *Whitening
	Many      bool // the subspace has too many degrees of freedom for the rows

	axes *Axes // nil means the inputs themselves
}

// manyDirections reports whether the subspace has so many degrees of freedom that
// the rows cannot tell all of them. The search then keeps to the directions along
// which x varies most, by staying in the units of x, and by stopping early. A class
// or a set of labels says less about a direction than a number does.
func manyDirections(n, d int, y output.Output, dim int) bool {
	if !target.Measured(y) {
		n /= 10
	}
	return dim*(d-dim) > n
}

// NewSpace finds the space for dim components of x, where [Limits.ToSearch] says. With plain, x is
// taken as it is, as it also is where there are too many directions. It fails where x varies along
// fewer than dim.
func NewSpace(ctx context.Context, l Limits, kind Kind, x *aggregate.Standard, y output.Output, dim int, plain bool) (*Space, error) {
	s, need := &Space{X: x, Many: manyDirections(x.Len(), x.Width(), y, dim)}, needOf(x.Len(), x.Width(), y, dim, plain)
	if kind != Inputs {
		return s, s.narrow(ctx, l, kind, y, dim, need)
	}
	var err error
	s.Whitening, err = NewWhitening(ctx, x, dim, need == Unwhitened)
	return s, err
}

// Of is the same space for some of its rows.
func (s *Space) Of(x *aggregate.Standard, y output.Output, dim int) *Space {
	some := *s
	some.X, some.Many = x, s.Many || manyDirections(x.Len(), x.Width(), y, dim)
	return &some
}

// narrow goes over to coordinates along fewer axes.
func (s *Space) narrow(ctx context.Context, l Limits, kind Kind, y output.Output, dim int, need Need) error {
	x := s.X
	t, err := l.readAs(ctx, kind, x, y, dim, need)
	if err != nil {
		return err
	}
	a := t.axes
	rank := linalg.CountAbove(a.variances, Flat*a.total/float64(x.Width()-len(x.Constant)))
	if rank < dim {
		return tooFewDirections(x, dim, rank)
	}
	if s.axes, err = a.leading(rank); err != nil {
		return err
	}
	s.X = s.axes.z
	if s.axes.partial() { // few directions, of many rows
		s.Many = manyDirections(s.X.Len(), s.X.Width(), y, dim)
		if s.Whitening, err = NewWhitening(ctx, s.X, dim, s.Many); err == nil {
			s.Whitening.dependent = nil // coordinates, not inputs
		}
		return err
	}
	s.Whitening = &Whitening{}
	s.Whitening.dependent, err = a.dependent(ctx)
	return err
}

// OnInputs reports whether the coordinates are the inputs themselves.
func (s *Space) OnInputs() bool { return s.axes == nil }

// ToInputs returns weights on the coordinates, orthonormal rows, as weights on the inputs.
func (s *Space) ToInputs(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	if s.axes == nil {
		return w, nil
	}
	return s.axes.orthonormal(ctx, w)
}

// Varying is how many inputs of x vary; where the space holds only a share of their
// variance, how many have so much of it.
func (s *Space) Varying(x *aggregate.Standard) float64 {
	inputs := float64(x.Width() - len(x.Constant))
	if s.axes == nil || !s.axes.partial() {
		return inputs
	}
	var variance float64
	for _, v := range s.axes.variances {
		variance += v
	}
	return inputs * variance / s.axes.total
}

// Warnings name the columns that are combinations of others, and say what was searched.
func (s *Space) Warnings(x *aggregate.Standard) []string {
	warnings := dependentWarnings(x, s.Whitening.dependent)
	if s.axes != nil && s.axes.partial() {
		warnings = append(warnings, searchedWithin(s.axes))
	}
	return warnings
}

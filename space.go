package suffice

import (
	"context"

	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// space is where a method searches for components: the inputs or, where there are no
// more rows than inputs, the coordinates of the rows along the axes of their span. No
// component can tell rows apart outside the span, so nothing is lost, and no matrix has
// the square of the number of inputs.
type space struct {
	x      *rows.Standard // in these coordinates
	metric *metric
	axes   linalg.Matrix // orthonormal rows; none means the inputs themselves
	many   bool          // the subspace has too many degrees of freedom for the rows
}

// spaceFor finds the space for dim components of x. With plain, x is taken as it is, as
// it also is where there are too many directions. It fails where x varies along fewer
// than dim.
func spaceFor(ctx context.Context, x *rows.Standard, y output.Output, dim int, plain bool) (*space, error) {
	s := &space{x: x, many: manyDirections(x, y, dim)}
	var err error
	if plain = plain || s.many; plain && x.Len() <= x.Width() {
		return s, s.narrow(ctx, dim)
	}
	s.metric, err = metricOf(ctx, x, dim, plain)
	return s, err
}

// narrow goes over to the coordinates along the axes of the rows.
func (s *space) narrow(ctx context.Context, dim int) error {
	x := s.x
	in, err := readInputs(ctx, x)
	if err != nil {
		return err
	}
	values, axes, err := in.principal(x.Width())
	if err != nil {
		return err
	}
	var trace float64
	for _, v := range values {
		trace += v
	}
	rank := 0
	for rank < len(values) && values[rank] > flat*trace/float64(x.Width()-len(x.Constant)) {
		rank++
	}
	if rank < dim {
		return tooFewDirections(x, dim, rank)
	}
	s.axes, s.metric = axes.Slice(0, rank), &metric{dependent: in.dependent()}
	z := linalg.New(x.Len(), rank)
	linalg.MulT(z, in.few, s.axes)
	s.x, err = rows.AsStandard(rank, z.Data)
	return err
}

// inputs returns weights on the coordinates as weights on the inputs.
func (s *space) inputs(w linalg.Matrix) linalg.Matrix {
	if s.axes.Rows == 0 {
		return w
	}
	out := linalg.New(w.Rows, s.axes.Cols)
	linalg.Mul(out, w, s.axes)
	return out
}

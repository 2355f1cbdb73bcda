package suffice

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// space is where a method searches for components: the inputs or, where there are no
// more rows than inputs, the coordinates of the rows along the axes of their span. No
// component can tell rows apart outside the span, so nothing is lost, and no matrix has
// the square of the number of inputs.
type space struct {
	x      *blocks.Standard // in these coordinates
	metric *metric
	narrow *narrow // nil means the inputs themselves
	many   bool    // the subspace has too many degrees of freedom for the rows
	drawn  *some   // the rows that x has, where these are not all
}

// spaceFor finds the space for dim components of x. With plain, x is taken as it is, as
// it also is where there are too many directions. It fails where x varies along fewer
// than dim.
func spaceFor(ctx context.Context, x *blocks.Standard, y output.Output, dim int, plain bool) (*space, error) {
	s := &space{x: x, many: manyDirections(x, y, dim)}
	var err error
	if plain = plain || s.many; plain && fewRowsOf(x) || tooManyInputs(x) {
		return s, s.narrowTo(ctx, y, dim)
	}
	s.metric, err = metricOf(ctx, x, dim, plain)
	return s, err
}

// fewestSearched is how many rows are enough to tell a search space.
const fewestSearched = 100

// tooManyInputs reports whether the inputs are too many to search in all directions: for a
// square matrix, or because few rows of so many span directions that follow any noise.
func tooManyInputs(x rows.Source) bool { return x.Width() > mostSquare && x.Len() > fewestSearched }

// narrowTo goes over to coordinates along fewer axes.
func (s *space) narrowTo(ctx context.Context, y output.Output, dim int) error {
	x := s.x
	var a *narrow
	var err error
	if tooManyInputs(x) {
		a, err = searchSpace(ctx, x, y, dim, false)
	} else {
		a, err = alongRows(ctx, x, x.Len())
	}
	if err != nil {
		return err
	}
	rank := 0
	for rank < a.rank() && a.variances[rank] > flat*a.total/float64(x.Width()-len(x.Constant)) {
		rank++
	}
	if rank < dim {
		return tooFewDirections(x, dim, rank)
	}
	if s.narrow, err = a.leading(rank); err != nil {
		return err
	}
	s.x = s.narrow.z
	if s.narrow.partial() { // few directions, of many rows
		s.many = manyDirections(s.x, y, dim)
		if s.metric, err = metricOf(ctx, s.x, dim, s.many); err == nil {
			s.metric.dependent = nil // coordinates, not inputs
		}
		return err
	}
	s.metric = &metric{}
	s.metric.dependent, err = a.dependent(ctx)
	return err
}

// inputs returns weights on the coordinates, orthonormal rows, as weights on the inputs.
func (s *space) inputs(ctx context.Context, w linalg.Matrix) (linalg.Matrix, error) {
	if s.narrow == nil {
		return s.drawn.components(w)
	}
	return s.narrow.orthonormal(ctx, w)
}

// varying is how many inputs of x vary; where the space holds only a share of their
// variance, how many have so much of it.
func (s *space) varying(x *blocks.Standard) float64 {
	inputs := float64(x.Width() - len(x.Constant))
	if s.narrow == nil || !s.narrow.partial() {
		return inputs
	}
	var variance float64
	for _, v := range s.narrow.variances {
		variance += v
	}
	return inputs * variance / s.narrow.total
}

// warnings name the columns that are combinations of others, and say what was searched.
func (s *space) warnings(x *blocks.Standard) []string {
	warnings := append(s.drawn.warnings(), dependentWarnings(x, s.metric.dependent)...)
	if s.narrow != nil && s.narrow.partial() {
		warnings = append(warnings, searchedWithin(s.narrow))
	}
	return warnings
}

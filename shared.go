package suffice

import (
	"context"
	"errors"

	"suffice/internal/crossfit"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/output"
	"suffice/rows"
)

// part is rows that several folds have in common to learn from, in ascending order.
type part struct {
	rows     []int
	seed     uint64           // of a search with these
	machines *search.Machines // of the searches for all numbers of components
}

// leastWhole is how many rows a fit of its own needs to stand for those with more of them.
const leastWhole = 1000

// begin searches with a part of the rows, from where components are found with other rows among
// which these are. Where only whole fits tell what is found, it returns that with the part, or nil
// where its rows are too few.
func (s SCA) begin(ctx context.Context, x Rows, y output.Output, common part) (crossfit.Begun, error) {
	begun, err := s.beginSearch(ctx, x, y, common)
	if begun != nil || err != nil || len(common.rows) < leastWhole {
		return begun, err
	}
	some, err := rows.Take(ctx, x, common.rows)
	if err != nil {
		return nil, err
	}
	model, err := s.Fit(ctx, some, output.Some(y, common.rows))
	if err != nil {
		return nil, err
	}
	return keep(ctx, model, x)
}

// keep finds the same components of all rows whatever rows there are.
func keep(ctx context.Context, model *Projection, x Rows) (crossfit.Begun, error) {
	z, err := model.componentsOf(ctx, x)
	return func(context.Context, []int) (linalg.Matrix, error) { return z, nil }, err
}

func (s SCA) beginSearch(ctx context.Context, x Rows, y output.Output, common part) (crossfit.Begun, error) {
	if s.last() != AfterAscent || s.Screen != 0 || tooWide(x, s.Dim) {
		return nil, nil
	}
	settings, err := s.searching()
	if err != nil {
		return nil, err
	}
	standard, _, err := prepare(ctx, x, y, s.Dim, s.NoScale)
	if err != nil {
		return nil, err
	}
	f, err := search.New(ctx, standard, y, settings)
	if err != nil {
		return nil, err
	}
	shared, err := f.Share(ctx, common.machines)
	var again *search.Again
	if err == nil {
		again, err = shared.Begin(ctx, common.rows, common.seed)
	}
	if errors.Is(err, search.ErrNotAgain) {
		return nil, nil
	}
	return func(ctx context.Context, which []int) (linalg.Matrix, error) {
		w, err := again.Some(ctx, which)
		if err != nil {
			return w, err
		}
		for k, r := range again.Relevance {
			linalg.ScaleRow(r, w.Row(k))
		}
		z := linalg.New(x.Len(), s.Dim)
		return z, standard.Times(ctx, z, w)
	}, err
}

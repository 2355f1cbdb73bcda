package suffice

import (
	"context"
	"errors"

	"suffice/internal/crossfit"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/output"
)

// part is rows that several folds have in common to learn from, in ascending order.
type part struct {
	rows     []int
	seed     uint64           // of a search with these
	machines *search.Machines // of the searches for all numbers of components
}

// begin searches with a part of the rows, from where components are found with other rows among
// which these are. It returns nil where only whole fits tell what is found.
func (s SCA) begin(ctx context.Context, x Rows, y output.Output, common part) (crossfit.Begun, error) {
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

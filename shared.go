package suffice

import (
	"context"
	"errors"

	"suffice/internal/crossfit"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/output"
)

// share prepares to find components with parts of the rows, each from where a search with rows
// that several parts have in common has led. It returns nil where only whole fits tell what is
// found.
func (s SCA) share(ctx context.Context, x Rows, y output.Output) (crossfit.Shared, error) {
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
	shared, err := f.Share(ctx)
	if errors.Is(err, search.ErrNotAgain) {
		return nil, nil
	}
	z := func(ctx context.Context, components linalg.Matrix, relevance []float64) (linalg.Matrix, error) {
		w := components.Clone()
		for k, r := range relevance {
			linalg.ScaleRow(r, w.Row(k))
		}
		z := linalg.New(x.Len(), s.Dim)
		return z, standard.Times(ctx, z, w)
	}
	return func(ctx context.Context, common []int, seed uint64) (crossfit.Begun, error) {
		again, err := shared.Begin(ctx, common, seed)
		if errors.Is(err, search.ErrNotAgain) {
			return nil, nil
		}
		return func(ctx context.Context, which []int) (linalg.Matrix, error) {
			w, err := again.Some(ctx, which)
			if err != nil {
				return w, err
			}
			return z(ctx, w, again.Relevance)
		}, err
	}, err
}

package suffice

import (
	"context"
	"errors"

	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/output"
)

// Refitter is a method that can find the components of a model again with some of the rows
// at little cost, from where they are with all.
type Refitter interface {
	// Refit prepares for the rows x and y that the model was fitted on. It returns nil where
	// only whole fits show how the components move with the rows.
	Refit(ctx context.Context, x Rows, y output.Output, p *Projection) (*Refit, error)
}

// Refit finds the components of a model again, each time in the same way but for the rows.
type Refit struct {
	All  [][]float64                                                 // with all rows: what the others are to be compared with
	Some func(ctx context.Context, which []int) ([][]float64, error) // with some rows, in ascending order; several may be asked for at once
}

// Refit climbs on from the components, with the settings and the weights of the views of y
// that all rows choose. It does not search anew.
func (s SCA) Refit(ctx context.Context, x Rows, y output.Output, p *Projection) (*Refit, error) {
	if s.last() != AfterAscent || s.Screen != 0 || tooWide(x, s.Dim) {
		return nil, nil
	}
	centres, err := centresOr(s.Centres)
	if err != nil {
		return nil, err
	}
	standard, _, err := prepare(ctx, x, y, p.Dim(), s.NoScale)
	if err != nil {
		return nil, err
	}
	f, err := search.New(ctx, standard, y, search.Settings{
		Dim: p.Dim(), Centres: centres, NoScale: s.NoScale, Seed: s.Seed, Stream: 0xa9a1, Limits: s.limits,
	})
	if err != nil {
		return nil, err
	}
	again, err := f.Again(ctx, linalg.FromSlices(p.Components))
	if errors.Is(err, search.ErrNotAgain) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := again.All(ctx)
	return &Refit{All: all.Slices(), Some: func(ctx context.Context, which []int) ([][]float64, error) {
		w, err := again.Some(ctx, which)
		if err != nil {
			return nil, err
		}
		return w.Slices(), nil
	}}, err
}

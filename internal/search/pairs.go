package search

import (
	"context"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/kernel"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
)

// pairs are rows whose distances tell how wide a kernel should be.
type pairs struct{ x, u linalg.Matrix }

func newPairs(ctx context.Context, x *blocks.Standard, random *rand.Rand) (p pairs, err error) {
	const rows, centres = draw.ToScale, 100
	order := random.Perm(x.Len())
	if p.u, err = x.Select(ctx, order[:min(centres, len(order))]); err != nil {
		return p, err
	}
	p.x, err = x.Select(ctx, order[:min(rows, len(order))])
	return p, err
}

// median is the median of the distances in z = w x that are not 0.
func (p pairs) median(w linalg.Matrix) (float64, error) {
	squared := linalg.New(p.x.Rows, p.u.Rows)
	kernel.Project(w, p.u).Distances(squared, linalg.New(p.x.Rows, w.Rows), p.x)
	return learn.MedianDistance(squared.Data, lsmi.ErrNoSpread)
}

// Distances tells the median distance in z = w x between tuning rows.
func (s *Search) Distances(ctx context.Context) (func(w linalg.Matrix) (float64, error), error) {
	p, err := newPairs(ctx, s.X, s.Random)
	return p.median, err
}

package search

import (
	"context"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// Start is the frame that the first step of SCA leads to, in whitened coordinates.
func (s *Search) Start(ctx context.Context, rough bool) (linalg.Matrix, error) {
	_, frame, err := s.pass(ctx, s.Whitening.Root, linalg.Matrix{}, rough)
	return frame, err
}

// RandomStarts returns up to count random frames of dim components. They are
// combinations of rows of x, so that they turn with x and stay within the directions
// along which it varies.
func RandomStarts(ctx context.Context, x *blocks.Standard, dim, count int, random *rand.Rand) ([]linalg.Matrix, error) {
	const most = 100 // rows that make a start
	var starts []linalg.Matrix
	for range count {
		some, err := x.Select(ctx, random.Perm(x.Len())[:min(most, x.Len())])
		if err != nil {
			return nil, err
		}
		weights := linalg.New(dim, some.Rows)
		for i := range weights.Data {
			weights.Data[i] = random.NormFloat64()
		}
		if w := linalg.Times(weights, some); stiefel.Orthonormalize(w) == nil { // equal rows have no start in them
			starts = append(starts, w)
		}
	}
	return starts, nil
}

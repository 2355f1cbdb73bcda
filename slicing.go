package suffice

import (
	"context"
	"fmt"

	"suffice/internal/linalg"
	"suffice/output"
)

// sliced is what SIR and SAVE share: white inputs, and slices of the output.
type sliced struct {
	*white
	slices output.Slices
}

// slice whitens x and cuts y into about count slices; 0 means 3 more than there are
// independent inputs, and at least 8.
func slice(ctx context.Context, method string, x Rows, y output.Output, dim, count int) (*sliced, error) {
	cuttable, ok := y.(output.Sliced)
	switch {
	case y == nil:
		return nil, errNoOutput
	case !ok:
		return nil, fmt.Errorf("%s needs numbers or classes, but the output is of kind %s; use sca or mddm", method, y.Kind())
	case count < 0 || count == 1:
		return nil, fmt.Errorf("%d slices, but there must be at least 2; 0 means the default", count)
	}
	w, err := whiten(ctx, x, y, dim)
	if err != nil {
		return nil, err
	}
	if count == 0 {
		count = max(8, w.rank()+3)
	}
	return &sliced{white: w, slices: cuttable.Slices(count)}, nil
}

// count is how many slices there are.
func (s *sliced) count() int { return len(s.slices.Sizes) }

// share is f_j, the share of the rows in slice j.
func (s *sliced) share(j int) float64 { return float64(s.slices.Sizes[j]) / float64(s.x.Len()) }

// means returns the mean of z in each slice.
func (s *sliced) means(ctx context.Context) (linalg.Matrix, error) {
	sums := linalg.New(s.count(), s.rows.Width())
	err := s.each(ctx, linalg.Matrix{}, func(from int, x linalg.Matrix) {
		for i := range x.Rows {
			linalg.Axpy(1, x.Row(i), sums.Row(s.slices.Of[from+i]))
		}
	})
	for j, size := range s.slices.Sizes {
		scaleRow(sums.Row(j), 1/float64(size))
	}
	means := linalg.New(s.count(), s.rank())
	linalg.MulT(means, sums, s.root)
	return means, err
}

package lsmi

import (
	"context"

	"suffice/internal/linalg"
)

// DefaultCentres is how many kernel centres there are unless asked otherwise.
const DefaultCentres = 200

// Natural is the right α for the output: non-negative, as a density ratio is, where
// L ≥ 0, and free where L takes both signs.
func (s *Sample) Natural() Alpha {
	if s.y.Signed() {
		return Free
	}
	return NonNegative
}

// Wide is the grid for a score at any z = W x: widths from a twentieth of the median
// distances to well above them.
func (s *Sample) Wide(ctx context.Context, w linalg.Matrix) (Grid, error) {
	return s.Around(ctx, w, []float64{.1, .2, .4, .75, 1.5}, []float64{.05, .1, .2, .4, .8}, []float64{1e-4, 1e-3, 1e-2, 1e-1})
}

// Around is the grid with the given factors of the median distances in z = W x and y.
func (s *Sample) Around(ctx context.Context, w linalg.Matrix, widthsZ, widthsY, lambdas []float64) (Grid, error) {
	z, err := s.MedianZ(ctx, w)
	if err != nil {
		return Grid{}, err
	}
	y, err := s.MedianY()
	if err != nil {
		return Grid{}, err
	}
	return Grid{WidthZ: times(widthsZ, z), WidthY: times(widthsY, y), Lambda: lambdas}, nil
}

func times(factors []float64, unit float64) []float64 {
	out := make([]float64, len(factors))
	scale(out, factors, unit)
	return out
}

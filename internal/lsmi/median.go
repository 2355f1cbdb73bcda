package lsmi

import (
	"context"
	"errors"
	"slices"

	"suffice/internal/kernel"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
)

// medianRows is how many rows, drawn at random, the median distance is taken over.
const medianRows = 256

// ErrNoSpread says that all rows coincide with all centres.
var ErrNoSpread = errors.New("the inputs are the same in every row and centre")

// MedianZ is the median of the non-zero distances from rows to centres in z = W x
// (in x itself where w has no rows).
func (s *Sample) MedianZ(ctx context.Context, w linalg.Matrix) (float64, error) {
	x, err := s.x.Select(ctx, s.some())
	if err != nil {
		return 0, err
	}
	squared := linalg.New(x.Rows, len(s.centres))
	kernel.Project(w, s.u).Distances(squared, linalg.New(x.Rows, w.Rows), x)
	return learn.MedianDistance(squared.Data, ErrNoSpread)
}

// MedianY is the median of the non-zero distances from rows to centres in y, or 0
// for outputs without a width.
func (s *Sample) MedianY() (float64, error) {
	if _, ok := s.y.(output.Metric); !ok {
		return 0, nil
	}
	if s.median > 0 {
		return s.median, nil
	}
	median, err := s.medianY(s.some())
	if err != nil { // a rare value may be among none of these rows
		median, err = s.medianY(s.order)
	}
	s.median = median
	return median, err
}

func (s *Sample) medianY(rows []int) (float64, error) {
	return MedianDistance(s.y.(output.Metric), s.rowsOf(rows), s.centres)
}

// MedianDistance is the median of the non-zero distances from rows to centres in y.
func MedianDistance(y output.Metric, rows, centres []int) (float64, error) {
	varying := make([]float64, 0, len(rows)*len(centres))
	among := len(rows) > 0 && len(rows) == len(centres) && &rows[0] == &centres[0] // then each distance is there twice
	for from := 0; from < len(rows); from += medianRows {
		part := rows[from:min(from+medianRows, len(rows))]
		squared := linalg.New(len(part), len(centres))
		SquaredDistances(squared, y, part, centres)
		for i := range squared.Rows {
			row := squared.Row(i)
			if among {
				row = row[:from+i]
			}
			for _, v := range row {
				if v > 0 {
					varying = append(varying, v)
				}
			}
		}
	}
	return learn.MedianDistance(varying, output.ErrConstant)
}

// WeightedMedianDistance is the median of the non-zero distances among rows in y where each
// pair counts by the product of its weights, which are given for these rows.
func WeightedMedianDistance(y output.Metric, rows []int, weights []float64) (float64, error) {
	squared := linalg.New(len(rows), len(rows))
	SquaredDistances(squared, y, rows, rows)
	return learn.WeightedMedianDistance(squared, weights, output.ErrConstant)
}

// Varies reports whether the outputs of the sample's rows differ from one another.
func (s *Sample) Varies() bool {
	if _, ok := s.y.(output.Metric); ok {
		_, err := s.MedianY()
		return err == nil
	}
	var memory []float64
	for from := 0; from < s.x.Len(); from += s.block {
		block := s.outputs.rows(from, min(from+s.block, s.x.Len()), 0, &memory)
		for i := range block.Rows {
			for _, v := range block.Row(i) {
				if v != block.At(0, 0) {
					return true
				}
			}
		}
	}
	return false
}

// some draws up to medianRows rows, in order: the same ones of as many rows.
func (s *Sample) some() []int {
	n := s.x.Len()
	return sampling.Rows(n, medianRows, sampling.Random(uint64(n), 0x3ed1a))
}

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
	widthsZ, widthsY = slices.Clone(widthsZ), slices.Clone(widthsY)
	linalg.ScaleRow(z, widthsZ)
	linalg.ScaleRow(y, widthsY)
	return Grid{WidthZ: widthsZ, WidthY: widthsY, Lambda: lambdas}, nil
}

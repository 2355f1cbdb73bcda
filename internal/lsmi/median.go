package lsmi

import (
	"context"
	"errors"
	"math/rand/v2"

	"suffice/internal/draw"
	"suffice/internal/kernel"
	"suffice/internal/learn"
	"suffice/internal/linalg"
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
	return medianRoot(squared.Data, ErrNoSpread)
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
	var varying []float64
	for from := 0; from < len(rows); from += medianRows {
		part := rows[from:min(from+medianRows, len(rows))]
		squared := linalg.New(len(part), len(centres))
		SquaredDistances(squared, y, part, centres)
		for _, v := range squared.Data {
			if v > 0 {
				varying = append(varying, v)
			}
		}
	}
	return medianRoot(varying, output.ErrConstant)
}

// WeightedMedianDistance is the median of the non-zero distances among rows in y where each
// pair counts by the product of its weights, which are given for these rows.
func WeightedMedianDistance(y output.Metric, rows []int, weights []float64) (float64, error) {
	squared := linalg.New(len(rows), len(rows))
	SquaredDistances(squared, y, rows, rows)
	median, ok := learn.WeightedMedianDistance(squared, weights)
	if !ok {
		return 0, output.ErrConstant
	}
	return median, nil
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
	return draw.Rows(n, medianRows, rand.New(rand.NewPCG(uint64(n), 0x3ed1a)))
}

// medianRoot is the median of the roots of squared distances that are not 0, or the error
// where there are none. It reorders squared.
func medianRoot(squared []float64, none error) (float64, error) {
	median, ok := learn.MedianDistance(squared)
	if !ok {
		return 0, none
	}
	return median, nil
}

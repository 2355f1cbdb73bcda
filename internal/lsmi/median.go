package lsmi

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/draw"
	"suffice/internal/kernel"
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
	return MedianRoot(squared.Data, ErrNoSpread)
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
	return MedianRoot(varying, output.ErrConstant)
}

// WeightedMedianDistance is the median of the non-zero distances among rows in y where each
// pair counts by the product of its weights, which are given for these rows.
func WeightedMedianDistance(y output.Metric, rows []int, weights []float64) (float64, error) {
	squared := linalg.New(len(rows), len(rows))
	SquaredDistances(squared, y, rows, rows)
	var pairs []pair
	var total float64
	rounding := 1e-28 * slices.Max(squared.Data)
	for i := range squared.Rows {
		for j, v := range squared.Row(i)[:i] {
			if v > rounding {
				w := weights[i] * weights[j]
				pairs, total = append(pairs, pair{v, w}), total+w
			}
		}
	}
	if len(pairs) == 0 {
		return 0, output.ErrConstant
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.squared, b.squared) })
	const rest = 1e-12 // rounding of sums
	below := 0.
	for k, p := range pairs {
		switch below += p.weight; {
		case below >= total*(.5+rest) || k == len(pairs)-1:
			return math.Sqrt(p.squared), nil
		case below >= total*(.5-rest): // the middle is between two
			return (math.Sqrt(p.squared) + math.Sqrt(pairs[k+1].squared)) / 2, nil
		}
	}
	return 0, output.ErrConstant
}

// pair is the squared distance of two rows, and how much it counts.
type pair struct{ squared, weight float64 }

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

// MedianRoot is the median of the square roots of the values that are not 0: the
// mean of the middle two for an even number. What rounding may have left of a 0
// counts as 0. It reorders squared.
func MedianRoot(squared []float64, none error) (float64, error) {
	if len(squared) == 0 {
		return 0, none
	}
	rounding := 1e-28 * slices.Max(squared)
	squared = slices.DeleteFunc(squared, func(v float64) bool { return v <= rounding })
	if len(squared) == 0 {
		return 0, none
	}
	middle := len(squared) / 2
	high := linalg.SelectNth(squared, middle)
	if len(squared)%2 == 1 {
		return math.Sqrt(high), nil
	}
	return (math.Sqrt(slices.Max(squared[:middle])) + math.Sqrt(high)) / 2, nil
}

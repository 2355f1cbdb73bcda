package locallinear

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/output"
)

const (
	keptShare     = .99 // of the variance of functions of y that the ones which are kept have together
	mostFunctions = 99
	quantiles     = 99  // of numbers, for the central subspace
	centres       = 200 // rows of y through which the kernel of other outputs is known
)

// Mean is y itself, as columns: numbers, or 0 and 1 for each class or label. Their variances
// add up to 1. The weights are those of the rows; nil means that all count the same.
func Mean(method string, y output.Output, weights []float64) (blocks.Aligned, error) {
	columnar, ok := y.(output.Columnar)
	if !ok {
		return nil, fmt.Errorf("%s needs numbers, classes or labels, but the output is of kind %s; use cs%s, sca or mddm", method, y.Kind(), method)
	}
	if err := output.CheckColumns(y); err != nil {
		return nil, err
	}
	width, data := columnar.Columns()
	f := linalg.Of(y.Len(), width, slices.Clone(data))
	coords.CentreBy(f, weights)
	return principal(f, weights)
}

// Central is functions of y that tell its distribution: for one number, whether it is
// below each of its quantiles; for classes and labels, their indicators; for other outputs,
// the leading functions of their kernel.
func Central(ctx context.Context, y output.Output, weights []float64, random *rand.Rand) (blocks.Aligned, error) {
	if columnar, ok := y.(output.Columnar); ok && y.Kind() != output.KindNumbers {
		if width, data := columnar.Columns(); width == 1 {
			return belowQuantiles(data, weights)
		}
		return Mean("", y, weights)
	}
	width, err := coords.OutputWidth(y, weights)
	if err != nil {
		return nil, err
	}
	f, err := canonical.Weighted(ctx, y, weights, draw.Rows(y.Len(), centres, random), width)
	return blocks.InMemory{Matrix: f}, err
}

// principal turns centred columns into their leading principal components where there are
// many, and scales them so that their variances add up to 1.
func principal(f linalg.Matrix, weights []float64) (blocks.Aligned, error) {
	c, rooted := linalg.New(f.Cols, f.Cols), f
	if weights != nil {
		rooted = f.Clone()
		blocks.ScaleRoots(rooted, weights)
	}
	linalg.AddGram(c, rooted)
	total := coords.Trace(c) / float64(f.Rows)
	if f.Cols > mostFunctions {
		vectors, err := leading(c)
		if err != nil {
			return nil, err
		}
		f = linalg.TimesT(f, vectors)
	}
	linalg.Scale(1/math.Sqrt(total), f)
	return blocks.InMemory{Matrix: f}, nil
}

// leading are the eigenvectors of c with the largest eigenvalues, which have most of its trace
// together.
func leading(c linalg.Matrix) (linalg.Matrix, error) {
	values, vectors, err := linalg.Leading(c, min(c.Rows, mostFunctions))
	if err != nil {
		return vectors, err
	}
	enough, sum := keptShare*coords.Trace(c), 0.
	for k, v := range values {
		if sum += v; sum >= enough {
			return vectors.Slice(0, k+1), nil
		}
	}
	return vectors, nil
}

// steps is functions of one number that are constant between thresholds.
type steps struct {
	y          []float64
	thresholds []float64
	table      linalg.Matrix // what the functions are between those, a row each
}

func (s *steps) Width() int { return s.table.Cols }

func (s *steps) Rows(from, to int, memory *[]float64) []float64 {
	q := s.table.Cols
	dst := blocks.Room(memory, (to-from)*q)
	for i, v := range s.y[from:to] {
		copy(dst[i*q:], s.table.Row(s.place(v)))
	}
	return dst
}

// place is how many thresholds are not above v.
func (s *steps) place(v float64) int {
	at, _ := slices.BinarySearchFunc(s.thresholds, v, func(threshold, v float64) int {
		if threshold <= v {
			return -1
		}
		return 1
	})
	return at
}

// belowQuantiles is functions of numbers: with K the centred indicators of being below each
// quantile, the leading principal components of K(I + M), M taking the mean of a row of K
// away, as the R package MAVE has them. That counts where y is less than how far it is from
// the others. Quantiles are those of the rows, and means by their weights.
func belowQuantiles(y, weights []float64) (*steps, error) {
	sorted := slices.Sorted(slices.Values(y))
	count := min(quantiles, len(y))
	s := &steps{y: y, thresholds: make([]float64, count)}
	for t := range s.thresholds {
		s.thresholds[t] = quantile(sorted, float64(t+1)/float64(count+1))
	}
	s.thresholds = slices.Compact(s.thresholds)
	count = len(s.thresholds)
	below := linalg.New(count+1, count) // of numbers between thresholds
	shares := make([]float64, count+1)
	for i, v := range y {
		share := 1 / float64(len(y))
		if weights != nil {
			share *= weights[i]
		}
		shares[s.place(v)] += share
	}
	for place := range below.Rows {
		for t := place; t < count; t++ {
			below.Set(place, t, 1)
		}
	}
	centre(below, shares)
	weigh(below)
	c := linalg.New(count, count)
	scaled := below.Clone()
	for place, share := range shares {
		linalg.ScaleRow(math.Sqrt(share), scaled.Row(place))
	}
	linalg.AddGram(c, scaled)
	vectors, err := leading(c)
	if err != nil {
		return nil, err
	}
	s.table = linalg.TimesT(below, vectors)
	return s, nil
}

// centre takes the weighted means of columns away.
func centre(a linalg.Matrix, weights []float64) {
	mean := make([]float64, a.Cols)
	for i, w := range weights {
		linalg.Axpy(w, a.Row(i), mean)
	}
	for i := range a.Rows {
		linalg.Axpy(-1, mean, a.Row(i))
	}
}

// weigh multiplies the rows of a by (I + M)^½ = √2 M + J/t, M = I - J/t, J being all ones of
// order t.
func weigh(a linalg.Matrix) {
	for i := range a.Rows {
		row := a.Row(i)
		var mean float64
		for _, v := range row {
			mean += v / float64(len(row))
		}
		for t, v := range row {
			row[t] = math.Sqrt2*(v-mean) + mean
		}
	}
}

// quantile is that of sorted numbers at a share, between the two nearest ones; the ith of n
// is that at (i-½)/n.
func quantile(sorted []float64, share float64) float64 {
	n := len(sorted)
	at := min(max(share*float64(n)-.5, 0), float64(n-1))
	low := int(at)
	part := at - float64(low)
	return sorted[low] + part*(sorted[min(low+1, n-1)]-sorted[low])
}

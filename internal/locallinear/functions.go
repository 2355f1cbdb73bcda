package locallinear

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

const (
	keptShare     = .99 // of the variance of functions of y that the ones which are kept have together
	mostFunctions = 99
	quantiles     = 99  // of numbers, for the central subspace
	centres       = 200 // rows of y through which the kernel of other outputs is known
)

// Mean is y itself, as columns: numbers, or 0 and 1 for each class or label. Their variances
// add up to 1. The weights are those of the rows; nil means that all count the same.
func Mean(ctx context.Context, method string, x rows.Source, y output.Output) (aggregate.Aligned, error) {
	if !target.HasColumns(y) {
		return nil, fmt.Errorf("%s needs numbers, classes or labels, but the output is of kind %s; use cs%s, sca or mddm", method, y.Kind(), method)
	}
	columns, err := target.ColumnsOf(x, y)
	if err != nil {
		return nil, err
	}
	f, err := columns.Centred(ctx)
	if err != nil {
		return nil, err
	}
	return principal(ctx, f)
}

// Central is functions of y that tell its distribution: for one number, whether it is
// below each of its quantiles; for classes and labels, their indicators; for other outputs,
// the leading functions of their kernel.
func Central(ctx context.Context, x rows.Source, y output.Output, random *rand.Rand) (aggregate.Aligned, error) {
	if target.HasColumns(y) && y.Kind() != output.KindNumbers {
		columns, err := target.ColumnsOf(x, y)
		if err != nil {
			return nil, err
		}
		if columns.Width() == 1 {
			return belowQuantiles(ctx, columns)
		}
		return Mean(ctx, "", x, y)
	}
	width, err := target.WidthOver(ctx, x, y)
	if err != nil {
		return nil, err
	}
	return target.WeightedFunctions(ctx, x, y, sampling.Rows(y.Len(), centres, random), width)
}

// principal turns centred columns into their leading principal components where there are
// many, and scales them so that their variances add up to 1.
func principal(ctx context.Context, f *target.Columns) (aggregate.Aligned, error) {
	sums, err := f.Sums(ctx, nil, true)
	if err != nil {
		return nil, err
	}
	total := coords.Trace(sums.Gram) / float64(f.Len())
	if f.Width() > mostFunctions {
		vectors, err := leading(sums.Gram)
		if err != nil {
			return nil, err
		}
		f = f.Turned(vectors)
	}
	return f.Times(1 / math.Sqrt(total)).Aligned(), nil
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

// belowQuantiles is functions of numbers: with K the centred indicators of being below each
// quantile, the leading principal components of K(I + M), M taking the mean of a row of K
// away, as the R package MAVE has them. That counts where y is less than how far it is from
// the others. Quantiles are those of the rows, and means by their weights.
func belowQuantiles(ctx context.Context, y *target.Columns) (aggregate.Aligned, error) {
	thresholds, err := quantilesOf(ctx, y)
	if err != nil {
		return nil, err
	}
	shares, err := y.SharesBetween(ctx, thresholds)
	if err != nil {
		return nil, err
	}
	count := len(thresholds)
	below := linalg.New(count+1, count) // of numbers between thresholds
	for place := range below.Rows {
		for t := place; t < count; t++ {
			below.Set(place, t, 1)
		}
	}
	centre(below, shares)
	weigh(below)
	scaled := below.Clone()
	for place, share := range shares {
		linalg.ScaleRow(math.Sqrt(share), scaled.Row(place))
	}
	vectors, err := leading(linalg.Gram(scaled))
	if err != nil {
		return nil, err
	}
	return y.Steps(thresholds, linalg.TimesT(below, vectors)), nil
}

// quantilesOf are those that tell the distribution of a number, each once.
func quantilesOf(ctx context.Context, y *target.Columns) ([]float64, error) {
	sorted, err := y.Numbers(ctx)
	if err != nil {
		return nil, err
	}
	slices.Sort(sorted)
	n := len(sorted)
	found := make([]float64, min(quantiles, n))
	for t := range found {
		low, part := rankAt(n, float64(t+1)/float64(len(found)+1))
		found[t] = sorted[low] + part*(sorted[min(low+1, n-1)]-sorted[low])
	}
	return slices.Compact(found), nil
}

// centre takes the weighted means of columns away.
func centre(a linalg.Matrix, weights []float64) {
	mean := make([]float64, a.Cols)
	for i, w := range weights {
		linalg.Axpy(w, a.Row(i), mean)
	}
	linalg.AddRow(a, -1, mean)
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

// rankAt is the rank of the number at a share of n, and how far it is to the next: the ith of
// n is that at (i-½)/n.
func rankAt(n int, share float64) (low int, part float64) {
	at := min(max(share*float64(n)-.5, 0), float64(n-1))
	low = int(at)
	return low, at - float64(low)
}

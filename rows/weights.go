package rows

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Weighted is what a Source is besides where its rows do not all count the same.
type Weighted interface {
	// Weights are those of the rows, all above 0, with mean 1.
	Weights() []float64
}

// Weights are those of the rows of x, or nil where all count the same.
func Weights(x Source) []float64 {
	if weighted, ok := x.(Weighted); ok {
		return weighted.Weights()
	}
	return nil
}

// WithWeights returns the rows of x with weights, which replace those that it has: a row of
// weight 2 counts as two equal rows. Only their ratios matter; where all are the same, the
// result is x without weights. All must be above 0: leave out rows that are not to count.
func WithWeights(x Source, weights []float64) (Source, error) {
	x = Unweighted(x)
	if len(weights) != x.Len() {
		return nil, fmt.Errorf("%d weights for %d rows", len(weights), x.Len())
	}
	var largest float64
	for i, w := range weights {
		if !(w > 0) || math.IsInf(w, 1) {
			return nil, fmt.Errorf("row %d: its weight is %g, but must be a number above 0", i+1, w)
		}
		largest = max(largest, w)
	}
	if !slices.ContainsFunc(weights, func(w float64) bool { return w != weights[0] }) {
		return x, nil
	}
	var mean float64
	for _, w := range weights {
		mean += w / largest / float64(len(weights)) // so that no sum overflows
	}
	own := make([]float64, len(weights))
	for i, w := range weights {
		own[i] = max(w/largest/mean, math.SmallestNonzeroFloat64)
	}
	all := weighted{x, own}
	if sparse, ok := x.(Sparse); ok {
		return weightedSparse{all, sparse}, nil
	}
	return all, nil
}

// Unweighted returns the rows of x without weights: what its method of that name says, or x.
func Unweighted(x Source) Source {
	if weighted, ok := x.(interface{ Unweighted() Source }); ok {
		return weighted.Unweighted()
	}
	return x
}

// weighted is rows with weights.
type weighted struct {
	Source
	weights []float64
}

func (w weighted) Weights() []float64       { return w.weights }
func (w weighted) Unweighted() Source       { return w.Source }
func (w weighted) Names() []string          { return Names(w.Source) }
func (w weighted) Levels() map[string]Level { return Levels(w.Source) }

// weightedSparse is the same of rows that are mostly zeros.
type weightedSparse struct {
	weighted
	sparse Sparse
}

func (w weightedSparse) SparseBlock(ctx context.Context, from, to int, buf Compressed) (Compressed, error) {
	return w.sparse.SparseBlock(ctx, from, to, buf)
}

// withWeightsOf gives rows of x, which part is, the weights that they have there.
func withWeightsOf(x, part Source, which []int) (Source, error) {
	weights := Weights(x)
	if weights == nil {
		return part, nil
	}
	own := make([]float64, len(which))
	for k, i := range which {
		own[k] = weights[i]
	}
	return WithWeights(part, own)
}

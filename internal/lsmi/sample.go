package lsmi

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
)

// Sample is a data set with what stays fixed while z = W x changes: the centres and
// the folds of cross-validation. Two scores can be compared only within one Sample.
type Sample struct {
	x       *aggregate.Standard
	y       output.Output
	which   []int         // the row of y for each row of x; nil where they are the same
	centres []int         // the rows of y that serve as centres
	u       linalg.Matrix // b x d: their inputs
	fold    []int         // the fold of each row
	folds   int
	block   int // rows read at a time
	order   []int
	median  float64 // distance between outputs, once it is known
	outputs outputKernels
}

// newSample takes rows of x to be centres, and the fold of each row, from 0 on; which names the rows
// of y for those of x.
func newSample(ctx context.Context, x *aggregate.Standard, y output.Output, which, centres, fold []int) (*Sample, error) {
	if which == nil && x.Len() != y.Len() {
		return nil, fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	}
	if len(fold) != x.Len() || len(centres) == 0 {
		return nil, errors.New("lsmi: a sample needs centres, and a fold for each row")
	}
	u, err := x.Select(ctx, centres)
	if err != nil {
		return nil, err
	}
	s := &Sample{
		x: x, y: y, which: which, u: u, fold: fold, folds: slices.Max(fold) + 1,
		block: blockLen(max(len(centres), x.Width())),
	}
	s.centres = s.rowsOf(centres)
	s.sortByFold()
	s.outputs = outputKernels{sample: s, kept: map[float64]linalg.Matrix{}}
	return s, nil
}

// blockLen is how many rows to read at a time where each leads to width values: enough
// for the rows of each fold to be worth a core.
func blockLen(width int) int { return max(256, min(4096, 1<<20/max(1, width))) }

// Draw is NewSample with b centres and 5 folds drawn at random: leave one out with
// fewer than 5 rows.
func Draw(ctx context.Context, x *aggregate.Standard, y output.Output, b int, random *rand.Rand) (*Sample, error) {
	return DrawFrom(ctx, x, y, nil, b, random)
}

// DrawFrom is Draw with some of the rows alone; nil means all.
func DrawFrom(ctx context.Context, x *aggregate.Standard, y output.Output, which []int, b int, random *rand.Rand) (*Sample, error) {
	if which != nil {
		var err error
		if x, err = x.Subset(ctx, which); err != nil {
			return nil, err
		}
	}
	if err := output.CheckKernel(y); err != nil {
		return nil, err
	}
	n := x.Len()
	if n < 2 {
		return nil, errors.New("at least 2 rows are needed")
	}
	centres := sampling.Rows(n, b, random)
	folds, err := learn.Folds(n, learn.FoldOptions{Folds: min(5, n), Random: random})
	if err != nil {
		return nil, err
	}
	fold := make([]int, n)
	for k, one := range folds {
		for _, i := range one.Test {
			fold[i] = k
		}
	}
	return newSample(ctx, x, y, which, centres, fold)
}

// Centred returns the sample for an honest score where L takes both signs. The model is
// 1 + Σ α K L there, and its fit leaves out E[K] E[L], which is not 0 where L has not
// mean 0: then even independent data would score. The result has each column of L less
// its mean. A sample whose L has one sign, or that is centred, is returned as it is.
func (s *Sample) Centred() *Sample {
	if !s.y.Signed() || s.outputs.shift != nil {
		return s
	}
	c := *s
	c.outputs = outputKernels{sample: &c, kept: map[float64]linalg.Matrix{}}
	mean, n, weights := make([]float64, len(s.centres)), len(s.order), s.x.Weights()
	var memory []float64
	for from := 0; from < n; from += s.block {
		to := min(from+s.block, n)
		l := s.outputs.rows(from, to, 0, &memory)
		for _, i := range s.order[from:to] {
			linalg.Axpy(1/float64(n)*linalg.Weight(weights, i), l.Row(i-from), mean)
		}
	}
	c.outputs.shift = mean
	return &c
}

// sortByFold orders the rows of each block by fold, as they are summed.
func (s *Sample) sortByFold() {
	s.order = sampling.All(s.x.Len())
	for from := 0; from < len(s.order); from += s.block {
		part := s.order[from:min(from+s.block, len(s.order))]
		slices.SortStableFunc(part, func(a, b int) int { return s.fold[a] - s.fold[b] })
	}
}

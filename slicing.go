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
	sums := linalg.New(s.count(), s.x.Width())
	err := s.each(ctx, linalg.Matrix{}, func(from int, x linalg.Matrix) {
		for i := range x.Rows {
			linalg.Axpy(1, x.Row(i), sums.Row(s.slices.Of[from+i]))
		}
	})
	for j, size := range s.slices.Sizes {
		scale(sums.Row(j), 1/float64(size))
	}
	means := linalg.New(s.count(), s.rank())
	linalg.MulT(means, sums, s.root)
	return means, err
}

// covarianceValues is how many values the covariances hold that are summed in one
// reading of the rows, at most.
const covarianceValues = 1 << 24

// eachCovariance visits V_j, the covariance of T x within slice j with 1/n_j, for all
// slices. The rows are read several times where the covariances have too many values.
// Visit may change V_j.
func (s *sliced) eachCovariance(ctx context.Context, t linalg.Matrix, visit func(j int, v linalg.Matrix)) error {
	batch := max(1, covarianceValues/(t.Rows*t.Rows))
	for first := 0; first < s.count(); first += batch {
		within, err := s.covariances(ctx, t, first, min(first+batch, s.count()))
		if err != nil {
			return err
		}
		for k, v := range within {
			if err := ctx.Err(); err != nil {
				return err
			}
			visit(first+k, v)
		}
	}
	return nil
}

// covariances returns V_j for the slices [first, last).
func (s *sliced) covariances(ctx context.Context, t linalg.Matrix, first, last int) ([]linalg.Matrix, error) {
	within := make([]linalg.Matrix, last-first)
	for k := range within {
		within[k] = linalg.New(t.Rows, t.Rows)
	}
	sums := linalg.New(len(within), t.Rows)
	var order grouping
	var x, z linalg.Matrix
	err := s.each(ctx, linalg.Matrix{}, func(from int, block linalg.Matrix) {
		if x.Rows == 0 { // the first block is the largest
			x, z = linalg.New(block.Rows, block.Cols), linalg.New(block.Rows, t.Rows)
		}
		order.group(s.slices.Of[from:from+block.Rows], first, last)
		for k, i := range order.rows {
			copy(x.Row(k), block.Row(i))
		}
		count := len(order.rows)
		if count == 0 {
			return
		}
		linalg.MulT(z.Slice(0, count), x.Slice(0, count), t)
		for k, v := range within {
			part := z.Slice(order.starts[k], order.starts[k+1])
			linalg.AddGram(v, part)
			for i := range part.Rows {
				linalg.Axpy(1, part.Row(i), sums.Row(k))
			}
		}
	})
	for k, v := range within {
		n := float64(s.slices.Sizes[first+k])
		mean := sums.Row(k)
		scale(mean, 1/n)
		linalg.Scale(1/n, v)
		linalg.Symmetrize(v)
		for i, m := range mean {
			linalg.Axpy(-m, mean, v.Row(i))
		}
	}
	return within, err
}

// grouping is the rows of a block in the order of their slices.
type grouping struct {
	rows   []int
	starts []int // where the rows of each slice begin, and the end
}

// group orders the rows whose slice, given for each, is in [first, last).
func (g *grouping) group(slice []int, first, last int) {
	count := last - first
	g.starts = append(g.starts[:0], make([]int, count+1)...)
	for _, j := range slice {
		if first <= j && j < last {
			g.starts[j-first+1]++
		}
	}
	for k := range count {
		g.starts[k+1] += g.starts[k]
	}
	g.rows = append(g.rows[:0], make([]int, g.starts[count])...)
	for i, j := range slice {
		if first <= j && j < last {
			g.rows[g.starts[j-first]] = i
			g.starts[j-first]++
		}
	}
	copy(g.starts[1:], g.starts) // each start has moved to the next one
	g.starts[0] = 0
}

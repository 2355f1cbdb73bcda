package suffice

import (
	"context"
	"fmt"

	"suffice/internal/coords"
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
func slice(ctx context.Context, method string, x Rows, y output.Output, dim, count int, l coords.Limits) (*sliced, error) {
	cuttable, ok := y.(output.Sliced)
	switch {
	case y == nil:
		return nil, errNoOutput
	case !ok:
		return nil, fmt.Errorf("%s needs numbers or classes, but the output is of kind %s; use sca or mddm", method, y.Kind())
	case count < 0 || count == 1:
		return nil, fmt.Errorf("%d slices, but there must be at least 2; 0 means the default", count)
	}
	w, err := whiten(ctx, l, x, y, dim)
	if err != nil {
		return nil, err
	}
	if count == 0 {
		count = max(8, w.Rank()+3)
	}
	return &sliced{white: w, slices: cuttable.Slices(count)}, nil
}

// count is how many slices there are.
func (s *sliced) count() int { return len(s.slices.Sizes) }

// share is f_j, the share of the rows in slice j.
func (s *sliced) share(j int) float64 { return float64(s.slices.Sizes[j]) / float64(s.Inputs.Len()) }

// means returns the mean of z in each slice.
func (s *sliced) means(ctx context.Context) (linalg.Matrix, error) {
	sums := linalg.New(s.count(), s.X.Width())
	err := s.Each(ctx, linalg.Matrix{}, func(from int, x linalg.Matrix) {
		for i := range x.Rows {
			linalg.Axpy(1, x.Row(i), sums.Row(s.slices.Of[from+i]))
		}
	})
	for j, size := range s.slices.Sizes {
		linalg.ScaleRow(1/float64(size), sums.Row(j))
	}
	means := linalg.TimesT(sums, s.Root)
	return means, err
}

// spread is how z varies within a slice: its covariance V with 1/n_j, or, where the rows
// of the slice are fewer than the coordinates, the centred rows C, V = CᵀC/n_j.
type spread struct {
	size  int           // n_j
	few   bool          // the rows are held
	held  linalg.Matrix // V or C
	count int           // rows held so far
	sum   []float64     // of the rows
}

func newSpread(size, width int) *spread {
	s := &spread{size: size, few: size < width, sum: make([]float64, width)}
	s.held = linalg.New(min(size, width), width)
	return s
}

// spreadValues is how many values the spread of a slice of so many rows holds.
func spreadValues(size, width int) int { return min(size, width) * width }

// add adds rows of the slice.
func (s *spread) add(z linalg.Matrix) {
	if z.Rows == 0 {
		return
	}
	for i := range z.Rows {
		linalg.Axpy(1, z.Row(i), s.sum)
	}
	if s.few {
		s.held.Slice(s.count, s.count+z.Rows).Copy(z)
		s.count += z.Rows
		return
	}
	linalg.AddGram(s.held, z)
}

// finish centres what was added.
func (s *spread) finish() {
	mean := s.sum
	linalg.ScaleRow(1/float64(s.size), mean)
	if s.few {
		for i := range s.held.Rows {
			linalg.Axpy(-1, mean, s.held.Row(i))
		}
		return
	}
	linalg.Scale(1/float64(s.size), s.held)
	linalg.Symmetrize(s.held)
	for i, m := range mean {
		linalg.Axpy(-m, mean, s.held.Row(i))
	}
}

// covariance is V.
func (s *spread) covariance() linalg.Matrix {
	if !s.few {
		return s.held
	}
	v := linalg.New(s.held.Cols, s.held.Cols)
	linalg.AddGram(v, s.held)
	linalg.Scale(1/float64(s.size), v)
	linalg.Symmetrize(v)
	return v
}

// mostSpreads is how many values the spreads hold that are taken in one reading of the
// rows, at most.
const mostSpreads = 1 << 24

// eachSpread visits the spread of T x within each slice. The rows are read several times
// where the spreads of all slices have too many values.
func (s *sliced) eachSpread(ctx context.Context, t linalg.Matrix, visit func(j int, within *spread)) error {
	for first := 0; first < s.count(); {
		last, values := first, 0
		for ; last < s.count(); last++ {
			values += spreadValues(s.slices.Sizes[last], t.Rows)
			if last > first && values > mostSpreads {
				break
			}
		}
		within, err := s.spreads(ctx, t, first, last)
		if err != nil {
			return err
		}
		for k, v := range within {
			if err := ctx.Err(); err != nil {
				return err
			}
			visit(first+k, v)
		}
		first = last
	}
	return nil
}

// spreads returns the spreads of the slices [first, last).
func (s *sliced) spreads(ctx context.Context, t linalg.Matrix, first, last int) ([]*spread, error) {
	within := make([]*spread, last-first)
	for k := range within {
		within[k] = newSpread(s.slices.Sizes[first+k], t.Rows)
	}
	var order grouping
	var x, z linalg.Matrix
	err := s.Each(ctx, linalg.Matrix{}, func(from int, block linalg.Matrix) {
		if x.Rows == 0 { // the first block is the largest
			x, z = linalg.New(block.Rows, block.Cols), linalg.New(block.Rows, t.Rows)
		}
		order.group(s.slices.Of[from:from+block.Rows], first, last)
		for k, i := range order.rows {
			copy(x.Row(k), block.Row(i))
		}
		if count := len(order.rows); count > 0 {
			linalg.MulT(z.Slice(0, count), x.Slice(0, count), t)
		}
		for k, v := range within {
			v.add(z.Slice(order.starts[k], order.starts[k+1]))
		}
	})
	for _, v := range within {
		v.finish()
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

package suffice

import (
	"context"

	"suffice/internal/linalg"
)

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
	scaleRow(mean, 1/float64(s.size))
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
	err := s.each(ctx, linalg.Matrix{}, func(from int, block linalg.Matrix) {
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

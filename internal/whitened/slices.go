package whitened

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/wire"
	"suffice/output"
	"suffice/rows"
)

// SliceSums is the sum of x within each slice.
func SliceSums(ctx context.Context, x *blocks.Standard, slices output.Slices) (linalg.Matrix, error) {
	sum, err := blocks.Sum[*sliceSums](ctx, x.Source, &sliceSumsOf{x.Units(), len(slices.Sizes)}, blocks.Labels(slices.Of))
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.sums, nil
}

type sliceSumsOf struct {
	units *blocks.Units
	count int // of slices
}

// Kind implements blocks.Statistic.
func (of *sliceSumsOf) Kind() string { return "slice sums" }

// Zero implements blocks.Statistic.
func (of *sliceSumsOf) Zero() blocks.Partial {
	sums := linalg.New(of.count, len(of.units.Mean))
	pieces := blocks.Pieces{Units: of.units, Rows: rows.BlockLen(len(of.units.Mean))}
	return &sliceSums{Totals: blocks.NewTotals(of, blocks.Total{Matrix: sums}), of: of, sums: sums, pieces: pieces}
}

// Plan implements blocks.Statistic.
func (of *sliceSumsOf) Plan(_, width int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(rows.BlockLen(width))}
}

// AppendBinary implements blocks.Statistic.
func (of *sliceSumsOf) AppendBinary(to []byte) ([]byte, error) {
	return wire.Int(of.units.Append(to), of.count), nil
}

// mostSlices is how many there may be that come from elsewhere.
const mostSlices = 1 << 20

func readSliceSums(r *wire.Reader) (blocks.Statistic, error) {
	units, err := blocks.ReadUnits(r)
	of := &sliceSumsOf{units, r.Int()}
	if err != nil || of.count < 1 || of.count > mostSlices {
		return nil, blocks.ErrInconsistent
	}
	return of, nil
}

type sliceSums struct {
	blocks.Totals
	of     *sliceSumsOf
	sums   linalg.Matrix
	pieces blocks.Pieces
}

// Add implements blocks.Partial.
func (s *sliceSums) Add(block blocks.Block) error {
	if err := block.CheckLabels(len(s.of.units.Mean), s.of.count); err != nil {
		return err
	}
	return s.pieces.Each(block, func(from int, x linalg.Matrix) {
		s.Rows += x.Rows
		for i := range x.Rows {
			linalg.Axpy(1, x.Row(i), s.sums.Row(int(block.Y[0][from+i])))
		}
	})
}

// Spread is how z varies within a slice: its covariance V with 1/n_j, or, where the rows
// of the slice are fewer than the coordinates, the centred rows C, V = CᵀC/n_j.
type Spread struct {
	Few  bool          // the rows are held
	Held linalg.Matrix // V or C

	size  int       // n_j
	count int       // rows held so far
	sum   []float64 // of the rows
}

func newSpread(size, width int) *Spread {
	return &Spread{size: size, Few: size < width, sum: make([]float64, width), Held: linalg.New(min(size, width), width)}
}

// SpreadValues is how many values the spread of a slice of so many rows holds.
func SpreadValues(size, width int) int { return min(size, width) * width }

// add adds rows of the slice.
func (s *Spread) add(z linalg.Matrix) error {
	if z.Rows == 0 {
		return nil
	}
	if s.count+z.Rows > s.size {
		return blocks.ErrInconsistent
	}
	for i := range z.Rows {
		linalg.Axpy(1, z.Row(i), s.sum)
	}
	if s.Few {
		s.Held.Slice(s.count, s.count+z.Rows).Copy(z)
	} else {
		linalg.AddGram(s.Held, z)
	}
	s.count += z.Rows
	return nil
}

// merge adds the rows of another.
func (s *Spread) merge(other *Spread) error {
	if s.count+other.count > s.size {
		return blocks.ErrInconsistent
	}
	linalg.Axpy(1, other.sum, s.sum)
	if s.Few {
		s.Held.Slice(s.count, s.count+other.count).Copy(other.Held)
	} else {
		linalg.Add(s.Held, other.Held)
	}
	s.count += other.count
	return nil
}

// rows is how many rows of what is held count.
func (s *Spread) rows() int {
	if s.Few {
		return s.count
	}
	return s.Held.Rows
}

// finish centres what was added.
func (s *Spread) finish() {
	mean := s.sum
	linalg.ScaleRow(1/float64(s.size), mean)
	if s.Few {
		for i := range s.Held.Rows {
			linalg.Axpy(-1, mean, s.Held.Row(i))
		}
		return
	}
	linalg.Scale(1/float64(s.size), s.Held)
	linalg.Symmetrize(s.Held)
	for i, m := range mean {
		linalg.Axpy(-m, mean, s.Held.Row(i))
	}
}

// Covariance is V.
func (s *Spread) Covariance() linalg.Matrix {
	if !s.Few {
		return s.Held
	}
	v := linalg.New(s.Held.Cols, s.Held.Cols)
	linalg.AddGram(v, s.Held)
	linalg.Scale(1/float64(s.size), v)
	linalg.Symmetrize(v)
	return v
}

// Spreads are those of z = T x within the slices [first, last).
func Spreads(ctx context.Context, x *blocks.Standard, t linalg.Matrix, slices output.Slices, first, last int) ([]*Spread, error) {
	of := &spreadsOf{rotation: &rotation{x.Units(), t}, first: first, sizes: slices.Sizes[first:last]}
	sum, err := blocks.Sum[*spreads](ctx, x.Source, of, blocks.Labels(slices.Of))
	if err != nil {
		return nil, err
	}
	for _, within := range sum.within {
		within.finish()
	}
	return sum.within, nil
}

type spreadsOf struct {
	*rotation
	first int
	sizes []int // of the slices from the first on
}

// Kind implements blocks.Statistic.
func (of *spreadsOf) Kind() string { return "slice spreads" }

// Zero implements blocks.Statistic.
func (of *spreadsOf) Zero() blocks.Partial {
	s := &spreads{of: of, within: make([]*Spread, len(of.sizes)), pieces: of.pieces()}
	for k, size := range of.sizes {
		s.within[k] = newSpread(size, of.t.Rows)
	}
	return s
}

// AppendBinary implements blocks.Statistic.
func (of *spreadsOf) AppendBinary(to []byte) ([]byte, error) {
	return wire.Ints(wire.Int(of.append(to), of.first), of.sizes), nil
}

func readSpreads(r *wire.Reader) (blocks.Statistic, error) {
	t, err := readRotation(r)
	of := &spreadsOf{rotation: t, first: r.Int(), sizes: r.Ints()}
	if err != nil || of.first < 0 {
		return nil, blocks.ErrInconsistent
	}
	for _, size := range of.sizes {
		if size < 0 {
			return nil, blocks.ErrInconsistent
		}
	}
	return of, nil
}

type spreads struct {
	of     *spreadsOf
	rows   int
	within []*Spread

	pieces  blocks.Pieces
	order   grouping
	memory  []float64
	grouped []float64
}

// Count implements blocks.Partial.
func (s *spreads) Count() int { return s.rows }

// Add implements blocks.Partial.
func (s *spreads) Add(block blocks.Block) error {
	if err := block.Check(len(s.of.units.Mean), 1); err != nil {
		return err
	}
	var failed error
	err := s.pieces.Each(block, func(from int, x linalg.Matrix) {
		if err := s.add(x, block.Y[0][from:from+x.Rows]); failed == nil {
			failed = err
		}
	})
	if err == nil {
		err = failed
	}
	return err
}

// add adds rows, given the slice of each.
func (s *spreads) add(x linalg.Matrix, slice []float64) error {
	s.rows += x.Rows
	s.order.group(slice, s.of.first, s.of.first+len(s.within))
	if len(s.order.rows) == 0 {
		return nil
	}
	grouped := linalg.Of(len(s.order.rows), x.Cols, blocks.Room(&s.grouped, len(s.order.rows)*x.Cols))
	for k, i := range s.order.rows {
		copy(grouped.Row(k), x.Row(i))
	}
	z := s.of.of(grouped, &s.memory)
	for k, within := range s.within {
		if err := within.add(z.Slice(s.order.starts[k], s.order.starts[k+1])); err != nil {
			return err
		}
	}
	return nil
}

// Merge implements blocks.Partial.
func (s *spreads) Merge(other blocks.Partial) error {
	o, ok := other.(*spreads)
	if !ok || o.of != s.of {
		return blocks.ErrOther(s.of)
	}
	s.rows += o.rows
	for k, within := range s.within {
		if err := within.merge(o.within[k]); err != nil {
			return err
		}
	}
	return nil
}

// AppendBinary implements blocks.Partial.
func (s *spreads) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Int(to, s.rows)
	for _, w := range s.within {
		to = wire.Matrix(wire.Floats(wire.Int(to, w.count), w.sum), w.Held.Slice(0, w.rows()))
	}
	return to, nil
}

// UnmarshalBinary implements blocks.Partial.
func (s *spreads) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	s.rows = r.Int()
	for _, w := range s.within {
		w.count, w.sum = r.Int(), r.Floats()
		held := r.Matrix()
		if w.count < 0 || w.count > w.size || len(w.sum) != w.Held.Cols || held.Rows != w.rows() || held.Cols != w.Held.Cols {
			return blocks.ErrInconsistent
		}
		w.Held.Slice(0, held.Rows).Copy(held)
	}
	return r.Err()
}

// grouping is the rows of a block in the order of their slices.
type grouping struct {
	rows   []int
	starts []int // where the rows of each slice begin, and the end
}

// group orders the rows whose slice, given for each, is in [first, last).
func (g *grouping) group(slice []float64, first, last int) {
	count := last - first
	g.starts = append(g.starts[:0], make([]int, count+1)...)
	for _, v := range slice {
		if j := int(v); first <= j && j < last {
			g.starts[j-first+1]++
		}
	}
	for k := range count {
		g.starts[k+1] += g.starts[k]
	}
	g.rows = append(g.rows[:0], make([]int, g.starts[count])...)
	for i, v := range slice {
		if j := int(v); first <= j && j < last {
			g.rows[g.starts[j-first]] = i
			g.starts[j-first]++
		}
	}
	copy(g.starts[1:], g.starts) // each start has moved to the next one
	g.starts[0] = 0
}

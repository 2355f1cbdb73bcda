package slicemoments

import (
	"context"
	"errors"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/target"
)

// SliceSums is the sum of x within each slice.
func SliceSums(ctx context.Context, x *aggregate.Standard, slices target.Slices) (linalg.Matrix, error) {
	sum, err := aggregate.Sum[*sliceSums](ctx, x.Source, &sliceSumsOf{standard{x.Units()}, len(slices.Sizes)}, slices.Of)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.sums, nil
}

// SliceMeans is the mean of x within each slice.
func SliceMeans(ctx context.Context, x *aggregate.Standard, slices target.Slices) (linalg.Matrix, error) {
	means, err := SliceSums(ctx, x, slices)
	for j := range means.Rows {
		linalg.ScaleRow(1/slices.Weight(j), means.Row(j))
	}
	return means, err
}

type sliceSumsOf struct {
	standard
	Slices int
}

func (of *sliceSumsOf) Kind() string { return "slice sums" }

func (of *sliceSumsOf) Zero() aggregate.Partial {
	sums := linalg.New(of.Slices, len(of.Units.Mean))
	return &sliceSums{Totals: aggregate.NewTotals(of, aggregate.Total{Matrix: sums}), of: of, sums: sums}
}

func (of *sliceSumsOf) Complete() error { return aggregate.Consistent(of.Slices >= 1) }

type sliceSums struct {
	aggregate.Totals
	of   *sliceSumsOf
	sums linalg.Matrix
}

func (s *sliceSums) Add(block aggregate.Block) error {
	if err := block.CheckLabels(len(s.of.Units.Mean), s.of.Slices); err != nil {
		return err
	}
	return s.Each(block, s.of.Units, s.of.size(), 1, func(x, slice linalg.Matrix, weights []float64) {
		aggregate.ScaleRows(x, weights)
		for i := range x.Rows {
			linalg.Axpy(1, x.Row(i), s.sums.Row(int(slice.Data[i])))
		}
	})
}

// Spread is how z varies within a slice: its covariance V with 1/n_j, or, where the rows
// of the slice are fewer than the coordinates, the centred rows C, V = CᵀC/n_j. Rows with
// weights are not held.
type Spread struct {
	Held  linalg.Matrix // V or C
	Count int           // rows so far
	Sum   []float64     // of these

	size int // n_j
}

func newSpread(size, width int) *Spread {
	s := &Spread{size: size, Sum: make([]float64, width), Held: linalg.New(min(size, width), width)}
	if s.Few() {
		s.Held = linalg.Of(0, width, s.Held.Data)
	}
	return s
}

// Mean is that of z in the slice, once all rows are there.
func (s *Spread) Mean() []float64 { return s.Sum }

// Few reports whether the rows are held.
func (s *Spread) Few() bool { return s.size < len(s.Sum) }

func (s *Spread) Complete() error {
	rows := len(s.Sum)
	if s.Few() {
		rows = s.Count
	}
	return aggregate.Consistent(s.Count >= 0, s.Held.Rows == rows, s.Held.Cols == len(s.Sum))
}

// add adds rows of the slice, of which weights has all or none.
func (s *Spread) add(z linalg.Matrix, weights []float64) error {
	if z.Rows == 0 {
		return nil
	}
	for i := range z.Rows {
		linalg.Axpy(linalg.Weight(weights, i), z.Row(i), s.Sum)
	}
	aggregate.ScaleRoots(z, weights)
	if !s.Few() {
		linalg.AddGram(s.Held, z)
	}
	return s.take(z.Rows, z.Data)
}

// take counts rows, and holds these where they are few.
func (s *Spread) take(count int, rows []float64) error {
	s.Count += count
	if s.Few() {
		s.Held = linalg.Of(s.Count, len(s.Sum), append(s.Held.Data, rows...))
	}
	return aggregate.Consistent(s.Count <= s.size)
}

// merge adds the rows of another.
func (s *Spread) merge(other *Spread) error {
	linalg.Axpy(1, other.Sum, s.Sum)
	if !s.Few() {
		linalg.Add(s.Held, other.Held)
	}
	return s.take(other.Count, other.Held.Data)
}

// finish centres what was added, n_j rows by their weights.
func (s *Spread) finish(n float64) {
	mean := s.Sum
	linalg.ScaleRow(1/n, mean)
	if s.Few() {
		linalg.AddRow(s.Held, -1, mean)
		return
	}
	linalg.Scale(1/n, s.Held)
	linalg.Symmetrize(s.Held)
	for i, m := range mean {
		linalg.Axpy(-m, mean, s.Held.Row(i))
	}
}

// Covariance is V.
func (s *Spread) Covariance() linalg.Matrix {
	if !s.Few() {
		return s.Held
	}
	v := linalg.Gram(s.Held)
	linalg.Scale(1/float64(s.size), v)
	return v
}

// mostSpreads is how many values the spreads hold that are taken in one reading of the
// rows, at most.
const mostSpreads = 1 << 24

// EachSpread visits the spread of z = T x within each slice; no T means x itself. The rows are
// read several times where the spreads of all slices have too many values.
func EachSpread(ctx context.Context, x *aggregate.Standard, t linalg.Matrix, slices target.Slices, visit func(j int, within *Spread)) error {
	of := rotation{standard{x.Units()}, t}
	for first := 0; first < len(slices.Sizes); {
		last, values := first, 0
		for ; last < len(slices.Sizes); last++ {
			values += min(slices.Sizes[last], of.width()) * of.width()
			if last > first && values > mostSpreads {
				break
			}
		}
		found, err := Spreads(ctx, x, t, slices, first, last)
		if err != nil {
			return err
		}
		for k, v := range found {
			if err := ctx.Err(); err != nil {
				return err
			}
			visit(first+k, v)
		}
		first = last
	}
	return nil
}

// Spreads are those of z = T x within the slices [first, last).
func Spreads(ctx context.Context, x *aggregate.Standard, t linalg.Matrix, slices target.Slices, first, last int) ([]*Spread, error) {
	of := &spreadsOf{rotation{standard{x.Units()}, t}, first, slices.Sizes[first:last]}
	if x.Weighted() { // no slice is of few rows
		of.Sizes = make([]int, last-first)
		for k, size := range slices.Sizes[first:last] {
			of.Sizes[k] = max(size, of.width())
		}
	}
	sum, err := aggregate.Sum[*spreads](ctx, x.Source, of, slices.Of)
	if err != nil {
		return nil, err
	}
	for k, within := range sum.Within {
		within.finish(slices.Weight(first + k))
	}
	return sum.Within, nil
}

type spreadsOf struct {
	rotation
	First int
	Sizes []int // of the slices from the first on
}

func (of *spreadsOf) Kind() string { return "slice spreads" }

func (of *spreadsOf) Zero() aggregate.Partial {
	s := &spreads{of: of, Within: make([]*Spread, len(of.Sizes))}
	for k, size := range of.Sizes {
		s.Within[k] = newSpread(size, of.width())
	}
	return s
}

func (of *spreadsOf) Complete() error {
	return aggregate.Consistent(of.rotation.Complete() == nil, len(of.Sizes) == 0 || slices.Min(of.Sizes) >= 0)
}

type spreads struct {
	Rows   int
	Within []*Spread

	of      *spreadsOf
	pieces  aggregate.Pieces
	order   aggregate.Grouping
	memory  []float64
	grouped []float64
}

func (s *spreads) Count() int { return s.Rows }

func (s *spreads) Add(block aggregate.Block) error {
	var failed error
	err := s.pieces.Each(block, s.of.Units, s.of.size(), 1, func(x, slice linalg.Matrix, weights []float64) {
		if failed == nil {
			failed = s.add(x, slice.Data, weights)
		}
	})
	return errors.Join(err, failed)
}

// add adds rows, given the slice of each.
func (s *spreads) add(x linalg.Matrix, slice, weights []float64) error {
	s.Rows += x.Rows
	s.order.Group(slice, s.of.First, s.of.First+len(s.Within))
	if len(s.order.Rows) == 0 {
		return nil
	}
	grouped := linalg.Of(len(s.order.Rows), x.Cols, aggregate.Room(&s.grouped, len(s.order.Rows)*x.Cols))
	for k, i := range s.order.Rows {
		copy(grouped.Row(k), x.Row(i))
	}
	z := s.of.of(grouped, &s.memory)
	weights = aggregate.Some(weights, s.order.Rows)
	for k, within := range s.Within {
		from, to := s.order.Starts[k], s.order.Starts[k+1]
		var own []float64
		if weights != nil {
			own = weights[from:to]
		}
		if err := within.add(z.Slice(from, to), own); err != nil {
			return err
		}
	}
	return nil
}

func (s *spreads) Merge(other aggregate.Partial) error {
	o, ok := other.(*spreads)
	if !ok || o.of != s.of {
		return aggregate.ErrOther(s.of)
	}
	s.Rows += o.Rows
	for k, within := range s.Within {
		if err := within.merge(o.Within[k]); err != nil {
			return err
		}
	}
	return nil
}

package aggregate

import (
	"context"
	"errors"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Combine returns fᵀ A: the combinations of the rows of s whose weights are the columns
// of f, whatever weights the rows have themselves; [Standard.CombineAligned] counts by these.
func (s *Standard) Combine(ctx context.Context, f linalg.Matrix) (linalg.Matrix, error) {
	return combined(ctx, s.Source, &combine{s.factor(), f.Cols, productRows(s.Width()), false}, InMemory{f})
}

// CombineAligned is Combine of numbers beside the rows, each row by its weight.
func (s *Standard) CombineAligned(ctx context.Context, f Aligned) (linalg.Matrix, error) {
	return combined(ctx, s.Source, &combine{s.factor(), f.Width(), productRows(s.Width()), s.Weighted()}, f)
}

// CombineDense is Combine of rows with their zeros, so many at a time.
func (s *Standard) CombineDense(ctx context.Context, f linalg.Matrix, size int) (linalg.Matrix, error) {
	return combined(ctx, s.Source, &combine{factor{Units: s.Units()}, f.Cols, size, false}, InMemory{f})
}

func combined(ctx context.Context, x rows.Source, c *combine, f Aligned) (linalg.Matrix, error) {
	sum, err := Sum[*combination](ctx, x, c, f)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.matrix(), nil
}

// combine asks for fᵀ A.
type combine struct {
	factor
	Combinations int
	Size         int  // rows at a time
	Weighted     bool // by the weights of the rows too
}

func (c *combine) Kind() string { return "combinations" }

func (c *combine) Weighs() bool { return c.Weighted }

func (c *combine) Plan(int, int) Plan { return Plan{Parts: InTurn(c.Size), Sparse: c.Sparse} }

func (c *combine) Zero() Partial {
	d, k := len(c.Units.Mean), c.Combinations
	s := &combination{of: c, sum: linalg.New(k, d), total: make([]float64, k)}
	if c.Sparse {
		s.sum = linalg.Of(d, k, s.sum.Data)
	}
	s.Totals = NewTotals(c, Total{Matrix: s.sum}, Vector(s.total))
	return s
}

func (c *combine) Complete() error {
	return Consistent(c.factor.Complete() == nil, c.Combinations >= 1, c.Size >= 1)
}

// combination is fᵀ A or, of sparse rows, the transpose of that before they are
// standardised.
type combination struct {
	Totals
	of    *combine
	sum   linalg.Matrix
	total []float64 // of the weights, where rows are sparse
}

// combineWidth is how many columns of f a core takes at a time.
const combineWidth = 8

func (c *combination) Add(block Block) error {
	k := c.of.Combinations
	if block.Weights != nil && len(block.Y) == 1 && len(block.Y[0]) == block.Rows*k {
		f := linalg.Of(block.Rows, k, slices.Clone(block.Y[0]))
		ScaleRows(f, block.Weights)
		block.Y, block.Weights = [][]float64{f.Data}, nil
	}
	if !c.of.Sparse {
		return c.Each(block, c.of.Units, c.of.Size, k, func(x, f linalg.Matrix, _ []float64) { linalg.AddTMul(c.sum, 1, f, x) })
	}
	if err := errors.Join(block.Check(len(c.of.Units.Mean), k), block.CheckSparse()); err != nil {
		return err
	}
	c.Rows += block.Rows
	f := linalg.Of(block.Rows, k, block.Y[0])
	linalg.Parallel(k, combineWidth, func(a, b int) {
		for i := range f.Rows {
			weights := f.Row(i)[a:b]
			columns, values := block.Sparse.Row(i)
			for k, j := range columns {
				addTimes(c.sum.Row(int(j))[a:b], values[k], weights)
			}
		}
	})
	for i := range f.Rows {
		linalg.Axpy(1, f.Row(i), c.total)
	}
	return nil
}

// addTimes adds v w to a few sums.
func addTimes(sums []float64, v float64, w []float64) {
	w = w[:len(sums)]
	for k := range sums {
		sums[k] += v * w[k]
	}
}

// matrix is fᵀ A, once all rows are there.
func (c *combination) matrix() linalg.Matrix {
	if !c.of.Sparse {
		return c.sum
	}
	for j, scale := range c.of.Units.Scale {
		row := c.sum.Row(j)
		linalg.Axpy(-c.of.Units.Mean[j], c.total, row)
		for k := range row {
			row[k] /= scale
		}
	}
	for _, j := range c.of.Constant {
		clear(c.sum.Row(j)) // not what rounding has left of it
	}
	return c.sum.Transposed()
}

// MeanSquare is the mean of |a|² over the rows a of A: the sum of the columns' variances.
func (s *Standard) MeanSquare(ctx context.Context) (float64, error) {
	sum, err := Sum[*square](ctx, s.Source, &meanSquare{s.factor(), s.Len()})
	if err != nil {
		return 0, err
	}
	return max(0, sum.sum[0]), nil
}

// meanSquare asks for the mean of |a|² over n rows.
type meanSquare struct {
	factor
	N int // rows
}

func (m *meanSquare) Kind() string { return "mean square" }

func (m *meanSquare) Weighs() bool { return true }

func (m *meanSquare) Zero() Partial {
	s := &square{of: m, sum: make([]float64, 1)}
	s.Totals = NewTotals(m, Vector(s.sum))
	return s
}

type square struct {
	Totals
	of  *meanSquare
	sum []float64
}

func (s *square) Add(block Block) error {
	n, units := float64(s.of.N), s.of.Units
	if !s.of.Sparse {
		return s.Each(block, units, productRows(len(units.Mean)), 0, func(x, _ linalg.Matrix, weights []float64) {
			ScaleRoots(x, weights)
			s.sum[0] += linalg.Dot(x.Data, x.Data) / n
		})
	}
	if err := block.CheckSparse(); err != nil {
		return err
	}
	if block.From == 0 && block.Rows > 0 { // m² of all rows is counted with the first
		for j, m := range units.Mean {
			m /= units.Scale[j]
			s.sum[0] += m * m
		}
	}
	s.Rows += block.Rows
	for i := range block.Rows {
		weight := linalg.Weight(block.Weights, i)
		columns, values := block.Sparse.Row(i)
		for k, j := range columns { // (x-m)² - m²
			v, m := values[k]/units.Scale[j], units.Mean[j]/units.Scale[j]
			s.sum[0] += weight * v * (v - 2*m) / n
		}
	}
	return nil
}

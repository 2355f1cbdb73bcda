package target

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
)

// columnSumsOf asks for sums over the rows of columns beside them, by the weights of the rows.
type columnSumsOf struct {
	Width    int
	Share    float64   // of a row in the means
	Per      []float64 // what columns are divided by before they are squared; none where that is not wanted
	Products bool      // all products are wanted
}

// ColumnSums are sums over the rows f of columns.
type ColumnSums struct {
	aggregate.Totals
	Mean    []float64     // Σ f / n
	Squares []float64     // Σ (f_j / per_j)²
	Gram    linalg.Matrix // Σ f fᵀ, upper triangle

	of    *columnSumsOf
	inner []float64
}

// Sums takes the sums over all rows: squares of columns divided by something, and products,
// where they are asked for.
func (c *Columns) Sums(ctx context.Context, per []float64, products bool) (*ColumnSums, error) {
	return aggregate.Sum[*ColumnSums](ctx, c.x, &columnSumsOf{c.Width(), 1 / float64(c.Len()), per, products}, c.Aligned())
}

func (s *columnSumsOf) Kind() string { return "column sums" }

func (s *columnSumsOf) Weighs() bool { return true }

func (s *columnSumsOf) Plan(int, int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.InTurn(max(1, blockRows*8/max(8, s.Width))), Beside: true}
}

func (s *columnSumsOf) Complete() error {
	return aggregate.Consistent(s.Width >= 1, len(s.Per) == 0 || len(s.Per) == s.Width)
}

func (s *columnSumsOf) Zero() aggregate.Partial {
	p := &ColumnSums{of: s, Mean: make([]float64, s.Width), Squares: make([]float64, len(s.Per)), inner: make([]float64, 2)}
	if s.Products {
		p.Gram = linalg.New(s.Width, s.Width)
	}
	p.Totals = aggregate.NewTotals(s, aggregate.Vector(p.Mean), aggregate.Vector(p.Squares), aggregate.Vector(p.inner), aggregate.Total{Matrix: p.Gram, Upper: true})
	return p
}

func (p *ColumnSums) Add(block aggregate.Block) error {
	if err := block.CheckBeside(p.of.Width); err != nil {
		return err
	}
	p.Rows += block.Rows
	f := linalg.Of(block.Rows, p.of.Width, block.Y[0])
	for i := range f.Rows {
		weight := linalg.Weight(block.Weights, i)
		linalg.Axpy(p.of.Share*weight, f.Row(i), p.Mean)
		for j, per := range p.of.Per {
			if per > 0 {
				v := f.At(i, j) / per // so that no square overflows
				p.Squares[j] += v * v * weight
			}
		}
	}
	f = aggregate.Rooted(f, block.Weights)
	for i := range f.Rows {
		p.inner[0] += linalg.Dot(f.Row(i), f.Row(i))
	}
	p.inner[1] += linalg.Dot(f.Data, f.Data)
	if p.of.Products {
		linalg.AddGram(p.Gram, f)
	}
	return nil
}

// Inner is Σ |f|², row by row.
func (p *ColumnSums) Inner() float64 { return p.inner[0] }

// Dot is the same, many numbers at a time.
func (p *ColumnSums) Dot() float64 { return p.inner[1] }

// Deviations are the mean of a single column, and the sum of squared deviations from it.
func (c *Columns) Deviations(ctx context.Context) (mean, squares float64, err error) {
	sum, err := aggregate.Sum[*deviations](ctx, c.x, &deviationsOf{N: float64(c.Len())}, c.Aligned())
	if err != nil {
		return 0, 0, err
	}
	mean = sum.sums[0]
	if sum, err = aggregate.Sum[*deviations](ctx, c.x, &deviationsOf{N: 1, Mean: mean}, c.Aligned()); err != nil {
		return 0, 0, err
	}
	return mean, sum.sums[1], nil
}

// deviationsOf asks for the sums of v/N and of (v - Mean)²/N, by the weights of the rows.
type deviationsOf struct{ N, Mean float64 }

func (d *deviationsOf) Kind() string { return "mean and squares" }

func (d *deviationsOf) Weighs() bool { return true }

func (d *deviationsOf) Plan(int, int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.InTurn(blockRows), Beside: true}
}

func (d *deviationsOf) Zero() aggregate.Partial {
	s := &deviations{of: d, sums: make([]float64, 2)}
	s.Totals = aggregate.NewTotals(d, aggregate.Vector(s.sums))
	return s
}

type deviations struct {
	aggregate.Totals
	of   *deviationsOf
	sums []float64
}

func (s *deviations) Add(block aggregate.Block) error {
	if err := block.CheckBeside(1); err != nil {
		return err
	}
	s.Rows += block.Rows
	for i, v := range block.Y[0] {
		weight := linalg.Weight(block.Weights, i)
		s.sums[0] += weight * v / s.of.N
		s.sums[1] += weight * (v - s.of.Mean) * (v - s.of.Mean) / s.of.N
	}
	return nil
}

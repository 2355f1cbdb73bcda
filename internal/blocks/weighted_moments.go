package blocks

import (
	"context"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// weigh replaces means and squared deviations by those that the weights of the rows of x
// make, if they have any. Deviations are taken from the means that all rows have alike.
func (m *moments) weigh(ctx context.Context, x rows.Source) error {
	if !IsWeighted(x) {
		return nil
	}
	_, sparse := x.(rows.Sparse)
	middle, ones := slices.Clone(m.Mean), slices.Repeat([]float64{1}, len(m.Mean))
	for j, origin := range m.Origin {
		middle[j] = origin + m.Mean[j]
	}
	sum, err := Sum[*deviationSums](ctx, x, &deviations{NewUnits(middle, ones), sparse})
	if err != nil {
		return err
	}
	n := float64(x.Len())
	for j, v := range sum.first {
		squares := sum.second[j]
		if sparse { // the zeros deviate by the mean
			rest := n - sum.weight[j]
			v -= rest * middle[j]
			squares += rest * middle[j] * middle[j]
		}
		m.Mean[j] += v / n
		m.Squares[j] = max(0, squares-v*v/n)
	}
	return nil
}

// deviations asks for the weighted sums of deviations from given means, and of their squares;
// of sparse rows for those of the values that are not 0.
type deviations struct {
	Units  *Units // the means, and scales of 1
	Sparse bool
}

func (d *deviations) Kind() string { return "deviations" }

func (d *deviations) Weighs() bool { return true }

func (d *deviations) Zero() Partial {
	column := func() []float64 { return make([]float64, len(d.Units.Mean)) }
	s := &deviationSums{of: d, weight: column(), first: column(), second: column()}
	s.Totals = NewTotals(d, Vector(s.weight), Vector(s.first), Vector(s.second))
	return s
}

func (d *deviations) Plan(n, width int) Plan {
	if d.Sparse {
		return Plan{Parts: InTurn(sparseStretch), Sparse: true}
	}
	return Plan{Parts: Divide(n, width, 3*width)}
}

type deviationSums struct {
	Totals
	of                    *deviations
	weight, first, second []float64
}

func (s *deviationSums) Add(block Block) error {
	if !s.of.Sparse {
		return s.Each(block, s.of.Units, pieceRows, 0, s.add)
	}
	if err := block.CheckSparse(); err != nil {
		return err
	}
	s.Rows += block.Rows
	for i, w := range block.Weights {
		columns, values := block.Sparse.Row(i)
		for k, j := range columns {
			v := values[k] - s.of.Units.Mean[j]
			s.weight[j] += w
			s.first[j] += w * v
			s.second[j] += w * v * v
		}
	}
	return nil
}

func (s *deviationSums) add(x, _ linalg.Matrix, weights []float64) {
	for i, w := range weights {
		row := x.Row(i)
		linalg.Axpy(w, row, s.first)
		linalg.Products(row, row, row)
		linalg.Axpy(w, row, s.second)
	}
}

package aggregate

import (
	"context"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// momentsOf asks for the moments of the rows of x, without their zeros where it can give
// them so.
func momentsOf(ctx context.Context, x rows.Source) (*moments, error) {
	if _, ok := x.(rows.Sparse); ok {
		return sparseMoments(ctx, x)
	}
	return Sum[*moments](ctx, x, &columns{x.Width()})
}

// sparseMoments is momentsOf for rows without their zeros: it asks twice, first for the
// means, then for the deviations, at the cost of the values that are there.
func sparseMoments(ctx context.Context, x rows.Source) (*moments, error) {
	values, err := Sum[*sparseValues](ctx, x, &sparseColumns{columns{x.Width()}})
	if err != nil {
		return nil, err
	}
	m := values.moments()
	if m.Bad.Found {
		return m, nil
	}
	squares, err := Sum[*sparseSquares](ctx, x, &sparseDeviations{m.Mean})
	if err != nil {
		return nil, err
	}
	m.Squares = squares.squares
	for j, count := range values.Counts { // the zeros deviate by the mean
		m.Squares[j] += float64(m.N-count) * m.Mean[j] * m.Mean[j]
	}
	return m, nil
}

// sparseColumns asks for the sums of the values of each of so many columns.
type sparseColumns struct{ columns }

func (c *sparseColumns) Kind() string { return "sparse values" }

func (c *sparseColumns) Zero() Partial {
	d := c.Width
	return &sparseValues{of: c, Counts: make([]int, d), First: make([]float64, d), Sum: make([]float64, d), Varies: make([]bool, d)}
}

func (c *sparseColumns) Plan(int, int) Plan { return Plan{Parts: InTurn(sparseStretch), Sparse: true} }

// sparseValues are, for each column, how many values there are that are not 0, the first
// of them, their sum, and whether they vary.
type sparseValues struct {
	Rows       int
	Counts     []int
	First, Sum []float64
	Varies     []bool
	Bad        notFinite

	of *sparseColumns
}

func (s *sparseValues) Count() int { return s.Rows }

func (s *sparseValues) Add(block Block) error {
	if err := block.CheckSparse(); err != nil {
		return err
	}
	s.Rows += block.Rows
	for i := 0; i < block.Rows && !s.Bad.Found; i++ {
		columns, values := block.Sparse.Row(i)
		for k, j := range columns {
			v := values[k]
			if !isFinite(v) {
				s.Bad = notFinite{true, block.From + i, int(j), v}
				return nil
			}
			if s.Counts[j] == 0 {
				s.First[j] = v
			}
			s.Varies[j] = s.Varies[j] || v != s.First[j]
			s.Sum[j] += v
			s.Counts[j]++
		}
	}
	return nil
}

func (s *sparseValues) Merge(other Partial) error {
	o, ok := other.(*sparseValues)
	if !ok || o.of != s.of {
		return ErrOther(s.of)
	}
	s.Rows += o.Rows
	s.Bad = s.Bad.first(o.Bad)
	for j, count := range o.Counts {
		if s.Counts[j] == 0 {
			s.First[j] = o.First[j]
		}
		s.Varies[j] = s.Varies[j] || o.Varies[j] || count > 0 && o.First[j] != s.First[j]
		s.Counts[j] += count
		s.Sum[j] += o.Sum[j]
	}
	return nil
}

func (s *sparseValues) Complete() error {
	return Consistent(s.Bad.Column >= 0, s.Bad.Column < len(s.Sum))
}

// moments are the means and the columns that vary; means are counted from 0, but for
// columns that do not vary. The squares are still to come.
func (s *sparseValues) moments() *moments {
	d := len(s.Sum)
	m := &moments{N: s.Rows, Origin: make([]float64, d), Mean: slices.Clone(s.Sum), Varies: slices.Clone(s.Varies), Bad: s.Bad}
	for j, count := range s.Counts {
		m.Mean[j] /= float64(m.N)
		switch {
		case count < m.N: // the rest is zeros
			m.Varies[j] = m.Varies[j] || s.First[j] != 0
		case !m.Varies[j]:
			m.Origin[j], m.Mean[j] = s.First[j], 0
		}
	}
	return m
}

// sparseDeviations asks for the squared deviations from the means of the values that are
// not 0.
type sparseDeviations struct{ Mean []float64 }

func (s *sparseDeviations) Kind() string { return "sparse deviations" }

func (s *sparseDeviations) Zero() Partial {
	squares := make([]float64, len(s.Mean))
	return &sparseSquares{Totals: NewTotals(s, Vector(squares)), mean: s.Mean, squares: squares}
}

func (s *sparseDeviations) Plan(int, int) Plan {
	return Plan{Parts: InTurn(sparseStretch), Sparse: true}
}

type sparseSquares struct {
	Totals
	mean, squares []float64
}

func (s *sparseSquares) Add(block Block) error {
	if err := block.CheckSparse(); err != nil {
		return err
	}
	s.Rows += block.Rows
	for k, j := range block.Sparse.Columns {
		deviation := block.Sparse.Values[k] - s.mean[j]
		s.squares[j] += deviation * deviation
	}
	return nil
}

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

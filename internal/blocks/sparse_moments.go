package blocks

import (
	"context"
	"slices"

	"suffice/internal/wire"
	"suffice/rows"
)

// momentsOf asks for the moments of the rows of x, without their zeros where it can give
// them so.
func momentsOf(ctx context.Context, x rows.Source) (*moments, error) {
	if _, ok := x.(rows.Sparse); ok {
		return sparseMoments(ctx, x)
	}
	return Sum[*moments](ctx, x, columns(x.Width()))
}

// sparseMoments is momentsOf for rows without their zeros: it asks twice, first for the
// means, then for the deviations, at the cost of the values that are there.
func sparseMoments(ctx context.Context, x rows.Source) (*moments, error) {
	values, err := Sum[*sparseValues](ctx, x, sparseColumns(x.Width()))
	if err != nil {
		return nil, err
	}
	m := values.moments()
	if m.bad != nil {
		return m, nil
	}
	squares, err := Sum[*sparseSquares](ctx, x, &sparseDeviations{m.mean})
	if err != nil {
		return nil, err
	}
	m.squares = squares.sums[0].Data
	for j, count := range values.counts { // the zeros deviate by the mean
		m.squares[j] += float64(m.n-count) * m.mean[j] * m.mean[j]
	}
	return m, nil
}

// sparseColumns asks for the sums of the values of each of so many columns.
type sparseColumns int

// Kind implements Statistic.
func (c sparseColumns) Kind() string { return "sparse values" }

// Zero implements Statistic.
func (c sparseColumns) Zero() Partial {
	return &sparseValues{counts: make([]int, c), first: make([]float64, c), sum: make([]float64, c), varies: make([]bool, c)}
}

// Plan implements Statistic.
func (c sparseColumns) Plan(int, int) Plan { return Plan{Parts: InTurn(sparseStretch), Sparse: true} }

// AppendBinary implements Statistic.
func (c sparseColumns) AppendBinary(to []byte) ([]byte, error) { return wire.Int(to, int(c)), nil }

func readSparseColumns(r *wire.Reader) (Statistic, error) {
	c, err := readColumns(r)
	if err != nil {
		return nil, err
	}
	return sparseColumns(c.(columns)), nil
}

// sparseValues are, for each column, how many values there are that are not 0, the first
// of them, their sum, and whether they vary.
type sparseValues struct {
	rows       int
	counts     []int
	first, sum []float64
	varies     []bool
	bad        *notFinite
}

// Count implements Partial.
func (s *sparseValues) Count() int { return s.rows }

// Add implements Partial.
func (s *sparseValues) Add(block Block) error {
	if err := block.CheckSparse(); err != nil {
		return err
	}
	s.rows += block.Rows
	for i := 0; i < block.Rows && s.bad == nil; i++ {
		columns, values := block.Sparse.Row(i)
		for k, j := range columns {
			v := values[k]
			if !isFinite(v) {
				s.bad = &notFinite{row: block.From + i, column: int(j), value: v}
				return nil
			}
			if s.counts[j] == 0 {
				s.first[j] = v
			}
			s.varies[j] = s.varies[j] || v != s.first[j]
			s.sum[j] += v
			s.counts[j]++
		}
	}
	return nil
}

// Merge implements Partial.
func (s *sparseValues) Merge(other Partial) error {
	o, ok := other.(*sparseValues)
	if !ok || len(o.sum) != len(s.sum) {
		return ErrOther(sparseColumns(len(s.sum)))
	}
	s.rows += o.rows
	s.bad = s.bad.first(o.bad)
	for j, count := range o.counts {
		if s.counts[j] == 0 {
			s.first[j] = o.first[j]
		}
		s.varies[j] = s.varies[j] || o.varies[j] || count > 0 && o.first[j] != s.first[j]
		s.counts[j] += count
		s.sum[j] += o.sum[j]
	}
	return nil
}

// AppendBinary implements Partial.
func (s *sparseValues) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Floats(wire.Floats(wire.Ints(wire.Int(to, s.rows), s.counts), s.first), s.sum)
	return s.bad.append(wire.Bools(to, s.varies)), nil
}

// UnmarshalBinary implements Partial.
func (s *sparseValues) UnmarshalBinary(data []byte) error {
	r, d := wire.Read(data), len(s.sum)
	s.rows, s.counts, s.first, s.sum, s.varies = r.Int(), r.Ints(), r.Floats(), r.Floats(), r.Bools()
	var err error
	if s.bad, err = readNotFinite(r, d); err != nil {
		return err
	}
	if s.rows < 0 || len(s.counts) != d || len(s.first) != d || len(s.sum) != d || len(s.varies) != d {
		return ErrInconsistent
	}
	return nil
}

// moments are the means and the columns that vary; means are counted from 0, but for
// columns that do not vary. The squares are still to come.
func (s *sparseValues) moments() *moments {
	d := len(s.sum)
	m := &moments{n: s.rows, origin: make([]float64, d), mean: slices.Clone(s.sum), varies: slices.Clone(s.varies), bad: s.bad}
	for j, count := range s.counts {
		m.mean[j] /= float64(m.n)
		switch {
		case count < m.n: // the rest is zeros
			m.varies[j] = m.varies[j] || s.first[j] != 0
		case !m.varies[j]:
			m.origin[j], m.mean[j] = s.first[j], 0
		}
	}
	return m
}

// sparseDeviations asks for the squared deviations from the means of the values that are
// not 0.
type sparseDeviations struct{ mean []float64 }

// Kind implements Statistic.
func (s *sparseDeviations) Kind() string { return "sparse deviations" }

// Zero implements Statistic.
func (s *sparseDeviations) Zero() Partial {
	return &sparseSquares{Totals: NewTotals(s, Vector(make([]float64, len(s.mean)))), mean: s.mean}
}

// Plan implements Statistic.
func (s *sparseDeviations) Plan(int, int) Plan {
	return Plan{Parts: InTurn(sparseStretch), Sparse: true}
}

// AppendBinary implements Statistic.
func (s *sparseDeviations) AppendBinary(to []byte) ([]byte, error) {
	return wire.Floats(to, s.mean), nil
}

func readSparseDeviations(r *wire.Reader) (Statistic, error) {
	return &sparseDeviations{r.Floats()}, nil
}

type sparseSquares struct {
	Totals
	mean []float64
}

// Add implements Partial.
func (s *sparseSquares) Add(block Block) error {
	if err := block.CheckSparse(); err != nil {
		return err
	}
	s.Rows += block.Rows
	squares := s.sums[0].Data
	for k, j := range block.Sparse.Columns {
		deviation := block.Sparse.Values[k] - s.mean[j]
		squares[j] += deviation * deviation
	}
	return nil
}

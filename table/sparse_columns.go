package table

import (
	"context"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/sampling"
	"suffice/rows"
)

// Inputs are the inputs of a [Choice]. Where the table is sparse, so are they: then they
// are a [rows.Sparse], too.
type Inputs interface {
	rows.Source
	rows.Named
	rows.Levelled
}

var (
	_ Inputs      = (*Columns)(nil)
	_ Inputs      = (*sparseColumns)(nil)
	_ rows.Sparse = (*sparseColumns)(nil)
)

// sparseColumns are columns of a table whose rows are all sparse, which can be had without
// their zeros.
type sparseColumns struct {
	*Columns
	starts []uint32 // the cell in slot s leads to features [starts[s], starts[s+1]) of order
	order  []uint32
	number []int32 // the feature that a slot leads to where numbers stay as they are; or unused, or several

	// Features that are not 0 where a row leaves their column out, such as that of the
	// first level of a nominal one.
	exceptions []exception
	exceptOf   []int32 // by slot, the first of its exceptions, or below 0; nil where there are none
}

// What a slot may lead to instead of one feature.
const (
	unused  = -1
	several = -2 // or one whose value is not the cell
)

// exception is a feature and its value in rows that leave it out.
type exception struct {
	feature uint32
	slot    int
	value   float64
}

// mostFilled is which share of the values may be other than 0, where columns are given as
// sparse: methods are faster with all values in their place beyond it.
const mostFilled = .1

// sparsest are the same columns as they are best read: without zeros, where the table has
// none either and they are few otherwise.
func (c *Columns) sparsest() Inputs {
	if !c.table.rows.OnlySparse() {
		return c
	}
	s := newSparseColumns(c)
	filled := len(s.exceptions) * c.table.Len()
	for _, f := range c.features {
		filled += c.table.rows.Entries.In(f.slot)
	}
	if float64(filled) > mostFilled*float64(c.table.Len())*float64(len(c.features)) {
		return c
	}
	return s
}

func newSparseColumns(c *Columns) *sparseColumns {
	s := &sparseColumns{Columns: c, order: make([]uint32, len(c.features))}
	for k := range s.order {
		s.order[k] = uint32(k)
	}
	slices.SortStableFunc(s.order, func(a, b uint32) int { return c.features[a].slot - c.features[b].slot })
	kept := c.table.schema.Kept
	s.starts = make([]uint32, kept+1)
	for _, f := range c.features {
		s.starts[f.slot+1]++
	}
	for slot := range kept {
		s.starts[slot+1] += s.starts[slot]
	}
	s.number = s.numbers()
	for _, k := range s.order {
		f := &c.features[k]
		if v := f.of(c.table.rows.Zero[f.slot]); v != 0 {
			s.except(exception{feature: k, slot: f.slot, value: v})
		}
	}
	return s
}

// numbers makes the list of features by slot.
func (s *sparseColumns) numbers() []int32 {
	number := make([]int32, len(s.starts)-1)
	for slot := range number {
		switch features := s.order[s.starts[slot]:s.starts[slot+1]]; {
		case len(features) == 0:
			number[slot] = unused
		case len(features) == 1 && s.features[features[0]].values == nil && s.features[features[0]].turn == 0:
			number[slot] = int32(features[0])
		default:
			number[slot] = several
		}
	}
	return number
}

// except adds an exception; those of a slot follow each other.
func (s *sparseColumns) except(e exception) {
	if s.exceptOf == nil {
		s.exceptOf = slices.Repeat([]int32{-1}, len(s.starts)-1)
	}
	if s.exceptOf[e.slot] < 0 {
		s.exceptOf[e.slot] = int32(len(s.exceptions))
	}
	s.exceptions = append(s.exceptions, e)
}

// SparseBlock implements [rows.Sparse].
func (s *sparseColumns) SparseBlock(ctx context.Context, from, to int, buf rows.Compressed) (rows.Compressed, error) {
	out := rows.Compressed{Starts: append(buf.Starts[:0], 0), Columns: buf.Columns[:0], Values: buf.Values[:0]}
	there := make([]bool, len(s.exceptions))
	err := s.table.rows.EachPlace(ctx, s.which, from, to, func(_ int, b *cells.Block, i int) { s.appendRow(&out, b, i, there) })
	return out, err
}

// appendRow appends the features of row i of a block. It uses there, which has a place for
// each exception.
func (s *sparseColumns) appendRow(out *rows.Compressed, b *cells.Block, i int, there []bool) {
	begin := len(out.Columns)
	slots, cells := b.Slots[b.Starts[i]:b.Starts[i+1]], b.Values[b.Starts[i]:b.Starts[i+1]]
	for e, slot := range slots {
		v := cells[e]
		switch k := s.number[slot]; {
		case k >= 0 && v-v == 0:
			if v != 0 {
				out.Columns, out.Values = append(out.Columns, uint32(k)), append(out.Values, v)
			}
		case k != unused:
			s.appendFeatures(out, slot, v)
		}
	}
	if len(there) > 0 {
		s.appendExceptions(out, slots, there)
	}
	endRow(out, begin)
}

// endRow ends a row whose entries begin at a place, and puts them in order.
func endRow(out *rows.Compressed, begin int) {
	if columns := out.Columns[begin:]; !slices.IsSorted(columns) {
		order := sampling.Ascending(columns)
		copy(out.Values[begin:], sampling.Pick(out.Values[begin:], order))
		copy(columns, sampling.Pick(columns, order))
	}
	out.Starts = append(out.Starts, len(out.Columns))
}

// appendFeatures appends the features of a cell.
func (s *sparseColumns) appendFeatures(out *rows.Compressed, slot uint32, cell float64) {
	for _, k := range s.order[s.starts[slot]:s.starts[slot+1]] {
		if v := s.features[k].of(cell); v != 0 {
			out.Columns, out.Values = append(out.Columns, k), append(out.Values, v)
		}
	}
}

// appendExceptions appends those of a row that has cells in some slots.
func (s *sparseColumns) appendExceptions(out *rows.Compressed, slots []uint32, there []bool) {
	clear(there)
	for _, slot := range slots {
		if s.exceptOf[slot] >= 0 {
			there[s.exceptOf[slot]] = true
		}
	}
	for _, e := range s.exceptions {
		if !there[s.exceptOf[e.slot]] {
			out.Columns, out.Values = append(out.Columns, e.feature), append(out.Values, e.value)
		}
	}
}

// Block implements [rows.Source].
func (s *sparseColumns) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	compressed, err := s.SparseBlock(ctx, from, to, rows.Compressed{})
	if err != nil {
		return nil, err
	}
	out := buf[:(to-from)*s.Width()]
	clear(out)
	for i := range to - from {
		row := out[i*s.Width() : (i+1)*s.Width()]
		columns, values := compressed.Row(i)
		for e, k := range columns {
			row[k] = values[e]
		}
	}
	return out, nil
}

// presentSums is that of the table where all rows are sparse: what a row leaves out is there.
func (s *sparseColumns) presentSums() (sums []float64, counts []int) {
	t, seen := s.table, make([]int, len(s.features))
	sums, counts = make([]float64, len(s.features)), make([]int, len(s.features))
	t.fail(t.rows.EachPlace(t.context(), s.which, 0, s.Len(), func(_ int, b *cells.Block, i int) {
		for e := b.Starts[i]; e < b.Starts[i+1]; e++ {
			slot := b.Slots[e]
			for _, k := range s.order[s.starts[slot]:s.starts[slot+1]] {
				seen[k]++
				if v := s.features[k].of(b.Values[e]); v-v == 0 {
					sums[k] += v
					counts[k]++
				}
			}
		}
	}))
	for k := range s.features {
		left := s.Len() - seen[k]
		sums[k] += s.features[k].of(t.rows.Zero[s.features[k].slot]) * float64(left)
		counts[k] += left
	}
	return sums, counts
}

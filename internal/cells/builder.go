package cells

import "io"

// Builder gathers rows, cell by cell, into blocks. It is what readers of one row after
// another need; a dense row is given cell by cell in the order of the slots, a sparse
// one by its entries.
type Builder struct {
	schema *Schema
	Sparse bool
	block  *Block
	first  bool // the first block grows with what is read, so that small files stay small

	numbers []uint32  // by slot: those that number stored, which their columns do not know of yet
	columns []*Column // by slot, of those
}

// NewBuilder gathers rows of a file, all of them sparse or none.
func NewBuilder(s *Schema, sparse bool) *Builder {
	return &Builder{schema: s, Sparse: sparse, first: true}
}

// Begin starts a row. Columns that first come up in it are added to the schema before.
func (b *Builder) Begin() {
	if b.block != nil && !b.Sparse && b.block.Width != b.schema.Kept && b.block.Rows > 0 {
		b.widen()
	}
	if b.block == nil {
		b.block = &Block{Width: b.schema.Kept, Sparse: b.Sparse}
		switch {
		case b.Sparse && !b.first:
			b.block.Slots = make([]uint32, 0, BlockCells+BlockCells/16) // with room for the last row
			b.block.Values = make([]float64, 0, cap(b.block.Slots))
			fallthrough
		case b.Sparse:
			b.block.Starts = append(b.block.Starts, 0)
		case !b.first:
			b.block.Cells = make([]float64, 0, BlockRows(b.block.Width)*b.block.Width)
		}
	}
	if !b.Sparse {
		b.block.Width = b.schema.Kept
		for range b.block.Width {
			b.block.Cells = append(b.block.Cells, Missing)
		}
	}
}

// widen gives the rows of the block the columns that came after them.
func (b *Builder) widen() {
	old, width := b.block, b.schema.Kept
	cells := make([]float64, old.Rows*width)
	for i := range old.Rows {
		old.Row(cells[i*width:(i+1)*width], i)
	}
	b.block.Cells, b.block.Width = cells, width
}

// Set gives the row that was begun its cell in column c. In a sparse row, a column comes
// at most once.
func (b *Builder) Set(c *Column, cell float64) {
	switch {
	case c.Slot < 0:
	case b.Sparse:
		b.block.Slots = append(b.block.Slots, uint32(c.Slot))
		b.block.Values = append(b.block.Values, cell)
	default:
		b.block.Cells[b.block.Rows*b.block.Width+c.Slot] = cell
	}
}

// SetNumber gives a sparse row that was begun a number in the column of a slot. The column
// learns of it by count, because to tell it here would cost more than all the rest.
func (b *Builder) SetNumber(slot uint32, v float64) {
	if int(slot) >= len(b.numbers) {
		b.numbers = append(b.numbers, make([]uint32, b.schema.Kept-len(b.numbers))...)
	}
	b.numbers[slot]++
	b.block.Slots = append(b.block.Slots, slot)
	b.block.Values = append(b.block.Values, v)
}

// count tells the columns of the numbers that number stored.
func (b *Builder) count() {
	if len(b.columns) < len(b.numbers) {
		b.columns = b.schema.BySlot()
	}
	for slot, n := range b.numbers {
		if n > 0 {
			b.columns[slot].Numbers += int(n)
			b.numbers[slot] = 0
		}
	}
}

// End ends the row and returns a block when one is full.
func (b *Builder) End() *Block {
	b.block.Rows++
	full := b.block.Rows >= BlockRows(b.block.Width)
	if b.Sparse {
		b.block.Starts = append(b.block.Starts, len(b.block.Slots))
		full = len(b.block.Slots) >= BlockCells || b.block.Rows >= BlockCells
	}
	if !full {
		return nil
	}
	return b.Take()
}

// Last returns what is left after the last row, or io.EOF.
func (b *Builder) Last() (*Block, error) {
	if rest := b.Take(); rest != nil {
		return rest, nil
	}
	return nil, io.EOF
}

// Take returns what is left, or nil.
func (b *Builder) Take() *Block {
	b.count()
	full := b.block
	if full != nil && full.Sparse {
		full.Width = b.schema.Kept
	}
	b.block, b.first = nil, false
	return full
}

package table

// block is a run of rows: their cells, stored by rows, or only those cells that are not
// zero. A block may have fewer columns than later ones; what it lacks is missing, or zero
// where it is sparse.
type block struct {
	rows, width int
	cells       []float64

	sparse bool
	starts []int // row i has entries [starts[i], starts[i+1])
	slots  []uint32
	values []float64
}

// blockCells is about how many cells a block of rows holds: 1 MiB of them.
const blockCells = 1 << 17

// blockRows is how many rows of that many cells make a block.
func blockRows(width int) int { return max(1, blockCells/max(1, width)) }

// row sets dst to the cells of row i, which is not sparse.
func (b *block) row(dst []float64, i int) []float64 {
	n := copy(dst, b.cells[i*b.width:(i+1)*b.width])
	for j := n; j < len(dst); j++ {
		dst[j] = missing
	}
	return dst
}

// scatter puts the cells that the sparse row i has in their places.
func (b *block) scatter(dst []float64, i int) {
	for e := b.starts[i]; e < b.starts[i+1]; e++ {
		dst[b.slots[e]] = b.values[e]
	}
}

// builder gathers rows, cell by cell, into blocks. It is what readers of one row after
// another need; a dense row is given cell by cell in the order of the slots, a sparse
// one by its entries.
type builder struct {
	schema *schema
	sparse bool
	block  *block
	first  bool // the first block grows with what is read, so that small files stay small

	numbers []uint32  // by slot: those that number stored, which their columns do not know of yet
	columns []*column // by slot, of those
}

func newBuilder(s *schema, sparse bool) *builder {
	return &builder{schema: s, sparse: sparse, first: true}
}

// begin starts a row. Columns that first come up in it are added to the schema before.
func (b *builder) begin() {
	if b.block != nil && !b.sparse && b.block.width != b.schema.kept && b.block.rows > 0 {
		b.widen()
	}
	if b.block == nil {
		b.block = &block{width: b.schema.kept, sparse: b.sparse}
		switch {
		case b.sparse && !b.first:
			b.block.slots = make([]uint32, 0, blockCells+blockCells/16) // with room for the last row
			b.block.values = make([]float64, 0, cap(b.block.slots))
			fallthrough
		case b.sparse:
			b.block.starts = append(b.block.starts, 0)
		case !b.first:
			b.block.cells = make([]float64, 0, blockRows(b.block.width)*b.block.width)
		}
	}
	if !b.sparse {
		b.block.width = b.schema.kept
		for range b.block.width {
			b.block.cells = append(b.block.cells, missing)
		}
	}
}

// widen gives the rows of the block the columns that came after them.
func (b *builder) widen() {
	old, width := b.block, b.schema.kept
	cells := make([]float64, old.rows*width)
	for i := range old.rows {
		old.row(cells[i*width:(i+1)*width], i)
	}
	b.block.cells, b.block.width = cells, width
}

// set gives the row that was begun its cell in column c. In a sparse row, a column comes
// at most once.
func (b *builder) set(c *column, cell float64) {
	switch {
	case c.slot < 0:
	case b.sparse:
		b.block.slots = append(b.block.slots, uint32(c.slot))
		b.block.values = append(b.block.values, cell)
	default:
		b.block.cells[b.block.rows*b.block.width+c.slot] = cell
	}
}

// number gives a sparse row that was begun a number in the column of a slot. The column
// learns of it by count, because to tell it here would cost more than all the rest.
func (b *builder) number(slot uint32, v float64) {
	if int(slot) >= len(b.numbers) {
		b.numbers = append(b.numbers, make([]uint32, b.schema.kept-len(b.numbers))...)
	}
	b.numbers[slot]++
	b.block.slots = append(b.block.slots, slot)
	b.block.values = append(b.block.values, v)
}

// count tells the columns of the numbers that number stored.
func (b *builder) count() {
	if len(b.columns) < len(b.numbers) {
		b.columns = make([]*column, b.schema.kept)
		for _, c := range b.schema.columns {
			if c.slot >= 0 {
				b.columns[c.slot] = c
			}
		}
	}
	for slot, n := range b.numbers {
		if n > 0 {
			b.columns[slot].numbers += int(n)
			b.numbers[slot] = 0
		}
	}
}

// end ends the row and returns a block when one is full.
func (b *builder) end() *block {
	b.block.rows++
	full := b.block.rows >= blockRows(b.block.width)
	if b.sparse {
		b.block.starts = append(b.block.starts, len(b.block.slots))
		full = len(b.block.slots) >= blockCells || b.block.rows >= blockCells
	}
	if !full {
		return nil
	}
	return b.take()
}

// take returns what is left, or nil.
func (b *builder) take() *block {
	b.count()
	full := b.block
	if full != nil && full.sparse {
		full.width = b.schema.kept
	}
	b.block, b.first = nil, false
	return full
}

package cells

// Block is a run of rows: their cells, stored by rows, or only those cells that are not
// zero. A block may have fewer columns than later ones; what it lacks is missing, or zero
// where it is sparse.
type Block struct {
	Rows, Width int
	Cells       []float64

	Sparse bool
	Starts []int // row i has entries [starts[i], starts[i+1])
	Slots  []uint32
	Values []float64
}

// BlockCells is about how many cells a block of rows holds: 1 MiB of them.
const BlockCells = 1 << 17

// BlockRows is how many rows of that many cells make a block.
func BlockRows(width int) int { return max(1, BlockCells/max(1, width)) }

// Row sets dst to the cells of row i, which is not sparse.
func (b *Block) Row(dst []float64, i int) []float64 {
	n := copy(dst, b.Cells[i*b.Width:(i+1)*b.Width])
	for j := n; j < len(dst); j++ {
		dst[j] = Missing
	}
	return dst
}

// Scatter puts the cells that the sparse row i has in their places.
func (b *Block) Scatter(dst []float64, i int) {
	for e := b.Starts[i]; e < b.Starts[i+1]; e++ {
		dst[b.Slots[e]] = b.Values[e]
	}
}

// InOrder reports whether words keep their cells.
func InOrder(words []float64) bool {
	for k, cell := range words {
		if WordOf(cell) != k {
			return false
		}
	}
	return true
}

// Renumber gives the words of a column other cells.
func (b *Block) Renumber(slot int, words []float64) {
	if b.Sparse {
		for e, s := range b.Slots {
			if int(s) == slot {
				b.Values[e] = Renumbered(b.Values[e], words)
			}
		}
		return
	}
	if slot >= b.Width {
		return // the column came up after these rows
	}
	for e := slot; e < len(b.Cells); e += b.Width {
		b.Cells[e] = Renumbered(b.Cells[e], words)
	}
}

// Renumbered is the cell that a cell has now, where it is a word.
func Renumbered(cell float64, words []float64) float64 {
	if k := WordOf(cell); k >= 0 && k < len(words) {
		return words[k]
	}
	return cell
}

// EachNumber calls visit with the numbers of some columns, those of one column in the order
// of the rows.
func (b *Block) EachNumber(bySlot []*Column, visit func(c *Column, cell *float64)) {
	b.each(bySlot, func(c *Column, cell *float64) {
		if v := *cell; v-v == 0 {
			visit(c, cell)
		}
	})
}

// EachWord calls visit with the words of some columns.
func (b *Block) EachWord(bySlot []*Column, visit func(c *Column, cell *float64, word int)) {
	b.each(bySlot, func(c *Column, cell *float64) {
		if k := WordOf(*cell); k >= 0 {
			visit(c, cell, k)
		}
	})
}

// each calls visit with the cells of some columns that are held.
func (b *Block) each(bySlot []*Column, visit func(c *Column, cell *float64)) {
	if b.Sparse {
		for e, slot := range b.Slots {
			if c := bySlot[slot]; c != nil {
				visit(c, &b.Values[e])
			}
		}
		return
	}
	for slot, c := range bySlot[:b.Width] { // columns that came up after these rows are beyond
		if c == nil {
			continue
		}
		for e := slot; e < len(b.Cells); e += b.Width {
			visit(c, &b.Cells[e])
		}
	}
}

// PartBlocks is how many blocks of rows are decoded at a time.
const PartBlocks = 8

// Batch is rows that are filled column by column, for files that store them so. The
// cells are where they stay, so that nothing is held twice.
type Batch struct {
	Blocks []*Block
	Each   int // rows of a block; the last may have fewer
}

// NewBatch makes room for so many rows.
func NewBatch(rows, width int) *Batch {
	b := &Batch{Each: BlockRows(width)}
	for ; rows > 0; rows -= b.Each {
		n := min(rows, b.Each)
		b.Blocks = append(b.Blocks, &Block{Rows: n, Width: width, Cells: make([]float64, n*width)})
	}
	return b
}

// SetColumn sets the cells of one column in rows from, from+1, ….
func (b *Batch) SetColumn(slot, from int, cells []float64) {
	for len(cells) > 0 {
		at := b.Blocks[from/b.Each]
		i := from % b.Each
		n := min(at.Rows-i, len(cells))
		for k := i*at.Width + slot; n > 0; n-- {
			at.Cells[k] = cells[0]
			cells = cells[1:]
			from++
			k += at.Width
		}
	}
}

// Next returns the first block that was not taken yet, or nil.
func (b *Batch) Next() *Block {
	if b == nil || len(b.Blocks) == 0 {
		return nil
	}
	first := b.Blocks[0]
	b.Blocks = b.Blocks[1:]
	return first
}

package cells

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

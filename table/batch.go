package table

// batch is rows that are filled column by column, for files that store them so. The
// cells are where they stay, so that nothing is held twice.
type batch struct {
	blocks []*block
	each   int // rows of a block; the last may have fewer
}

func newBatch(rows, width int) *batch {
	b := &batch{each: blockRows(width)}
	for ; rows > 0; rows -= b.each {
		n := min(rows, b.each)
		b.blocks = append(b.blocks, &block{rows: n, width: width, cells: make([]float64, n*width)})
	}
	return b
}

// put sets the cells of one column in rows from, from+1, ….
func (b *batch) put(slot, from int, cells []float64) {
	for len(cells) > 0 {
		at := b.blocks[from/b.each]
		i := from % b.each
		n := min(at.rows-i, len(cells))
		for k := i*at.width + slot; n > 0; n-- {
			at.cells[k] = cells[0]
			cells = cells[1:]
			from++
			k += at.width
		}
	}
}

// take returns the first block that was not taken yet, or nil.
func (b *batch) take() *block {
	if b == nil || len(b.blocks) == 0 {
		return nil
	}
	first := b.blocks[0]
	b.blocks = b.blocks[1:]
	return first
}

package spool

import "suffice/internal/cells"

// Entries counts what sparse rows hold, by column.
type Entries struct {
	rows int // that are sparse
	of   []int
}

// Count counts the entries of a block.
func (e *Entries) Count(b *cells.Block) {
	if !b.Sparse {
		return
	}
	e.rows += b.Rows
	if more := b.Width - len(e.of); more > 0 {
		e.of = append(e.of, make([]int, more)...)
	}
	for _, slot := range b.Slots {
		e.of[slot]++
	}
}

// In is how many sparse rows hold a cell in a slot. A column that the file does not mention
// has none.
func (e *Entries) In(slot int) int {
	if slot >= len(e.of) {
		return 0
	}
	return e.of[slot]
}

// LeftOut is how many rows leave out a column because it is zero, or its first level, in
// them.
func (e *Entries) LeftOut(slot int) int { return e.rows - e.In(slot) }

// Some reports whether some rows are sparse.
func (e *Entries) Some() bool { return e.rows > 0 }

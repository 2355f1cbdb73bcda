package spool

import "suffice/internal/cells"

// countEntries counts the entries of sparse rows by their columns.
func (r *Rows) countEntries(b *cells.Block) {
	if !b.Sparse {
		return
	}
	r.sparse += b.Rows
	r.growEntries(b.Width)
	for _, slot := range b.Slots {
		r.entries[slot]++
	}
}

func (r *Rows) growEntries(width int) {
	if more := width - len(r.entries); more > 0 {
		r.entries = append(r.entries, make([]int, more)...)
	}
}

// Entries is how many sparse rows hold a cell in a slot. A column that the file does not
// mention has none.
func (r *Rows) Entries(slot int) int {
	if slot >= len(r.entries) {
		return 0
	}
	return r.entries[slot]
}

// LeftOut is how many rows leave out a column because it is zero, or its first level, in
// them.
func (r *Rows) LeftOut(slot int) int { return r.sparse - r.Entries(slot) }

// SomeSparse reports whether some rows are sparse.
func (r *Rows) SomeSparse() bool { return r.sparse > 0 }

// OnlySparse reports whether no row holds its zeros.
func (r *Rows) OnlySparse() bool { return r.sparse == r.Len() && r.sparse > 0 }

package table

import "slices"

// entries tells which rows of a table hold a cell of a column, where all rows are sparse.
// A pass over one column then costs what the column holds, not what all rows hold. It
// points to the cells and does not copy them, so that they may change.
type entries struct {
	starts []int    // column of slot j has entries [starts[j], starts[j+1])
	rows   []uint32 // ascending within a column
	within []uint32 // position among the cells that the row holds
}

// entries makes the index, or returns the one that is there, or nil where some rows are
// not sparse.
func (t *Table) entries() *entries {
	if t.byColumn == nil && t.onlySparse() {
		t.byColumn = t.makeEntries()
	}
	return t.byColumn
}

// onlySparse reports whether no row says what its zeros are.
func (t *Table) onlySparse() bool {
	return t.byColumn != nil || len(t.blocks) > 0 && !slices.ContainsFunc(t.blocks, func(b *block) bool { return !b.sparse })
}

// forget frees the index, which is made again when it is needed.
func (t *Table) forget() { t.byColumn = nil }

func (t *Table) makeEntries() *entries {
	kept := t.schema.kept
	x := &entries{starts: make([]int, kept+1)}
	for _, b := range t.blocks {
		for _, slot := range b.slots {
			x.starts[slot+1]++
		}
	}
	for slot := range kept {
		x.starts[slot+1] += x.starts[slot]
	}
	x.rows = make([]uint32, x.starts[kept])
	x.within = make([]uint32, x.starts[kept])
	next := slices.Clone(x.starts)
	for k, b := range t.blocks {
		for i := range b.rows {
			for e := b.starts[i]; e < b.starts[i+1]; e++ {
				at := next[b.slots[e]]
				x.rows[at] = uint32(t.starts[k] + i)
				x.within[at] = uint32(e - b.starts[i])
				next[b.slots[e]]++
			}
		}
	}
	return x
}

// of are the rows that hold a cell in a slot, and its position in each. A column that the
// file does not mention has none.
func (x *entries) of(slot int) (rows, within []uint32) {
	if slot+1 >= len(x.starts) {
		return nil, nil
	}
	from, to := x.starts[slot], x.starts[slot+1]
	return x.rows[from:to], x.within[from:to]
}

// held calls visit with each cell of a column that rows hold. All rows must be sparse.
func (t *Table) held(c *column, visit func(i int, cell float64)) {
	rows, within := t.entries().of(c.slot)
	for k := 0; len(rows) > 0; k++ {
		b, start := t.blocks[k], t.starts[k]
		for len(rows) > 0 && int(rows[0]) < t.starts[k+1] {
			i := int(rows[0])
			visit(i, b.values[b.starts[i-start]+int(within[0])])
			rows, within = rows[1:], within[1:]
		}
	}
}

// cellsWithZeros calls visit with each cell of a column, in order. All rows must be sparse.
func (t *Table) cellsWithZeros(c *column, visit func(i int, cell float64)) {
	next, zero := 0, t.zero[c.slot]
	t.held(c, func(i int, cell float64) {
		for ; next < i; next++ {
			visit(next, zero)
		}
		visit(i, cell)
		next++
	})
	for ; next < t.Len(); next++ {
		visit(next, zero)
	}
}

// leftOut is how many rows leave out a column because it is zero, or its first level, in
// them. It is 0 where some rows are not sparse, and such cells are cells like others.
func (t *Table) leftOut(c *column) int {
	if !t.onlySparse() {
		return 0
	}
	rows, _ := t.entries().of(c.slot)
	return t.Len() - len(rows)
}

// tally calls visit with the cells of a column and the number of rows that have it: one by
// one, but for what sparse rows leave out, which comes at the end and all at once.
func (t *Table) tally(c *column, visit func(cell float64, rows int)) {
	if !t.onlySparse() {
		t.cells(c, func(_ int, cell float64) { visit(cell, 1) })
		return
	}
	t.held(c, func(_ int, cell float64) { visit(cell, 1) })
	if n := t.leftOut(c); n > 0 {
		visit(t.zero[c.slot], n)
	}
}

// sparseMoments are those of the numbers of each slot, where all rows are sparse.
func (t *Table) sparseMoments() []moments {
	all := make([]moments, t.schema.kept)
	for _, b := range t.blocks {
		for e, slot := range b.slots {
			if v := b.values[e]; v-v == 0 {
				all[slot].add(v)
			}
		}
	}
	for slot, zero := range t.zero {
		if rows, _ := t.entries().of(slot); zero == 0 {
			all[slot].addZeros(t.Len() - len(rows))
		}
	}
	return all
}

// addZeros adds n zeros at once (Chan, Golub and LeVeque, 1979).
func (m *moments) addZeros(n int) {
	if n == 0 {
		return
	}
	if m.n == 0 {
		m.low, m.high = 0, 0
	}
	m.low, m.high = min(m.low, 0), max(m.high, 0)
	share := float64(n) / float64(m.n+n)
	m.square += m.mean * m.mean * float64(m.n) * share
	m.mean -= m.mean * share
	m.n += n
}

// sparseRowsWithAll are the rows in which no column is missing, where all are sparse: what
// a row leaves out is not missing.
func (t *Table) sparseRowsWithAll(columns []*column) []int {
	needed := make([]bool, t.schema.kept)
	for _, c := range columns {
		needed[c.slot] = true
	}
	kept := []int{}
	for k, b := range t.blocks {
		for i := range b.rows {
			complete := true
			for e := b.starts[i]; e < b.starts[i+1] && complete; e++ {
				complete = !needed[b.slots[e]] || !isMissing(b.values[e])
			}
			if complete {
				kept = append(kept, t.starts[k]+i)
			}
		}
	}
	return kept
}

package table

// onlySparse reports whether no row holds its zeros.
func (t *Table) onlySparse() bool { return t.sparseRows == t.Len() && t.sparseRows > 0 }

// entriesIn is how many sparse rows hold a cell in a slot. A column that the file does not
// mention has none.
func (t *Table) entriesIn(slot int) int {
	if slot >= len(t.entries) {
		return 0
	}
	return t.entries[slot]
}

// leftOut is how many rows leave out a column because it is zero, or its first level, in
// them. It is 0 where some rows are not sparse, and such cells are cells like others.
func (t *Table) leftOut(c *column) int {
	if !t.onlySparse() {
		return 0
	}
	return t.Len() - t.entriesIn(c.slot)
}

// addEntries counts those of rows that were put below.
func (t *Table) addEntries(below *Table) {
	t.sparseRows += below.sparseRows
	if more := len(below.entries) - len(t.entries); more > 0 {
		t.entries = append(t.entries, make([]int, more)...)
	}
	for slot, n := range below.entries {
		t.entries[slot] += n
	}
}

// eachBlock calls visit with each block and its first row.
func (t *Table) eachBlock(visit func(first int, b *block)) {
	for k := range t.held {
		if t.fail(t.with(t.context(), k, func(b *block) { visit(t.starts[k], b) })) {
			return
		}
	}
}

// bySlot is the position in at of each slot, or below 0.
func (t *Table) bySlot(at []int) []int32 {
	position := make([]int32, t.schema.kept)
	for slot := range position {
		position[slot] = -1
	}
	for k, slot := range at {
		position[slot] = int32(k)
	}
	return position
}

// lookAtSparse is the pass of look where all rows are sparse: over what they hold.
func (t *Table) lookAtSparse(at []int, found []*seen) {
	position := t.bySlot(at)
	t.eachBlock(func(_ int, b *block) {
		for e, slot := range b.slots {
			if k := position[slot]; k >= 0 {
				found[k].add(b.values[e])
			}
		}
	})
	for k, slot := range at {
		if t.entriesIn(slot) < t.Len() {
			found[k].add(t.zero[slot])
		}
	}
}

// countSparse is the pass of occurrences where all rows are sparse.
func (t *Table) countSparse(at []int, counts [][]int) {
	position := t.bySlot(at)
	t.eachBlock(func(_ int, b *block) {
		for e, slot := range b.slots {
			k := position[slot]
			if k < 0 {
				continue
			}
			if word := wordOf(b.values[e]); word >= 0 && word < len(counts[k]) {
				counts[k][word]++
			}
		}
	})
	for k, slot := range at {
		if word := wordOf(t.zero[slot]); word >= 0 && word < len(counts[k]) {
			counts[k][word] += t.Len() - t.entriesIn(slot)
		}
	}
}

// sparseMoments are those of the numbers of each slot, where all rows are sparse.
func (t *Table) sparseMoments() []moments {
	all := make([]moments, t.schema.kept)
	t.eachBlock(func(_ int, b *block) {
		for e, slot := range b.slots {
			if v := b.values[e]; v-v == 0 {
				all[slot].add(v)
			}
		}
	})
	for slot, zero := range t.zero {
		if zero == 0 {
			all[slot].addZeros(t.Len() - t.entriesIn(slot))
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
	t.eachBlock(func(first int, b *block) {
		for i := range b.rows {
			complete := true
			for e := b.starts[i]; e < b.starts[i+1] && complete; e++ {
				complete = !needed[b.slots[e]] || !isMissing(b.values[e])
			}
			if complete {
				kept = append(kept, first+i)
			}
		}
	})
	return kept
}

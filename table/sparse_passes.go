package table

import (
	"suffice/internal/cells"
)

// bySlot is the position in at of each slot, or below 0.
func (t *Table) bySlot(at []int) []int32 {
	position := make([]int32, t.schema.Kept)
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
	t.eachBlock(func(_ int, b *cells.Block) {
		for e, slot := range b.Slots {
			if k := position[slot]; k >= 0 {
				found[k].add(b.Values[e])
			}
		}
	})
	for k, slot := range at {
		if t.rows.Entries.LeftOut(slot) > 0 {
			found[k].add(t.rows.Zero[slot])
		}
	}
}

// countSparse is the pass of count where all rows are sparse.
func (t *Table) countSparse(words []wordsIn, counts [][]int) {
	at := make([]int, len(words))
	for k := range words {
		at[k] = words[k].Slot
	}
	position := t.bySlot(at)
	t.eachBlock(func(_ int, b *cells.Block) {
		for e, slot := range b.Slots {
			k := position[slot]
			if k < 0 {
				continue
			}
			if word := words[k].of(b.Values[e]); word >= 0 && word < len(counts[k]) {
				counts[k][word]++
			}
		}
	})
	for k, slot := range at {
		if word := words[k].of(t.rows.Zero[slot]); word >= 0 && word < len(counts[k]) {
			counts[k][word] += t.rows.Entries.LeftOut(slot)
		}
	}
}

// sparseMoments are those of the numbers of each slot, where all rows are sparse.
func (t *Table) sparseMoments() []moments {
	all := make([]moments, t.schema.Kept)
	t.eachBlock(func(_ int, b *cells.Block) {
		for e, slot := range b.Slots {
			if v := b.Values[e]; v-v == 0 {
				all[slot].add(v)
			}
		}
	})
	for slot, zero := range t.rows.Zero {
		if zero == 0 {
			all[slot].addZeros(t.rows.Entries.LeftOut(slot))
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
func (t *Table) sparseRowsWithAll(columns []*cells.Column) []int {
	needed := make([]bool, t.schema.Kept)
	for _, c := range columns {
		needed[c.Slot] = true
	}
	kept := []int{}
	t.eachBlock(func(first int, b *cells.Block) {
		for i := range b.Rows {
			complete := true
			for e := b.Starts[i]; e < b.Starts[i+1] && complete; e++ {
				complete = !needed[b.Slots[e]] || !cells.IsMissing(b.Values[e])
			}
			if complete {
				kept = append(kept, first+i)
			}
		}
	})
	return kept
}

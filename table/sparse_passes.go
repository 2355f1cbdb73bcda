package table

import (
	"slices"

	"suffice/internal/cells"
)

// eachIn calls visit with the cells of some slots, those of one slot in the order of the
// rows. Of rows that are all sparse it is what they hold, and then, where n rows leave a slot
// out, leftOut with what they mean by that.
func (t *Table) eachIn(slots []int, visit func(k int, cell float64), leftOut func(k int, cell float64, n int)) {
	if !t.rows.OnlySparse() {
		t.each(0, t.Len(), func(_ int, row []float64) {
			for k, slot := range slots {
				visit(k, row[slot])
			}
		})
		return
	}
	position := slices.Repeat([]int32{-1}, t.schema.Kept)
	for k, slot := range slots {
		position[slot] = int32(k)
	}
	t.eachBlock(func(_ int, b *cells.Block) {
		for e, slot := range b.Slots {
			if k := position[slot]; k >= 0 {
				visit(int(k), b.Values[e])
			}
		}
	})
	for k, slot := range slots {
		if n := t.rows.Entries.LeftOut(slot); n > 0 {
			leftOut(k, t.rows.Zero[slot], n)
		}
	}
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

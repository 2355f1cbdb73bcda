package table

import (
	"context"
	"slices"

	"suffice/internal/cells"
)

// each calls visit with the cells of rows [from, to), a row at a time. The row is only
// valid until the next.
func (t *Table) each(from, to int, visit func(i int, row []float64)) {
	t.fail(t.rows.EachRow(t.context(), nil, from, to, visit))
}

// eachBlock calls visit with each block and its first row.
func (t *Table) eachBlock(visit func(first int, b *cells.Block)) {
	t.fail(t.rows.EachBlock(t.context(), visit))
}

// eachCell calls visit with each cell of a column.
func (t *Table) eachCell(c *cells.Column, visit func(i int, cell float64)) {
	t.each(0, t.Len(), func(i int, row []float64) { visit(i, row[c.Slot]) })
}

// leftOut is how many rows leave out a column because it is zero, or its first level, in
// them. It is 0 where some rows are not sparse, and such cells are cells like others.
func (t *Table) leftOut(c *cells.Column) int {
	if !t.rows.OnlySparse() {
		return 0
	}
	return t.rows.Entries.LeftOut(c.Slot)
}

// fail keeps the first error of reading rows again.
// What was found after it is of no use; whoever returns to a user looks at it. Only forks
// fail, so that a table stays what it is.
func (t *Table) fail(err error) {
	if t.failure == nil {
		t.failure = err
	}
}

// context is that of reading the table, with which later passes over its rows end too.
func (t *Table) context() context.Context {
	if t.ctx == nil {
		return context.Background()
	}
	return t.ctx
}

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

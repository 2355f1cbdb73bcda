package table

import (
	"context"
	"sort"
)

// held is a run of rows in its place: in memory, or on the spool.
type held struct {
	shape
	block *block // nil where it is on the spool
	spool *spool
	at    int64 // byte of the spool
}

// shape is what there is to know of a block to read it back.
type shape struct {
	rows, width int
	sparse      bool
	cells       int // or entries, where it is sparse
}

func (b *block) shape() shape {
	if b.sparse {
		return shape{b.rows, b.width, true, len(b.values)}
	}
	return shape{b.rows, b.width, false, len(b.cells)}
}

// append adds rows in memory.
func (t *Table) append(b *block) { t.hold(held{shape: b.shape(), block: b}) }

// hold adds rows wherever they are.
func (t *Table) hold(h held) {
	t.held = append(t.held, h)
	t.starts = append(t.starts, t.Len()+h.rows)
}

// with calls use with block k, which is valid until use returns. Only blocks on a spool
// can fail.
func (t *Table) with(ctx context.Context, k int, use func(b *block)) error {
	h := &t.held[k]
	if h.block != nil {
		use(h.block)
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	l, err := h.spool.take(t.held, k)
	if err != nil {
		return err
	}
	use(&l.block)
	h.spool.give(l)
	return nil
}

// change calls change with every block, which reports whether it changed it.
func (t *Table) change(change func(b *block) bool) {
	for k := range t.held {
		changed := false
		err := t.with(t.context(), k, func(b *block) {
			if changed = change(b); changed && t.held[k].block == nil {
				t.fail(t.held[k].spool.put(b, t.held[k].at))
			}
		})
		if t.fail(err) {
			return
		}
	}
}

// buffer is memory for a row whose cells are not in one place.
type buffer struct {
	cells []float64
	dirty []uint32 // which of them are not zero, as a sparse row would have them
	clean bool     // all others are
}

// rowIn is row i of a block, in the memory of the block or of dst.
func (t *Table) rowIn(b *block, i int, dst *buffer) []float64 {
	if !b.sparse && b.width == t.schema.kept {
		return b.cells[i*b.width : (i+1)*b.width]
	}
	if dst.cells == nil {
		dst.cells = make([]float64, t.schema.kept)
	}
	if !b.sparse {
		dst.clean = false
		return b.row(dst.cells, i)
	}
	if !dst.clean {
		copy(dst.cells, t.zero)
		dst.clean, dst.dirty = true, dst.dirty[:0]
	}
	for _, slot := range dst.dirty { // far fewer than all, as a rule
		dst.cells[slot] = t.zero[slot]
	}
	dst.dirty = append(dst.dirty[:0], b.slots[b.starts[i]:b.starts[i+1]]...)
	b.scatter(dst.cells, i)
	return dst.cells
}

// eachRow calls visit with the cells of rows [from, to), a row at a time. The row is only
// valid until the next.
func (t *Table) eachRow(ctx context.Context, from, to int, visit func(i int, row []float64)) error {
	var dst buffer
	for k := t.blockOf(from); from < to; k++ {
		first, end := t.starts[k], min(to, t.starts[k+1])
		err := t.with(ctx, k, func(b *block) {
			for i := from; i < end; i++ {
				visit(i, t.rowIn(b, i-first, &dst))
			}
		})
		if err != nil {
			return err
		}
		from = end
	}
	return nil
}

// eachOf is the same for the rows that which names, in ascending order.
func (t *Table) eachOf(ctx context.Context, which []int, visit func(k int, row []float64)) error {
	var dst buffer
	for k := 0; k < len(which); {
		at := t.blockOf(which[k])
		first, end := t.starts[at], t.starts[at+1]
		err := t.with(ctx, at, func(b *block) {
			for ; k < len(which) && first <= which[k] && which[k] < end; k++ {
				visit(k, t.rowIn(b, which[k]-first, &dst))
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// blockOf is the block that has row i.
func (t *Table) blockOf(i int) int { return sort.SearchInts(t.starts, i+1) - 1 }

// each is eachRow for those who look at the failure at the end.
func (t *Table) each(from, to int, visit func(i int, row []float64)) {
	t.fail(t.eachRow(t.context(), from, to, visit))
}

// cells calls visit with each cell of a column.
func (t *Table) cells(c *column, visit func(i int, cell float64)) {
	t.each(0, t.Len(), func(i int, row []float64) { visit(i, row[c.slot]) })
}

// fail keeps the first error of reading rows again, and reports whether there is one.
// What was found after it is of no use; whoever returns to a user looks at [Table.Err].
func (t *Table) fail(err error) bool {
	if t.failure == nil {
		t.failure = err
	}
	return t.failure != nil
}

// Err tells what went wrong when rows that are not in memory were read again. It is nil
// for a table in memory.
func (t *Table) Err() error { return t.failure }

// context is that of reading the table, with which later passes over its rows end too.
func (t *Table) context() context.Context {
	if t.ctx == nil {
		return context.Background()
	}
	return t.ctx
}

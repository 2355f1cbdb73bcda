package table

import (
	"errors"
	"fmt"
	"slices"

	"suffice/internal/memory"
	"suffice/internal/wording"
)

// bound is how much memory the rows of a table may take. Beyond that they go to a spool.
type bound struct {
	most  int64 // bytes; 0 means any
	taken int64 // by blocks in memory
	spool *spool
}

// Of the memory that is allowed, a table may take so many tenths and stay in memory. Where
// it does not fit, the first rows do, and the rest is for what is made of them.
const tenthsForTable, tenthsForFirst = 6, 3

// keep adds rows: to those in memory while they fit, and to the spool from then on.
func (t *Table) keep(b *block) error {
	t.countEntries(b)
	if t.bound.spool != nil {
		return t.spoolBlock(b)
	}
	t.append(b)
	t.bound.taken += b.shape().bytes()
	if t.bound.most == 0 || t.bound.taken <= t.bound.most/10*tenthsForTable && !t.options.spoolAll {
		return nil
	}
	return t.overflow()
}

// overflow makes a spool, for all rows but the first.
func (t *Table) overflow() error {
	file, where, err := t.options.temporary()
	s := &spool{source: t.Source(), where: where, file: file, origin: t.schema.origin}
	if err != nil {
		return s.full(err)
	}
	s.writing.begin(s.put)
	t.bound.spool = s
	all, kept := t.held, int64(0)
	t.held, t.starts = nil, []int{0}
	for _, h := range all {
		if kept += h.bytes(); kept <= t.bound.most/10*tenthsForFirst && !t.options.spoolAll {
			t.hold(h)
		} else if err := t.spoolBlock(h.block); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) spoolBlock(b *block) error {
	h, err := t.bound.spool.add(b)
	if err == nil {
		t.hold(h)
	}
	return err
}

// written waits until all rows are where they belong.
func (t *Table) written() error {
	if t.bound.spool == nil {
		return nil
	}
	return t.bound.spool.writing.end()
}

// temporary makes the file of a spool.
func (o *Options) temporary() (spoolFile, string, error) {
	if o.newTemporary != nil {
		return o.newTemporary()
	}
	return temporaryFile()
}

// spools are those that the rows are on: one, or one of each file that the table is made of.
func (t *Table) spools() []*spool {
	var all []*spool
	if t.bound.spool != nil {
		all = append(all, t.bound.spool)
	}
	for k := range t.held {
		if s := t.held[k].spool; s != nil && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// Spooled tells how many bytes of the table are on a temporary file because they do not
// fit into memory, and how often they were read; 0 and 0 for a table in memory.
func (t *Table) Spooled() (bytes int64, passes int) {
	for _, s := range t.spools() {
		s.mu.Lock()
		bytes, passes = bytes+s.size, max(passes, s.passes)
		s.mu.Unlock()
	}
	return bytes, passes
}

// Close gives back what a table takes that does not fit into memory. Its rows cannot be
// read after that. A table in memory has nothing to close.
func (t *Table) Close() error {
	var err error
	for _, s := range t.spools() {
		err = errors.Join(err, s.close())
	}
	return err
}

// checkTarget says where the target alone takes too much of the memory that is allowed.
func (t *Table) checkTarget(r *reading) error {
	if t.bound.most == 0 {
		return nil
	}
	const number, text = 8, 16
	each := number * int64(max(len(r.columns), len(r.labels)))
	if r.isText() {
		each = text
	}
	need := each * int64(t.Len())
	for _, c := range r.columns {
		for _, word := range c.words {
			need += text + int64(len(word))
		}
	}
	if need <= t.bound.most/2 {
		return nil
	}
	return &Error{Source: t.Source(), Problem: fmt.Sprintf("the target alone takes %s in %s, more than half of the %s of memory allowed; allow more",
		memory.Format(need), wording.Count(t.Len(), "row"), memory.Format(t.bound.most))}
}

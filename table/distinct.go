package table

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"suffice/internal/cells"
	"suffice/internal/parts"
)

// findings are what passes over the rows have found in columns. Forks share them: a column
// that is understood otherwise is another column.
type findings struct {
	mu     sync.Mutex
	seen   map[*cells.Column]*parts.Seen // in the numbers
	counts map[*cells.Column][]int       // of the words
}

func newFindings() *findings {
	return &findings{seen: map[*cells.Column]*parts.Seen{}, counts: map[*cells.Column][]int{}}
}

// clone knows the same, and what it learns is its own.
func (f *findings) clone() *findings {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &findings{seen: maps.Clone(f.seen), counts: maps.Clone(f.counts)}
}

// look makes one pass for what it does not know yet of the numbers of columns.
func (t *Table) look(columns ...*cells.Column) {
	var at []int
	var found []*parts.Seen
	var of []*cells.Column
	t.found.mu.Lock()
	for _, c := range columns {
		if c.Slot >= 0 && t.found.seen[c] == nil {
			at, of = append(at, c.Slot), append(of, c)
			found = append(found, parts.NewSeen())
		}
	}
	t.found.mu.Unlock()
	if len(at) == 0 {
		return
	}
	see := func(k int, cell float64) { found[k].Add(cell) }
	t.eachIn(at, see, func(k int, cell float64, _ int) { see(k, cell) })
	if t.failure != nil {
		return // what was seen is not all
	}
	t.found.mu.Lock()
	defer t.found.mu.Unlock()
	for k, c := range of {
		t.found.seen[c] = found[k]
	}
}

// seenIn is what is seen in a column, which is looked at unless it was before; nothing
// where that fails.
func (t *Table) seenIn(c *cells.Column) *parts.Seen {
	t.look(c)
	t.found.mu.Lock()
	defer t.found.mu.Unlock()
	return cmp.Or(t.found.seen[c], &parts.Seen{})
}

// distinct tells whether the numbers of a column are few.
type distinct struct {
	binary bool // all are 0 or 1, and some are 1
	few    int  // how many different ones there are, where they are few and whole; or 0
}

func (t *Table) distinct(c *cells.Column) distinct {
	s := t.seenIn(c)
	if !s.Few || len(s.Distinct) > parts.FewValues {
		return distinct{}
	}
	few, others := len(s.Distinct), len(s.Distinct)
	if few*5 > c.Numbers {
		few = 0 // hardly a value comes twice
	}
	if slices.Contains(s.Distinct, 0) {
		others--
	}
	return distinct{binary: others == 1 && slices.Contains(s.Distinct, 1), few: few}
}

// mayBeLabel reports whether numbers are 0 and 1; a label that no row has is all 0.
func (t *Table) mayBeLabel(c *cells.Column) bool { return t.distinct(c).binary || t.seenIn(c).Zero }

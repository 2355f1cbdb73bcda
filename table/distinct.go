package table

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"

	"suffice/internal/cells"
)

// seen is what a pass finds in the numbers of a column.
type seen struct {
	distinct []float64 // up to one more than fewValues
	few      bool      // they are all in distinct, and whole
	zero     bool      // all are 0, and there are no words
	whole    bool
	extremes
}

// fewValues is how many different numbers may be classes.
const fewValues = 10

// findings are what passes over the rows have found in columns. Forks share them: a column
// that is understood otherwise is another column.
type findings struct {
	mu     sync.Mutex
	seen   map[*cells.Column]*seen // in the numbers
	counts map[*cells.Column][]int // of the words
}

func newFindings() *findings {
	return &findings{seen: map[*cells.Column]*seen{}, counts: map[*cells.Column][]int{}}
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
	var found []*seen
	var of []*cells.Column
	t.found.mu.Lock()
	for _, c := range columns {
		if c.Slot >= 0 && t.found.seen[c] == nil {
			at, of = append(at, c.Slot), append(of, c)
			found = append(found, &seen{few: true, zero: true, whole: true, extremes: newExtremes()})
		}
	}
	t.found.mu.Unlock()
	if len(at) == 0 {
		return
	}
	see := func(k int, cell float64) { found[k].add(cell) }
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

func (s *seen) add(v float64) {
	if s.zero && v != 0 && !cells.IsMissing(v) {
		s.zero = false
	}
	if v-v != 0 {
		return
	}
	if s.whole {
		s.whole = v == math.Trunc(v)
	}
	s.see(v)
	if s.few && !slices.Contains(s.distinct, v) {
		s.few = v == float64(int64(v)) && len(s.distinct) <= fewValues
		s.distinct = append(s.distinct, v)
	}
}

// seenIn is what is seen in a column, which is looked at unless it was before; nothing
// where that fails.
func (t *Table) seenIn(c *cells.Column) *seen {
	t.look(c)
	t.found.mu.Lock()
	defer t.found.mu.Unlock()
	return cmp.Or(t.found.seen[c], &seen{})
}

// distinct tells whether the numbers of a column are few.
type distinct struct {
	binary bool // all are 0 or 1, and some are 1
	few    int  // how many different ones there are, where they are few and whole; or 0
}

func (t *Table) distinct(c *cells.Column) distinct {
	s := t.seenIn(c)
	if !s.few || len(s.distinct) > fewValues {
		return distinct{}
	}
	few, others := len(s.distinct), len(s.distinct)
	if few*5 > c.Numbers {
		few = 0 // hardly a value comes twice
	}
	if slices.Contains(s.distinct, 0) {
		others--
	}
	return distinct{binary: others == 1 && slices.Contains(s.distinct, 1), few: few}
}

// mayBeLabel reports whether numbers are 0 and 1; a label that no row has is all 0.
func (t *Table) mayBeLabel(c *cells.Column) bool { return t.distinct(c).binary || t.seenIn(c).zero }

package table

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/wording"
)

// Stack puts tables one below the other that have the same columns in the same order,
// as the training and the test file of one data set have. A column must be numbers in
// all of them, or words in all. The tables are used up: their cells become those of the
// result.
func Stack(tables ...*Table) (*Table, error) {
	stacked := tables[0]
	for _, below := range tables[1:] {
		if err := stacked.checkSame(below); err != nil {
			return nil, err
		}
	}
	var sources []string
	for k, t := range tables {
		t.schema.order = k
		t.rememberPlaces()
		if k > 0 {
			if err := stacked.put(t); err != nil {
				return nil, err
			}
		}
		sources = append(sources, t.Source())
	}
	whole := *stacked.schema
	whole.source = strings.Join(sources, ", ")
	stacked.schema = &whole
	return stacked, nil
}

// rememberPlaces makes places of cells tell their file.
func (t *Table) rememberPlaces() {
	for _, c := range t.schema.columns {
		c.text.of, c.gap.of = t.schema, t.schema
	}
}

// checkSame says why another table cannot be put below, or nil.
func (t *Table) checkSame(below *Table) error {
	differ := func(format string, values ...any) error {
		return &Error{Source: below.Source(), Problem: fmt.Sprintf(format, values...) + "; only tables of the same columns can be put together"}
	}
	if t.Width() != below.Width() {
		return differ("it has %s, but %s has %d", wording.Count(below.Width(), "column"), t.Source(), t.Width())
	}
	for j, c := range t.schema.columns {
		other := below.schema.columns[j]
		switch {
		case c.name != other.name:
			return differ("column %d is %q, but %q in %s", j+1, other.name, c.name, t.Source())
		case c.slot >= 0 && c.onlyNumbers() && other.onlyWords():
			return differ("column %q has words, but numbers in %s", c.name, t.Source())
		case c.slot >= 0 && c.onlyWords() && other.onlyNumbers():
			return differ("column %q has numbers, but words in %s", c.name, t.Source())
		}
	}
	if !slices.Equal(t.DeclaredLabels(), below.DeclaredLabels()) {
		return differ("it declares other labels than %s", t.Source())
	}
	return nil
}

func (c *column) onlyNumbers() bool { return c.numbers > 0 && c.texts == 0 }
func (c *column) onlyWords() bool   { return c.texts > 0 && c.numbers == 0 }

// put adds the rows of a table below those that are there.
func (t *Table) put(below *Table) error {
	for j, c := range t.schema.columns {
		if c.slot < 0 {
			continue
		}
		other := below.schema.columns[j]
		number := c.merge(other)
		if inOrder(number) {
			continue
		}
		below.zero[c.slot] = renumbered(below.zero[c.slot], number)
		below.change(func(b *block) bool {
			renumber(b, c.slot, number)
			return true
		})
	}
	if below.failure != nil {
		return below.failure
	}
	t.seen, t.counts = nil, nil
	switch {
	case !below.hasSparse():
	case !t.hasSparse():
		t.zero = below.zero
	default:
		if err := t.checkZeros(below); err != nil {
			return err
		}
	}
	for _, h := range below.held {
		t.hold(h)
	}
	t.addEntries(below)
	return nil
}

func (t *Table) hasSparse() bool {
	return slices.ContainsFunc(t.held, func(h held) bool { return h.sparse })
}

// checkZeros says where what sparse rows leave out is not the same in both tables: the
// first level of a nominal column.
func (t *Table) checkZeros(below *Table) error {
	for _, c := range t.schema.columns {
		if c.slot >= 0 && wordOf(t.zero[c.slot]) != wordOf(below.zero[c.slot]) {
			return &Error{Source: below.Source(), Column: c.name, Problem: "its levels begin with another one than in " + t.Source() + ", and sparse rows leave out the first; declare them in the same order"}
		}
	}
	return nil
}

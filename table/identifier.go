package table

import (
	"math"
	"slices"
	"strings"
)

// fewestIdentifiers is how many numbers must be different from each other before that
// says anything.
const fewestIdentifiers = 20

// identifies reports whether the numbers of a column are many, whole and all different,
// as identifiers are.
func (t *Table) identifies(c *column) bool {
	if c.numbers < fewestIdentifiers {
		return false
	}
	var values []float64
	whole := true
	t.cells(c, func(_ int, v float64) {
		if v-v == 0 && whole {
			whole = v == math.Trunc(v)
			values = append(values, v)
		}
	})
	if !whole {
		return false
	}
	slices.Sort(values)
	return len(slices.Compact(values)) == c.numbers
}

// looksLikeIdentifier reports whether a column of numbers may be one of identifiers: each
// comes once, and they count the rows or the column is called so.
func (t *Table) looksLikeIdentifier(c *column) bool {
	if c.slot < 0 || c.kind() != Number || c.numbers < fewestIdentifiers {
		return false
	}
	return t.counts(c, fewestIdentifiers) && t.counts(c, t.Len()) || isCalledIdentifier(c.name) && t.identifies(c)
}

// counts reports whether the first n cells of a column rise by one from row to row.
func (t *Table) counts(c *column, n int) bool {
	if t.breaksOff(c) {
		return false // as nearly all columns, of which there may be thousands
	}
	rises, last := true, 0.
	t.each(0, n, func(i int, row []float64) {
		v := row[c.slot]
		rises = rises && (i == 0 || v == last+1)
		last = v
	})
	return rises
}

// breaksOff reports whether the second of the cells is seen at once not to follow the first.
func (t *Table) breaksOff(c *column) bool {
	var before float64
	for i, k := 0, 0; i < min(2, t.Len()); i++ {
		for i >= t.starts[k+1] {
			k++
		}
		b := t.blocks[k]
		if b.sparse || c.slot >= b.width {
			return false
		}
		v := b.cells[(i-t.starts[k])*b.width+c.slot]
		if i > 0 && v != before+1 {
			return true
		}
		before = v
	}
	return false
}

func isCalledIdentifier(name string) bool {
	name = strings.ToLower(name)
	return name == "id" || strings.HasSuffix(name, "_id")
}

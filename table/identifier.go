package table

import (
	"math"
	"slices"
	"strings"

	"suffice/internal/cells"
)

// fewestIdentifiers is how many numbers must be different from each other before that
// says anything.
const fewestIdentifiers = 20

// identifies reports whether the numbers of a column are many, whole and all different,
// as identifiers are.
func (t *Table) identifies(c *cells.Column) bool {
	if c.Numbers < fewestIdentifiers || t.leftOut(c) > 1 {
		return false
	}
	var values []float64
	whole := true
	t.eachCell(c, func(_ int, v float64) {
		if v-v == 0 && whole {
			whole = v == math.Trunc(v)
			values = append(values, v)
		}
	})
	if !whole {
		return false
	}
	slices.Sort(values)
	return len(slices.Compact(values)) == c.Numbers
}

// looksLikeIdentifier reports whether a column of numbers may be one of identifiers: each
// comes once, and they count the rows or the column is called so.
func (t *Table) looksLikeIdentifier(c *cells.Column) bool {
	if c.Slot < 0 || c.Type() != Number || c.Numbers < fewestIdentifiers || t.leftOut(c) > 1 {
		return false
	}
	return t.risesByOne(c, fewestIdentifiers) && t.risesByOne(c, t.Len()) || isCalledIdentifier(c.Name) && t.identifies(c)
}

// risesByOne reports whether the first n cells of a column rise by one from row to row.
func (t *Table) risesByOne(c *cells.Column, n int) bool {
	rises, last := true, 0.
	t.each(0, n, func(i int, row []float64) {
		v := row[c.Slot]
		rises = rises && (i == 0 || v == last+1)
		last = v
	})
	return rises
}

func isCalledIdentifier(name string) bool {
	name = strings.ToLower(name)
	return name == "id" || strings.HasSuffix(name, "_id")
}

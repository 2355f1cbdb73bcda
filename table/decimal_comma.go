package table

import (
	"suffice/internal/cells"
)

// hasDecimalCommas reports whether a column seems to be numbers with decimal commas, which
// were not asked for: nearly all of its words are, and what are numbers without are whole.
func (t *Table) hasDecimalCommas(c *cells.Column) bool {
	const few = 9 // such words to each that is none
	if !t.schema.OnlyPoints || c.Slot < 0 || c.Commas == 0 || c.Commas < few*c.Others {
		return false
	}
	return c.Numbers == 0 || t.seenIn(c).whole
}

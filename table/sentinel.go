package table

import (
	"suffice/internal/cells"
	"suffice/internal/wording"
)

// remarkNumbers remarks numbers that seem to mark missing values, and whole ones that are too
// large.
func (t *Table) remarkNumbers(c *cells.Column, choice *Choice) {
	if c.Slot < 0 || c.Type() != Number || c.Form.IsTime() || t.rows.OnlySparse() {
		return
	}
	seen := t.seenIn(c)
	if mark, times, found := seen.Sentinel(); found {
		text := string(cells.NumberAsWord(mark))
		choice.Notes = append(choice.Notes, cells.Messagef("column %q is %s in %s, far from all other values; if that means missing, say %s", c.Name, text, wording.Count(times, "row"), SayNA.As(text)))
	}
	if seen.Huge {
		choice.Notes = append(choice.Notes, cells.Messagef("column %q has whole numbers beyond 2^53, whose last digits are lost; exclude it if they are identifiers", c.Name))
	}
}

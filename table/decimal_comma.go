package table

import "strings"

// lookForComma counts a new word by whether it would be a number with a decimal comma. A
// whole number is one either way and says nothing.
func (c *column) lookForComma(word string) {
	if _, ok := parseNumberWith([]byte(word), ','); !ok {
		c.others++
	} else if strings.Contains(word, ",") {
		c.commas++
	}
}

// hasDecimalCommas reports whether a column seems to be numbers with decimal commas, which
// were not asked for: nearly all of its words are, and what are numbers without are whole.
func (t *Table) hasDecimalCommas(c *column) bool {
	const few = 9 // such words to each that is none
	if !t.schema.onlyPoints || c.slot < 0 || c.commas == 0 || c.commas < few*c.others {
		return false
	}
	return c.numbers == 0 || t.seenIn(c).whole
}

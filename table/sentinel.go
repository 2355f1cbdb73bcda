package table

import (
	"math"

	"suffice/internal/cells"
	"suffice/internal/wording"
)

// extremes are what tells numbers that mark missing values from others.
type extremes struct {
	low, high float64         // of all numbers that cannot be such marks
	others    int             // how many those are
	marks     map[float64]int // how often numbers come that can be
	huge      bool            // some whole numbers are too large for all their digits
}

func newExtremes() extremes { return extremes{low: math.Inf(1), high: math.Inf(-1)} }

func (e *extremes) see(v float64) {
	switch math.Abs(v) {
	case 99, 999, 9999, 99999, 999999, 9999999:
		if e.marks == nil {
			e.marks = map[float64]int{}
		}
		e.marks[v]++
		return
	}
	e.others++
	e.low, e.high = min(e.low, v), max(e.high, v)
	const exact, longest = 1 << 53, 1 << 63 * 2. // beyond the first, floats leave whole numbers out; integers end at the second
	e.huge = e.huge || math.Abs(v) > exact && math.Abs(v) <= longest
}

// sentinel is a number that seems to mark missing values: 99 or the like, some times, and
// further from all others than those are from each other.
func (e *extremes) sentinel() (mark float64, times int, found bool) {
	const fewest, twice = 10, 2
	if e.others < fewest || !(e.high > e.low) {
		return 0, 0, false
	}
	for v, n := range e.marks {
		if away := max(e.low-v, v-e.high); n >= twice && away > e.high-e.low && n > times {
			mark, times, found = v, n, true
		}
	}
	return mark, times, found
}

// remarkNumbers remarks numbers that seem to mark missing values, and whole ones that are too
// large.
func (t *Table) remarkNumbers(c *cells.Column, choice *Choice) {
	if c.Slot < 0 || c.Type() != Number || c.Form.IsTime() || t.rows.OnlySparse() {
		return
	}
	seen := t.seenIn(c)
	if mark, times, found := seen.sentinel(); found {
		text := string(cells.NumberAsWord(mark))
		choice.Notes = append(choice.Notes, cells.Messagef("column %q is %s in %s, far from all other values; if that means missing, say %s", c.Name, text, wording.Count(times, "row"), SayNA.As(text)))
	}
	if seen.huge {
		choice.Notes = append(choice.Notes, cells.Messagef("column %q has whole numbers beyond 2^53, whose last digits are lost; exclude it if they are identifiers", c.Name))
	}
}

package table

import (
	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// asksForComma reports whether the first word of a column would be a number if a comma were
// the sign before decimals, as it is in other columns or files.
func (t *Table) asksForComma(c *cells.Column) bool {
	_, ok := cells.ParseNumberWith([]byte(c.FirstText.Value), ',')
	return ok && !c.Form.IsTime() && t.schema.Format == "csv" && t.schema.About.Point != ','
}

// inDoubt says what the words of a column leave open, and what to do, or is nil.
func (t *Table) inDoubt(c *cells.Column) error {
	if c.Doubtful != cells.DayOrMonth {
		return nil
	}
	return t.schema.ProblemAt(c.FirstText, c.Name, cells.Shown(c.FirstText.Value)+" may be day/month or month/day, and no row tells").
		Advise("say %s or %s", SayDates.As("dmy"), SayDates.As("mdy"))
}

// doubtOf is a remark on what was taken in one way and may be meant otherwise.
func doubtOf(c *cells.Column) (Message, bool) {
	switch c.Doubtful {
	case cells.CommaOrNone:
		return cells.Messagef("the commas in column %q are taken as marks of thousands; if they are decimal signs, say %s", c.Name, SayDecimalComma), true
	case cells.CommaAsPoint:
		return cells.Messagef("the commas in column %q are taken as decimal signs: say %s if they are, and remove them if they mark thousands", c.Name, SayDecimalComma), true
	case cells.PointOrNone:
		return cells.Messagef("the points in column %q are taken as decimal signs; if they mark thousands, say %s", c.Name, SayDecimalComma), true
	}
	return Message{}, false
}

// remarkNumbers remarks numbers that seem to mark missing values, and whole ones that are too
// large.
func (t *Table) remarkNumbers(c *cells.Column, choice *Choice) {
	if c.Slot < 0 || c.Type() != Number || c.Form.IsTime() || t.rows.OnlySparse() {
		return
	}
	seen := t.seenIn(c)
	if mark, times, found := seen.Sentinel(); found {
		text := string(cells.NumberAsWord(mark))
		choice.Notes = append(choice.Notes, cells.Messagef("column %q is %s in %s, far from all other values; if that means missing, say %s", c.Name, text, humanize.Count(times, "row"), SayNA.As(text)))
	}
	if seen.Huge {
		choice.Notes = append(choice.Notes, cells.Messagef("column %q has whole numbers beyond 2^53, whose last digits are lost; exclude it if they are identifiers", c.Name))
	}
}

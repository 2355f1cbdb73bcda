package table

import (
	"suffice/internal/cells"
)

// asksForComma reports whether the first word of a column would be a number if a comma were
// the sign before decimals, as it is in other columns or files.
func (t *Table) asksForComma(c *cells.Column) bool {
	_, ok := cells.ParseNumberWith([]byte(c.FirstText.Value), ',')
	return ok && !c.Form.IsTime() && t.format == "csv" && t.schema.About.Point != ','
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

package table

import (
	"fmt"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// rememberPlaces makes places of cells tell their file.
func rememberPlaces(columns []*cells.Column, of *cells.Schema) {
	for _, c := range columns {
		c.FirstText.Of, c.FirstGap.Of = of, of
	}
}

// checkSame says why another table cannot be put below, or nil.
func (t *Table) checkSame(below *Table) error {
	differ := below.unlike
	if t.Width() != below.Width() {
		return differ("it has %s, but %s has %d", humanize.Count(below.Width(), "column"), t.Source(), t.Width())
	}
	for j, c := range t.schema.Columns {
		other := below.schema.Columns[j]
		switch {
		case c.Name != other.Name:
			return differ("column %d is %q, but %q in %s", j+1, other.Name, c.Name, t.Source())
		case (c.Slot < 0) != (other.Slot < 0):
			return differ("column %q is not kept in both it and %s", c.Name, t.Source())
		case c.Slot >= 0 && c.Numbers > 0 && other.Numbers > 0 && !sameTimes(c.Form, other.Form):
			return differ("column %q is %s, but %s in %s", c.Name, formInWords(other.Form), formInWords(c.Form), t.Source())
		case c.Slot >= 0 && c.Doubtful == cells.DayOrMonth && other.OnlyNumbers() && other.Form.IsDate():
			return t.inDoubt(c)
		case c.Slot >= 0 && other.Doubtful == cells.DayOrMonth && c.OnlyNumbers() && c.Form.IsDate():
			return below.inDoubt(other)
		case c.Slot >= 0 && mixesNumbersAndWords(c, other):
			return differ("column %q has words, but numbers in %s", c.Name, t.Source())
		case c.Slot >= 0 && mixesNumbersAndWords(other, c):
			return differ("column %q has numbers, but words in %s", c.Name, t.Source())
		}
	}
	if !slices.Equal(t.DeclaredLabels(), below.DeclaredLabels()) {
		return differ("it declares other labels than %s", t.Source())
	}
	return nil
}

// unlike is the error that the table cannot be put below another.
func (t *Table) unlike(format string, values ...any) error {
	return unlike(t.Source(), format, values...)
}

func unlike(source, format string, values ...any) error {
	return &Error{Source: source, Problem: fmt.Sprintf(format, values...) + "; only tables of the same columns can be put together"}
}

// mixesNumbersAndWords reports whether a column has numbers here and words there: what they are
// written as, or what they are.
func mixesNumbersAndWords(here, there *cells.Column) bool {
	return here.WrittenAsNumbers() && there.WrittenAsWords() || here.OnlyNumbers() && there.OnlyWords()
}

// sameTimes reports whether numbers of two forms count the same: not where some are dates and
// others are not, or where days and months are in another order.
func sameTimes(a, b cells.Form) bool {
	return a == b || !a.IsTime() && !b.IsTime() || a.IsDate() && b.IsDate() && (a == cells.Dates || b == cells.Dates)
}

func formInWords(f cells.Form) string {
	if !f.IsTime() {
		return "numbers"
	}
	return "written as " + f.String()
}

func otherLevels(source, column, than string) error {
	return &Error{Source: source, Column: column, Problem: "its levels begin with another one than in " + than + ", and sparse rows leave out the first; declare them in the same order"}
}

package table

import (
	"suffice/internal/cells"
)

// makeNominal makes words of the numbers in the columns that are to be nominal.
func (t *Table) makeNominal(r Roles) error {
	columns, err := t.expand(r.Nominal, "--nominal")
	if err != nil {
		return err
	}
	var words []*cells.Column
	for _, j := range columns {
		c := t.schema.Columns[j]
		if c.Slot < 0 {
			continue
		}
		words = append(words, c)
		c.Declared, c.AsNominal = Nominal, true
	}
	t.numbersToWords(words...)
	return nil
}

// numbersToWords makes the numbers of columns words, all columns in one pass. A word that
// looked like a number loses zeros that do not count: 007 becomes 7.
func (t *Table) numbersToWords(columns ...*cells.Column) {
	bySlot := make([]*cells.Column, t.schema.Kept)
	implied := make(map[*cells.Column]int) // numbers that sparse rows leave out
	for _, c := range columns {
		if c.Numbers > 0 && c.Slot >= 0 {
			bySlot[c.Slot], implied[c] = c, c.Numbers
			delete(t.seen, c)
			delete(t.counts, c)
		}
	}
	if len(implied) == 0 {
		return
	}
	t.fail(t.rows.Change(t.context(), func(b *cells.Block) (changed bool) {
		b.EachNumber(bySlot, func(c *cells.Column, cell *float64) {
			*cell = c.Word(cells.NumberAsWord(*cell), 0)
			implied[c]--
			changed = true
		})
		return changed
	}))
	for c, n := range implied {
		if n > 0 && t.failure == nil {
			t.rows.Zero[c.Slot] = c.Word(cells.NumberAsWord(t.rows.Zero[c.Slot]), 0)
			c.Texts += n - 1
		}
		c.Numbers = 0
	}
}

package table

import "suffice/internal/cells"

// makeNominal makes words of the numbers in the columns that are to be nominal.
func (t *Table) makeNominal(r Roles) error {
	columns, err := t.expand(r.Nominal, cells.SayNominal)
	if err != nil {
		return err
	}
	for _, j := range columns {
		if t.schema.Columns[j].Slot >= 0 {
			c := t.schema.Columns[j].Clone()
			c.Declared, c.AsNominal = Nominal, true
			t.schema.Columns[j] = c
		}
	}
	t.asWords(columns...)
	return nil
}

// asWords understands the numbers of columns as words, whatever the cells are. It is for
// forks.
func (t *Table) asWords(at ...int) {
	var words []*cells.Column
	for _, j := range at {
		if c := t.schema.Columns[j]; c.Numbers > 0 && c.Slot >= 0 {
			t.schema.Columns[j] = c.Clone()
			words = append(words, t.schema.Columns[j])
		}
	}
	t.numbersToWords(false, words...)
}

// numbersToWords makes the numbers of columns words, all columns in one pass, and their
// cells too where they are to be stored. A word that looked like a number loses zeros that
// do not count: 007 becomes 7.
func (t *Table) numbersToWords(store bool, columns ...*cells.Column) {
	bySlot := make([]*cells.Column, t.schema.Kept)
	implied := make(map[*cells.Column]int) // numbers that sparse rows leave out
	for _, c := range columns {
		if c.Numbers > 0 && c.Slot >= 0 {
			bySlot[c.Slot], implied[c] = c, c.Numbers
		}
	}
	if len(implied) == 0 {
		return
	}
	t.fail(t.rows.Change(t.context(), func(b *cells.Block) (changed bool) {
		b.EachNumber(bySlot, func(c *cells.Column, cell *float64) {
			word := c.Word(cells.NumberAsWord(*cell), 0)
			implied[c]--
			if changed = store; store {
				*cell = word
			}
		})
		return changed
	}))
	for c, n := range implied {
		if n > 0 && t.failure == nil {
			word := c.Word(cells.NumberAsWord(t.rows.Zero[c.Slot]), 0)
			c.Texts += n - 1
			if store {
				t.rows.Zero[c.Slot] = word
			}
		}
		c.Numbers = 0
	}
}

// wordIn is which word of its column a cell stands for, or below 0. A number stands for
// one where the column is understood as words.
func wordIn(c *cells.Column, cell float64) int {
	if cell-cell != 0 || c.Numbers > 0 {
		return cells.WordOf(cell)
	}
	if k, known := c.Index[string(cells.NumberAsWord(cell))]; known {
		return k
	}
	return -1
}

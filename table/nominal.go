package table

import "suffice/internal/cells"

// makeNominal makes words of the numbers in the columns that are to be nominal.
func (t *Table) makeNominal(r Roles) error {
	columns, err := t.expand(r.Nominal, SayNominal)
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
// forks, and what is found in such columns ends with the fork.
func (t *Table) asWords(at ...int) {
	if len(at) == 0 {
		return
	}
	t.found = t.found.clone()
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
	type number struct {
		of    *cells.Column
		value float64
	}
	met := map[number]bool{} // which need not be written as words again
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
			implied[c]--
			switch of := (number{c, *cell}); {
			case store:
				*cell, changed = c.Word(cells.NumberAsWord(*cell), 0), true
			case met[of]:
				c.Texts++
			case len(met) < cells.MaxWords:
				met[of] = true
				fallthrough
			default:
				c.Word(cells.NumberAsWord(*cell), 0)
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

// wordsIn tells which words of its column cells stand for. A number stands for one where the
// column is understood as words.
type wordsIn struct {
	*cells.Column
	numbers map[float64]int // those met so far
}

// of is the word of a cell, or below 0.
func (w *wordsIn) of(cell float64) int {
	if cell-cell != 0 || w.Numbers > 0 {
		return cells.WordOf(cell)
	}
	k, known := w.numbers[cell]
	if !known {
		var isWord bool
		if k, isWord = w.Index[string(cells.NumberAsWord(cell))]; !isWord {
			k = -1
		}
		if w.numbers == nil {
			w.numbers = map[float64]int{}
		}
		w.numbers[cell] = k
	}
	return k
}

package table

import (
	"math"
	"strconv"
)

// makeNominal makes words of the numbers in the columns that are to be nominal.
func (t *Table) makeNominal(r Roles) error {
	columns, err := t.expand(r.Nominal, "--nominal")
	if err != nil {
		return err
	}
	var words []*column
	for _, j := range columns {
		c := t.schema.columns[j]
		if c.slot < 0 {
			continue
		}
		words = append(words, c)
		c.declared, c.asNominal = Nominal, true
	}
	t.numbersToWords(words...)
	return nil
}

// numbersToWords makes the numbers of columns words, all columns in one pass. A word that
// looked like a number loses zeros that do not count: 007 becomes 7.
func (t *Table) numbersToWords(columns ...*column) {
	bySlot := make([]*column, t.schema.kept)
	implied := make(map[*column]int) // numbers that sparse rows leave out
	for _, c := range columns {
		if c.numbers > 0 && c.slot >= 0 {
			bySlot[c.slot], implied[c] = c, c.numbers
			delete(t.seen, c)
			delete(t.counts, c)
		}
	}
	if len(implied) == 0 {
		return
	}
	t.change(func(b *block) (changed bool) {
		b.numbers(bySlot, func(c *column, cell *float64) {
			*cell = c.word(numberAsWord(*cell), 0)
			implied[c]--
			changed = true
		})
		return changed
	})
	for c, n := range implied {
		if n > 0 && t.failure == nil {
			t.zero[c.slot] = c.word(numberAsWord(t.zero[c.slot]), 0)
			c.texts += n - 1
		}
		c.numbers = 0
	}
}

// numbers calls visit with the numbers of some columns, those of one column in the order
// of the rows.
func (b *block) numbers(bySlot []*column, visit func(c *column, cell *float64)) {
	if b.sparse {
		for e, slot := range b.slots {
			if c := bySlot[slot]; c != nil && b.values[e]-b.values[e] == 0 {
				visit(c, &b.values[e])
			}
		}
		return
	}
	for slot, c := range bySlot[:b.width] { // columns that came up after these rows are beyond
		if c == nil {
			continue
		}
		for e := slot; e < len(b.cells); e += b.width {
			if v := b.cells[e]; v-v == 0 {
				visit(c, &b.cells[e])
			}
		}
	}
}

// numberAsWord is a number as one would write it.
func numberAsWord(v float64) []byte {
	const digits = 1e15 // up to here, all of a whole number count
	if v == 0 {
		return []byte("0") // without the sign that it may have
	}
	if -digits < v && v < digits && v == math.Trunc(v) {
		return strconv.AppendFloat(nil, v, 'f', -1, 64)
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64)
}

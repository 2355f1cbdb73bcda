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
	for _, j := range columns {
		c := t.schema.columns[j]
		if c.slot < 0 {
			continue
		}
		if c.numbers > 0 {
			t.numbersToWords(c)
		}
		c.declared, c.asNominal = Nominal, true
	}
	return nil
}

// numbersToWords makes the numbers of a column words. A word that looked like a number
// loses zeros that do not count: 007 becomes 7.
func (t *Table) numbersToWords(c *column) {
	implied := c.numbers // that sparse rows leave out
	for _, b := range t.blocks {
		cells, step, from := b.cells, b.width, c.slot
		switch {
		case b.sparse:
			cells, step, from = b.values, 1, 0
		case c.slot >= b.width:
			continue // the column came up after these rows
		}
		for e := from; e < len(cells); e += step {
			if v := cells[e]; v-v == 0 && (!b.sparse || int(b.slots[e]) == c.slot) {
				cells[e] = c.word(numberAsWord(v), 0)
				implied--
			}
		}
	}
	if implied > 0 {
		t.zero[c.slot] = c.word(numberAsWord(t.zero[c.slot]), 0)
		c.texts += implied - 1
	}
	c.numbers = 0
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

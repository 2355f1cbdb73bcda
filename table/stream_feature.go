package table

import (
	"fmt"

	"suffice/internal/cells"
	"suffice/rows"
)

// streamed is an input of a model, made from a column of which more and more is known.
type streamed struct {
	name    string
	level   rows.Level // where isLevel
	isLevel bool
	fill    float64 // instead of a missing cell

	column *cells.Column // nil as long as the file has not shown it
	zero   bool          // until then it is 0, because the file leaves zeros out
	values []float64     // of the words so far; nil where one of them is not a number
	occurs []bool        // which words a cell has had, where it is a level

	number  map[float64]float64 // of a level's column: what its numbers are worth
	numbers []string            // those that are not the level, as words

	notBinary, notWhole bool // some number so far is not 0 or 1; not whole
}

// prepare brings the features up to what the columns are after the block was read.
func (s *Stream) prepare() {
	schema := s.table.schema
	s.plain = true
	for k := range s.features {
		f := &s.features[k]
		f.prepare(s.table)
		s.slots[k] = -1
		if f.column != nil {
			s.slots[k] = f.column.Slot
		}
		s.plain = s.plain && s.slots[k] >= 0 && f.column.Texts == 0 && !f.isLevel
	}
	if len(s.row) < schema.Kept {
		s.row = make([]float64, schema.Kept)
	}
	if !s.block.Sparse {
		s.look()
		return
	}
	s.zero = append(s.zero[:0], make([]float64, schema.Kept)...)
	for _, c := range schema.Columns {
		if c.Slot >= 0 && c.Declared == Nominal && len(c.Words) > 0 {
			s.zero[c.Slot] = cells.WordCell(0)
		}
	}
	s.look()
}

// look finds numbers that are neither 0 nor 1, and some that are not whole: should the
// column have words too, they tell what it is.
func (s *Stream) look() {
	if s.block.Sparse {
		s.lookAtSparse()
		return
	}
	for k := range s.features {
		f := &s.features[k]
		if f.column == nil || f.isLevel || f.notBinary && f.notWhole {
			continue
		}
		b, slot := s.block, f.column.Slot
		for e := slot; slot < b.Width && e < len(b.Cells) && (!f.notBinary || !f.notWhole); e += b.Width {
			f.see(b.Cells[e])
		}
	}
}

// prepare finds the column, if it is there, and values for the words that are new.
func (f *streamed) prepare(t *Table) {
	if f.column == nil {
		f.zero = t.schema.ImpliesZeros != nil && t.schema.ImpliesZeros(f.name)
		if f.find(t) != nil || f.column == nil {
			return
		}
	}
	c := f.column
	if !f.isLevel {
		if f.values = nil; !c.Many {
			f.values = c.Booleans()
		}
		return
	}
	for _, word := range c.Words[len(f.values):] {
		value := 0.
		if word == f.level.Value {
			value = 1
		}
		f.values, f.occurs = append(f.values, value), append(f.occurs, false)
	}
}

// find looks for the column, which may be one that the file has not shown because it is
// all zero: then there is none. A column of the input's own name comes before a level.
func (f *streamed) find(t *Table) error {
	name := f.name
	if _, there := t.schema.ByName[name]; f.isLevel && !there {
		name = f.level.Column
	} else if there {
		f.isLevel = false
	}
	if _, there := t.schema.ByName[name]; !there && f.zero {
		return nil
	}
	j, err := t.Find(name)
	if err != nil {
		return err
	}
	if c := t.schema.Columns[j]; c.Slot >= 0 {
		f.column = c
	}
	return nil
}

// of is the input's value in a row of cells.
func (f *streamed) of(row []float64) (float64, completeness) {
	if f.column == nil || f.column.Slot >= len(row) {
		switch {
		case f.zero:
			return 0, complete
		case cells.IsMissing(f.fill):
			return f.fill, gap
		}
		return f.fill, complete
	}
	cell := row[f.column.Slot]
	switch k := cells.WordOf(cell); {
	case cell-cell == 0 && f.isLevel:
		return f.ofNumber(cell), complete
	case cell-cell == 0:
		return cell, complete
	case k >= 0 && k < len(f.values):
		if f.isLevel {
			f.occurs[k] = true
		}
		return f.values[k], complete
	case k >= 0 || f.column.Many:
		return f.fill, bad
	case cells.IsMissing(f.fill):
		return f.fill, gap
	}
	return f.fill, complete
}

// ofNumber is 1 where a number is the level, written as a word.
func (f *streamed) ofNumber(v float64) float64 {
	if value, known := f.number[v]; known {
		return value
	}
	if f.number == nil {
		f.number = map[float64]float64{}
	}
	value := 0.
	if word := string(cells.NumberAsWord(v)); word == f.level.Value {
		value = 1
	} else if len(f.number) < cells.MaxWords {
		f.numbers = append(f.numbers, word)
	}
	if len(f.number) < cells.MaxWords {
		f.number[v] = value
	}
	return value
}

// check says why the column cannot be this input, now that all of it was read.
func (f *streamed) check(t *Table) error {
	if err := f.find(t); err != nil {
		return err
	}
	c := f.column
	if c == nil || f.isLevel || c.Texts == 0 {
		return nil
	}
	words := c.Texts > c.Numbers || c.Separated != "" // numbers are words too
	if !c.Many && c.Booleans() != nil && (c.Numbers == 0 || words && !f.notBinary) {
		return nil
	}
	if f.notWhole {
		c.Commas = 0 // then a comma is no decimal sign
	}
	return t.checkNumbers(c)
}

// unknownLevels warns of words that are none of the model's levels.
func (s *Stream) unknownLevels() []string {
	levels := map[*cells.Column][]*streamed{} // of each column that has some
	for k := range s.features {
		if f := &s.features[k]; f.isLevel && f.column != nil {
			levels[f.column] = append(levels[f.column], f)
		}
	}
	var warnings []string
	for _, c := range s.used() {
		if len(levels[c]) == 0 {
			continue
		}
		first := levels[c][0]
		known := map[string]bool{}
		for _, f := range levels[c] {
			known[f.level.Value] = true
		}
		var unknown []string
		for k, word := range c.Words {
			if first.occurs[k] && !known[word] {
				unknown = append(unknown, word)
			}
		}
		for _, word := range first.numbers {
			if k, isWord := c.Index[word]; !known[word] && (!isWord || !first.occurs[k]) {
				unknown = append(unknown, word)
			}
		}
		if len(unknown) > 0 {
			warnings = append(warnings, fmt.Sprintf("%s, column %q: the model does not know %s; such rows count as none of its levels", s.table.Source(), c.Name, cells.Quoted(unknown)))
		}
	}
	return warnings
}

// Package arff reads ARFF, the format of Weka, MULAN and MEKA, dense and sparse.
package arff

import (
	"context"
	"slices"
	"strconv"
	"unicode/utf8"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// Reader reads ARFF: attributes with their types, then rows that list all values, or
// in braces only those that are not zero.
type Reader struct {
	*cells.Window // as the first row is, all are kept: dense or sparse
	relation      string
	attributes    []attribute
	withoutZero   []int   // attributes for which leaving out means a missing value
	numberSlots   []int32 // of the attributes that are numbers; below 0 for others

	separated bool   // the last value was followed by a comma
	unquoted  []byte // the last value in quotes
}

// Open reads the header.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	w, err := cells.NewWindow(in, s)
	if err != nil {
		return nil, err
	}
	r := &Reader{Window: w}
	if err := r.header(); err != nil {
		return nil, r.Failed(err)
	}
	return r, r.addColumns()
}

// Next reads rows.
func (r *Reader) Next(context.Context) (*cells.Block, error) { return r.NextBlock(r.row) }

// row reads a row, or returns io.EOF.
func (r *Reader) row() (*cells.Block, error) {
	c, err := r.RowStart('%')
	if err != nil {
		return nil, err
	}
	if r.Rows == nil {
		r.Rows = cells.NewBuilder(r.Schema, c == '{')
	}
	r.Rows.Begin()
	if c == '{' {
		err = r.sparseRow()
	} else {
		err = r.denseRow()
	}
	if err != nil {
		return nil, err
	}
	return r.Rows.End(), r.NextLine()
}

// denseRow reads one value for each attribute, separated by commas or blanks. Nothing
// between two commas is a missing value.
func (r *Reader) denseRow() error {
	r.separated = true
	for j := range r.attributes {
		c, err := r.SkipBlanks()
		if err != nil {
			return err
		}
		if ends := c == '\n' || c == '%'; ends && !r.separated {
			return r.Problemf("", "%s, but there are %d attributes; write ? for what is missing", humanize.Count(j, "value"), len(r.attributes))
		} else if ends {
			r.setMissing(j, nil)
			r.separated = false
			continue
		}
		if err := r.value(j, c, valueEnds); err != nil {
			return err
		}
		if err := r.comma(); err != nil {
			return err
		}
	}
	return r.rowEnd()
}

// sparseRow reads pairs of an attribute's number, counted from 0, and its value.
func (r *Reader) sparseRow() error {
	r.Pos++
	next := 0
	for {
		if r.Rows.Sparse && len(r.withoutZero) == 0 {
			next = r.PlainEntries(next, r.numberSlots, ' ', ',')
		}
		c, err := r.SkipBlanks()
		switch {
		case err != nil:
			return err
		case c == '}':
			r.Pos++
			r.leaveOut(next, len(r.attributes))
			if err := r.comma(); err != nil {
				return err
			}
			return r.rowEnd()
		case c == '\n':
			return r.Problemf("", "a sparse row does not end on its line; close it with }")
		}
		j, err := r.index(next)
		if err != nil {
			return err
		}
		r.leaveOut(next, j)
		next = j + 1
		if c, err = r.SkipBlanks(); err != nil {
			return err
		}
		if c == ',' || c == '}' || c == '\n' {
			return r.Problemf(r.attributes[j].Name, "there is a number of an attribute without a value; a sparse row is {number value, number value, …}")
		}
		if err := r.value(j, c, entryEnds); err != nil {
			return err
		}
		if err := r.comma(); err != nil {
			return err
		}
	}
}

// index reads the number of an attribute, which must be next or beyond.
func (r *Reader) index(next int) (int, error) {
	word, err := r.Word(entryEnds)
	if err != nil {
		return 0, err
	}
	j, ok := cells.WholeNumber(word)
	switch {
	case !ok:
		return 0, r.Problemf("", "%s is not the number of an attribute; a sparse row is {number value, number value, …}", cells.Shown(string(word)))
	case j >= len(r.attributes):
		return 0, r.Problemf("", "attribute %d, but the last is %d; attributes are counted from 0", j, len(r.attributes)-1)
	case j < next:
		return 0, r.Problemf("", "attribute %d comes after attribute %d; each comes once, in rising order", j, next-1)
	}
	return j, nil
}

// leaveOut stands for the attributes from, …, to-1 that a sparse row does not mention.
func (r *Reader) leaveOut(from, to int) {
	if r.Rows.Sparse {
		first, _ := slices.BinarySearch(r.withoutZero, from)
		for _, j := range r.withoutZero[first:] {
			if j >= to {
				return
			}
			r.setMissing(j, nil)
		}
		return
	}
	for j := from; j < to; j++ {
		switch a := r.attributes[j]; {
		case a.holds == numbers:
			r.Rows.Set(a.Column, a.Number(0, nil, r.Line))
		case a.holds == levels && len(a.Words) > 0:
			r.Rows.Set(a.Column, a.Word([]byte(a.Words[0]), r.Line))
		default:
			r.setMissing(j, nil)
		}
	}
}

func (r *Reader) setMissing(j int, value []byte) {
	c := r.attributes[j].Column
	r.Rows.Set(c, c.Missing(value, r.Line))
}

// value reads the value of an attribute, which begins with c.
func (r *Reader) value(j int, c byte, ends *cells.Ending) error {
	var value []byte
	var err error
	inQuotes := c == '\'' || c == '"'
	if inQuotes {
		r.unquoted, err = r.quoted(r.unquoted[:0])
		value = r.unquoted
	} else {
		value, err = r.Word(ends)
	}
	a := &r.attributes[j]
	if err != nil || a.Slot < 0 {
		return err
	}
	if !inQuotes && (len(value) == 0 || len(value) == 1 && value[0] == '?') {
		r.setMissing(j, value)
		return nil
	}
	return r.cell(a, value)
}

// cell stores a value that is there.
func (r *Reader) cell(a *attribute, value []byte) error {
	switch a.holds {
	case numbers:
		if v, ok := cells.ParseNumber(value); ok {
			r.Rows.Set(a.Column, a.Number(v, value, r.Line))
			return nil
		}
		if !cells.MarksMissing(value) {
			return r.Problemf(a.Name, "%s is not a number, as the header has it; fix the file or exclude the column", cells.Shown(string(value)))
		}
		r.Rows.Set(a.Column, a.Missing(value, r.Line))
	case levels:
		if _, declared := a.Index[string(value)]; !declared {
			return r.Problemf(a.Name, "%s is none of the values that the header declares; add it there, or fix the row", cells.Shown(string(value)))
		}
		r.Rows.Set(a.Column, a.Word(value, r.Line))
	case words:
		if !utf8.Valid(value) {
			return r.Problemf(a.Name, "the text is not UTF-8; save the file as UTF-8")
		}
		r.Rows.Set(a.Column, a.Word(value, r.Line))
	}
	return nil
}

// comma goes past a comma, if one comes next.
func (r *Reader) comma() error {
	c, err := r.SkipBlanks()
	if r.separated = c == ','; r.separated && err == nil {
		r.Pos++
	}
	return err
}

// rowEnd makes sure that the line has nothing more but a comment, or the weight 1 in
// braces.
func (r *Reader) rowEnd() error {
	c, err := r.SkipBlanks()
	switch {
	case err != nil || c == '\n' || c == '%':
		return err
	case c != '{':
		return r.Problemf("", "more values than the %d attributes; put values that hold blanks or commas in quotes", len(r.attributes))
	}
	r.Pos++
	if _, err := r.SkipBlanks(); err != nil {
		return err
	}
	word, err := r.Word(entryEnds)
	if err != nil {
		return err
	}
	if weight, err := strconv.ParseFloat(string(word), 64); err == nil && weight == 1 {
		return nil
	}
	return r.Problemf("", "the row has a weight in braces, {%s}, but all rows count the same here; take the weights out", word)
}

package parquet

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// vectors are lists of numbers that all have as many, such as embeddings: each place in them is
// a column.
type vectors struct {
	columns []*cells.Column
	element byte      // the definition level of an element, which may be null
	row     []float64 // the numbers of the row that is read
}

// addVectors makes columns of lists of numbers: as many as the first has.
func (r *Reader) addVectors(l *leaf, node *parquet.Column, name string) error {
	l.lists = &vectors{element: l.present}
	if node.Optional() {
		l.lists.element--
	}
	n, err := r.firstLength(l)
	if err != nil {
		return err
	}
	l.lists.columns, err = r.schema.AddListed(name, n)
	for _, c := range l.lists.columns {
		if l.column == nil || l.column.Slot < 0 {
			l.column = c
		}
	}
	return err
}

// firstLength is how many elements the first lists have; 0 where they differ, or have none.
func (r *Reader) firstLength(l *leaf) (int, error) {
	for g, group := range r.file.RowGroups() {
		if err := r.file.checkPages(&r.file.Metadata().RowGroups[g], l, group.NumRows()); err != nil {
			return 0, err
		}
		n, same, err := l.lengthIn(group.ColumnChunks()[l.index].Pages())
		if n > 0 || err != nil {
			return n * same, err
		}
	}
	return 0, nil
}

// looked is how many elements of lists are looked at before it is said how long they are.
const looked = 1 << 18

// lengthIn is how many elements the first list in some pages has that has some, and 1 where
// those after it have as many, or else 0.
func (l *leaf) lengthIn(pages parquet.Pages) (n, same int, err error) {
	defer func() { _ = pages.Close() }()
	length, seen := 0, 0
	ends := func() bool { // a list, and reports whether it is as long as the first
		if n == 0 {
			n = length
		}
		as := length == 0 || length == n
		length = 0
		return as
	}
	for seen < looked || n == 0 {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, 0, err
		}
		levels := page.DefinitionLevels()
		for i, repetition := range page.RepetitionLevels() {
			if repetition == 0 && !ends() {
				parquet.Release(page)
				return n, 0, nil
			}
			if levels[i] >= l.lists.element {
				length++
				seen++
			}
		}
		parquet.Release(page)
		if seen >= looked { // the last list may go on
			return max(n, length), 1, nil
		}
	}
	if !ends() {
		return n, 0, nil
	}
	return n, 1, nil
}

// vectorsOf takes the numbers of a page. A row may go on in the next.
func (l *leaf) vectorsOf(page parquet.Page, levels []byte) error {
	number := l.numbersOf(page)
	k := 0
	for i, repetition := range page.RepetitionLevels() {
		if repetition == 0 {
			if l.open {
				if err := l.closeVector(); err != nil {
					return err
				}
			}
			l.open = true
		}
		if levels[i] >= l.lists.element {
			v := math.NaN() // which is missing
			if levels[i] == l.present {
				v = number(k)
				k++
			}
			if len(l.lists.row) > len(l.lists.columns) {
				continue // it is too long already
			}
			l.lists.row = append(l.lists.row, v)
		}
	}
	return nil
}

// numbersOf returns number k of a page.
func (l *leaf) numbersOf(page parquet.Page) func(k int) float64 {
	data := page.Data()
	if dictionary := page.Dictionary(); dictionary != nil {
		at := data.Int32()
		known := dictionary.Page().Data()
		if l.dictionary != dictionary {
			l.dictionary, l.known = dictionary, l.numbers(&known, nil)
		}
		return func(k int) float64 { return l.known[at[k]] }
	}
	raw := l.numbers(&data, nil)
	return func(k int) float64 { return raw[k] }
}

// closeVector ends a row: an empty list is missing.
func (l *leaf) closeVector() error {
	v := l.lists
	if n := len(v.row); n > 0 && n != len(v.columns) {
		return l.schema.ProblemIn(l.row, l.name, fmt.Sprintf("the list has %s than the first, which has %s; make them as long, or leave the column out", map[bool]string{true: "more", false: "fewer"}[n > len(v.columns)], humanize.Count(len(v.columns), "number")))
	}
	for k, c := range v.columns {
		cell := math.NaN()
		if k < len(v.row) {
			cell = v.row[k]
		}
		if c.Slot >= 0 {
			cell = c.Number(cell, nil, l.row)
		}
		l.kept = append(l.kept, cell)
	}
	v.row, l.open = v.row[:0], false
	l.row++
	return nil
}

// putVectors puts the cells of rows, which stand one after the other.
func (l *leaf) putVectors(into *cells.Batch, from, rows int) {
	width := len(l.lists.columns)
	column := make([]float64, rows)
	for k, c := range l.lists.columns {
		if c.Slot < 0 {
			continue
		}
		for i := range column {
			column[i] = l.cells[i*width+k]
		}
		into.SetColumn(c.Slot, from, column)
	}
}

// width is how many cells a row has.
func (l *leaf) width() int {
	if l.lists == nil {
		return 1
	}
	return len(l.lists.columns)
}

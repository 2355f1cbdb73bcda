package arrow

import (
	"fmt"
	"math"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// put gives a block the cells of rows of the batch from one on. row is the first in the file.
func (f *field) put(out *cells.Block, from, row int) error {
	if f.isVector() { // and left out
		return nil
	}
	if f.layout == structure {
		for _, child := range f.children {
			if err := child.put(out, from, row); err != nil {
				return err
			}
		}
		return nil
	}
	if f.listed {
		return f.putLists(out, from, row)
	}
	c := f.columns[0]
	if c.Slot < 0 {
		return nil
	}
	for i := range out.Rows {
		out.Cells[i*out.Width+c.Slot] = f.cell(c, from+i, row+i)
	}
	return nil
}

// cell is what to store for value i.
func (f *field) cell(c *cells.Column, i, row int) float64 {
	if f.isNumbers() {
		if v, ok := f.asNumber(i); ok {
			return c.Number(v, nil, row)
		}
		return c.Missing(nil, row)
	}
	text, ok := f.asText(i)
	if f.isList() {
		text, ok = f.joined(i)
	}
	if text = cells.Trim(text); !ok || len(text) == 0 {
		return c.Missing(nil, row)
	}
	return c.Word(cells.ValidText(text), row)
}

// joined is a list of texts as one, with semicolons between them.
func (f *field) joined(i int) (list []byte, ok bool) {
	if !f.isValid(i) {
		return nil, false
	}
	from, to := f.bounds(i)
	if from < 0 || to < from || to > f.children[0].n {
		return nil, false
	}
	for k := from; k < to && len(list) < cells.MaxValue; k++ {
		if text, ok := f.children[0].asText(k); ok {
			if len(list) > 0 {
				list = append(list, ';')
			}
			list = append(list, text...)
		}
	}
	return list, true
}

// firstLength is how many values the lists of the batch have; 0 where they differ, or have none.
func (f *field) firstLength() int {
	if f.layout == arrays {
		return f.size
	}
	n := 0
	for i := range f.n {
		from, to := f.bounds(i)
		switch {
		case !f.isValid(i) || to <= from:
		case n == 0:
			n = to - from
		case to-from != n:
			return 0
		}
	}
	return n
}

// putLists spreads the numbers of lists over the columns.
func (f *field) putLists(out *cells.Block, first, row int) error {
	numbers := f.children[0]
	for i := range out.Rows {
		from, to := f.bounds(first + i)
		present := f.isValid(first+i) && to > from
		if present && (from < 0 || to > numbers.n) {
			return errDamaged
		}
		if present && to-from != len(f.columns) {
			return f.of.schema.ProblemIn(row+i, f.name, fmt.Sprintf("the list has %s, but the first one has %d; make them as long, or leave the column out", humanize.Count(to-from, "number"), len(f.columns)))
		}
		for k, c := range f.columns {
			if c.Slot < 0 {
				continue
			}
			cell := math.NaN() // which is missing
			if present {
				if v, ok := numbers.asNumber(from + k); ok {
					cell = v
				}
			}
			out.Cells[i*out.Width+c.Slot] = c.Number(cell, nil, row+i)
		}
	}
	return nil
}

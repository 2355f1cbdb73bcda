package table

import (
	"context"
	"math"

	"suffice/internal/cells"
	"suffice/rows"
)

var _ rows.Source = (*Columns)(nil)

// Columns are columns of numbers made from those of a table: the numbers themselves,
// 0 and 1 for false and true, and a column of 0 and 1 for each level of a nominal
// column. They are a [rows.Source], made from the cells on the fly.
type Columns struct {
	table    *Table
	features []feature
	which    []int // rows; nil means all

	plain bool // the features are cells as they are
}

// feature is one column of numbers.
type feature struct {
	name   string
	slot   int
	values []float64  // of each word; nil where the cells are numbers
	fill   float64    // instead of a missing cell
	level  rows.Level // of the nominal column that it stands for, or zero
	number float64    // that is written as the level, where there is one; else NaN
	made   rows.Made  // of what, where the column is not plain numbers
	turn   float64    // of a part of a date: by how much the angle grows in a day
}

// levelOf is the feature that is 1 where a column has a word, be it written as a number.
func levelOf(c *cells.Column, name string, level rows.Level) feature {
	f := feature{name: name, slot: c.Slot, values: make([]float64, len(c.Words)), fill: cells.Missing, level: level, number: math.NaN()}
	if k, known := c.Index[level.Value]; known {
		f.values[k] = 1
	}
	if v, ok := cells.ParseNumber([]byte(level.Value)); ok && string(cells.NumberAsWord(v)) == level.Value {
		f.number = v
	}
	return f
}

func (f *feature) isLevel() bool { return f.level.Column != "" }

func newColumns(t *Table, features []feature, which []int) *Columns {
	c := &Columns{table: t, features: features, which: which, plain: true}
	for _, f := range features {
		c.plain = c.plain && f.values == nil && cells.IsMissing(f.fill) && f.turn == 0
	}
	return c
}

// of is the feature's value of a cell.
func (f *feature) of(cell float64) float64 {
	if cell-cell == 0 {
		switch {
		case f.turn != 0 && f.made.Wave == "cos":
			return math.Cos(f.turn * cell)
		case f.turn != 0:
			return math.Sin(f.turn * cell)
		case !f.isLevel(): // also where words are expected, such as 0 and 1 for false and true
			return cell
		case cell == f.number:
			return 1
		}
		return 0
	}
	if k := cells.WordOf(cell); k >= 0 && k < len(f.values) {
		return f.values[k]
	}
	return f.fill
}

// Len is the number of rows.
func (c *Columns) Len() int {
	if c.which != nil {
		return len(c.which)
	}
	return c.table.Len()
}

// Width is the number of columns.
func (c *Columns) Width() int { return len(c.features) }

// Names of the columns; a level of a nominal column is called column=level.
func (c *Columns) Names() []string {
	names := make([]string, len(c.features))
	for k, f := range c.features {
		names[k] = f.name
	}
	return names
}

// Levels tells which columns stand for the level of a nominal one, by name.
func (c *Columns) Levels() map[string]rows.Level {
	levels := map[string]rows.Level{}
	for _, f := range c.features {
		if f.level != (rows.Level{}) {
			levels[f.name] = f.level
		}
	}
	return levels
}

// Block returns rows [from, to) in buf, stored by rows.
func (c *Columns) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	out := buf[:(to-from)*len(c.features)]
	return out, c.table.rows.EachRow(ctx, c.which, from, to, func(k int, row []float64) { c.fill(out, k-from, row) })
}

// fill sets row k of out to the features of a row of cells.
func (c *Columns) fill(out []float64, k int, row []float64) {
	dst := out[k*len(c.features) : (k+1)*len(c.features)]
	if c.plain {
		for j := range dst {
			dst[j] = row[c.features[j].slot]
		}
		return
	}
	for j := range dst {
		f := &c.features[j]
		dst[j] = f.of(row[f.slot])
	}
}

package table

import (
	"context"

	"suffice/rows"
)

var _ rows.Source = (*Columns)(nil)

// Columns are numeric columns of a table, in any order. They are a [rows.Source].
type Columns struct {
	table *Table
	at    []int
}

// Columns returns the columns of those names, in that order. All their cells must be
// finite numbers.
func (t *Table) Columns(names []string) (*Columns, error) {
	at := make([]int, len(names))
	for k, name := range names {
		j, err := t.Find(name)
		if err != nil {
			return nil, err
		}
		if err := t.checkNumbers(j, ""); err != nil {
			return nil, err
		}
		at[k] = j
	}
	return &Columns{table: t, at: at}, nil
}

// Len is the number of rows.
func (c *Columns) Len() int { return c.table.rows }

// Width is the number of columns.
func (c *Columns) Width() int { return len(c.at) }

// Names of the columns.
func (c *Columns) Names() []string { return c.table.namesOf(c.at) }

// Block returns rows [from, to) in buf, stored by rows.
func (c *Columns) Block(_ context.Context, from, to int, buf []float64) ([]float64, error) {
	out := buf[:0]
	c.table.each(from, to, func(cells []float64) { out = gather(out, cells, len(c.table.names), c.at) })
	return out, nil
}

// gather appends the chosen columns of rows of cells to dst.
func gather(dst, cells []float64, width int, at []int) []float64 {
	for ; len(cells) > 0; cells = cells[width:] {
		for _, j := range at {
			dst = append(dst, cells[j])
		}
	}
	return dst
}

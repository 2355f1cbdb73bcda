package table

import (
	"context"
	"math"

	"suffice/internal/cells"
)

// Cells are those of one row of a table, by the places of its columns.
type Cells struct {
	columns []*cells.Column
	row     []float64
}

// Number is the number in a column, NaN where the cell is missing or a word.
func (c Cells) Number(column int) float64 {
	cell := c.cell(column)
	if cell-cell != 0 {
		return math.NaN()
	}
	return cell
}

// Word is the place of the cell's word among [Table.Words] of the column, or -1 where the cell
// is missing or a number.
func (c Cells) Word(column int) int { return max(-1, cells.WordOf(c.cell(column))) }

// Text is the cell as text, "" where it is missing.
func (c Cells) Text(column int) string { return c.columns[column].Show(c.cell(column)) }

func (c Cells) cell(column int) float64 {
	if slot := c.columns[column].Slot; slot >= 0 && slot < len(c.row) {
		return c.row[slot]
	}
	return cells.Missing
}

// EachRow calls visit with the cells of the given rows, which are in ascending order, or of all
// where they are nil; k counts them. The cells are valid until visit returns.
func (t *Table) EachRow(ctx context.Context, rows []int, visit func(k int, row Cells)) error {
	n := len(rows)
	if rows == nil {
		n = t.Len()
	}
	return t.rows.EachRow(ctx, rows, 0, n, func(k int, row []float64) { visit(k, Cells{t.schema.Columns, row}) })
}

// Words are the different words of a column, in the order in which they come first.
func (t *Table) Words(column int) []string { return t.schema.Columns[column].Words }

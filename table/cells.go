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

// Texts returns what each row has in the column of that name, numbers as text too, and
// "" where it is missing. A number that was written with zeros in front has lost
// them, unless [Options] say that the column is text.
func (t *Table) Texts(name string) ([]string, error) {
	t = t.fork()
	j, err := t.Find(name)
	if err != nil {
		return nil, err
	}
	c := t.schema.Columns[j]
	if c.Slot < 0 || c.Many {
		return nil, t.schema.ProblemIn(0, name, "its texts were not kept when the file was read")
	}
	texts := make([]string, t.Len())
	t.eachCell(c, func(i int, cell float64) {
		texts[i] = c.Show(cell)
	})
	return texts, t.failure
}

// Numbers returns what each row has in the column of that name, 0 and 1 for false and
// true, and NaN where it is missing.
func (t *Table) Numbers(name string) ([]float64, error) {
	t = t.fork()
	j, err := t.Find(name)
	if err != nil {
		return nil, err
	}
	c := t.schema.Columns[j]
	if c.Slot < 0 {
		return nil, t.schema.ProblemIn(0, name, "it was left out when the file was read")
	}
	f := feature{slot: c.Slot, fill: math.NaN()}
	if f.values = c.Booleans(); f.values == nil {
		return nil, t.checkNumbers(c)
	}
	numbers := make([]float64, t.Len())
	t.eachCell(c, func(i int, cell float64) { numbers[i] = f.of(cell) })
	return numbers, t.failure
}

package table

import (
	"context"

	"suffice/internal/cells"
	"suffice/internal/spool"
	"suffice/internal/suggest"
)

// Table is a table with named columns of numbers or text. It is in memory, or, where it is
// larger than [Options] allow, on a temporary file but for its first rows.
type Table struct {
	schema *cells.Schema
	format string
	rows   *spool.Rows
	memory int64 // bytes that the table may take; 0 means any number

	seen   map[*cells.Column]*seen // what was found in the numbers of columns
	counts map[*cells.Column][]int // and how often their words occur

	ctx     context.Context // of reading; rows that are read again are part of it
	failure error           // of reading rows again
}

// Source is what messages call the table: its file.
func (t *Table) Source() string { return t.schema.Source }

// Format is that of the file, such as "csv".
func (t *Table) Format() string { return t.format }

// Names of the columns, in the order of the file; a column without a name has "".
func (t *Table) Names() []string {
	names := make([]string, t.Width())
	for j, c := range t.schema.Columns {
		names[j] = c.Name
	}
	return names
}

// DeclaredLabels are the columns that the file itself declares to be labels, as MEKA's
// ARFF files do.
func (t *Table) DeclaredLabels() []string { return t.schema.Labels }

// Len is the number of rows.
func (t *Table) Len() int { return t.rows.Len() }

// Width is the number of columns.
func (t *Table) Width() int { return len(t.schema.Columns) }

// Find returns the position of the column of that name, or a [MissingColumn].
func (t *Table) Find(name string) (int, error) {
	if j, ok := t.schema.ByName[name]; ok {
		return j, nil
	}
	named := t.named()
	return 0, &MissingColumn{Source: t.Source(), Name: name, Meant: suggest.Nearest(name, named), Names: named}
}

// named are the names of the columns that have one.
func (t *Table) named() []string {
	var named []string
	for _, c := range t.schema.Columns {
		if c.Name != "" {
			named = append(named, c.Name)
		}
	}
	return named
}

// settle decides what columns are that hold both numbers and words, once all rows are
// there: where most are words, or some are lists of labels, the numbers are words too.
func (t *Table) settle() {
	t.countZeros()
	var words []*cells.Column
	for _, c := range t.schema.Columns {
		if c.Slot >= 0 && c.Numbers > 0 && (c.Texts > c.Numbers || c.Texts > 0 && c.Separated != "") {
			words = append(words, c)
		}
	}
	t.numbersToWords(words...)
}

// countZeros counts the cells that sparse rows leave out, and says what they are: 0, or
// the first word where the column is declared nominal.
func (t *Table) countZeros() {
	t.rows.Zero = make([]float64, t.schema.Kept)
	for _, c := range t.schema.Columns {
		switch {
		case !t.rows.SomeSparse() || c.Slot < 0:
		case c.Declared == Nominal && len(c.Words) > 0:
			t.rows.Zero[c.Slot] = cells.WordCell(0)
			c.Texts += t.rows.LeftOut(c.Slot)
		default:
			c.Numbers += t.rows.LeftOut(c.Slot)
		}
	}
}

// Spooled tells how many bytes of the table are on a temporary file because they do not
// fit into memory, and how often they were read; 0 and 0 for a table in memory.
func (t *Table) Spooled() (bytes int64, passes int) { return t.rows.OnFile() }

// Close gives back what a table takes that does not fit into memory. Its rows cannot be
// read after that. A table in memory has nothing to close.
func (t *Table) Close() error { return t.rows.Close() }

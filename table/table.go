package table

import (
	"context"

	"suffice/internal/suggest"
)

// Table is a table with named columns of numbers or text. It is in memory, or, where it is
// larger than [Options] allow, on a temporary file but for its first rows.
type Table struct {
	schema *schema
	format string
	held   []held
	starts []int     // block k has rows [starts[k], starts[k+1])
	zero   []float64 // the cells of a sparse row that has none

	entries    []int // of each column in sparse rows
	sparseRows int

	seen   map[*column]*seen // what was found in the numbers of columns
	counts map[*column][]int // and how often their words occur

	bound   bound
	options Options
	ctx     context.Context // of reading; rows that are read again are part of it
	failure error           // of reading rows again
}

// Source is what messages call the table: its file.
func (t *Table) Source() string { return t.schema.source }

// Format is that of the file, such as "csv".
func (t *Table) Format() string { return t.format }

// Names of the columns, in the order of the file; a column without a name has "".
func (t *Table) Names() []string {
	names := make([]string, t.Width())
	for j, c := range t.schema.columns {
		names[j] = c.name
	}
	return names
}

// DeclaredLabels are the columns that the file itself declares to be labels, as MEKA's
// ARFF files do.
func (t *Table) DeclaredLabels() []string { return t.schema.labels }

// Len is the number of rows.
func (t *Table) Len() int { return t.starts[len(t.starts)-1] }

// Width is the number of columns.
func (t *Table) Width() int { return len(t.schema.columns) }

// Find returns the position of the column of that name, or a [MissingColumn].
func (t *Table) Find(name string) (int, error) {
	if j, ok := t.schema.byName[name]; ok {
		return j, nil
	}
	named := t.named()
	return 0, &MissingColumn{Source: t.Source(), Name: name, Meant: suggest.Nearest(name, named), Names: named}
}

// named are the names of the columns that have one.
func (t *Table) named() []string {
	var named []string
	for _, c := range t.schema.columns {
		if c.name != "" {
			named = append(named, c.name)
		}
	}
	return named
}

// settle decides what columns are that hold both numbers and words, once all rows are
// there: where most are words, or some are lists of labels, the numbers are words too.
func (t *Table) settle() {
	t.countZeros()
	var words []*column
	for _, c := range t.schema.columns {
		if c.slot >= 0 && c.numbers > 0 && (c.texts > c.numbers || c.texts > 0 && c.separated != "") {
			words = append(words, c)
		}
	}
	t.numbersToWords(words...)
}

// countEntries counts the entries of sparse rows by their columns.
func (t *Table) countEntries(b *block) {
	if !b.sparse {
		return
	}
	t.sparseRows += b.rows
	if more := t.schema.kept - len(t.entries); more > 0 {
		t.entries = append(t.entries, make([]int, more)...)
	}
	for _, slot := range b.slots {
		t.entries[slot]++
	}
}

// countZeros counts the cells that sparse rows leave out, and says what they are: 0, or
// the first word where the column is declared nominal.
func (t *Table) countZeros() {
	t.zero = make([]float64, t.schema.kept)
	sparse := t.sparseRows
	entries := make([]int, t.schema.kept)
	copy(entries, t.entries)
	for _, c := range t.schema.columns {
		switch {
		case sparse == 0 || c.slot < 0:
		case c.declared == Nominal && len(c.words) > 0:
			t.zero[c.slot] = wordCell(0)
			c.texts += sparse - entries[c.slot]
		default:
			c.numbers += sparse - entries[c.slot]
		}
	}
}

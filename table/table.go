package table

import (
	"sort"

	"suffice/internal/suggest"
)

// Table is a table in memory, with named columns of numbers or text.
type Table struct {
	schema *schema
	format string
	blocks []*block
	starts []int     // block k has rows [starts[k], starts[k+1])
	zero   []float64 // the cells of a sparse row that has none

	byColumn *entries // made when columns of sparse rows are looked at one by one
}

// append adds rows.
func (t *Table) append(b *block) {
	t.blocks = append(t.blocks, b)
	t.starts = append(t.starts, t.Len()+b.rows)
	t.byColumn = nil
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

// each calls visit with the cells of rows [from, to), a row at a time. The row is only
// valid until the next.
func (t *Table) each(from, to int, visit func(i int, row []float64)) {
	row := make([]float64, t.schema.kept)
	clean := false // row has zeros where a sparse one puts nothing
	k := sort.SearchInts(t.starts, from+1) - 1
	for i := from; i < to; i++ {
		for i >= t.starts[k+1] {
			k++
		}
		b := t.blocks[k]
		switch at := i - t.starts[k]; {
		case b.sparse:
			if !clean {
				copy(row, t.zero)
			}
			b.scatter(row, at)
			visit(i, row)
			b.gather(row, at, t.zero)
			clean = true
		case b.width == len(row):
			visit(i, b.cells[at*b.width:(at+1)*b.width])
		default:
			visit(i, b.row(row, at))
			clean = false
		}
	}
}

// cells calls visit with each cell of a column.
func (t *Table) cells(c *column, visit func(i int, cell float64)) {
	if t.onlySparse() {
		t.cellsWithZeros(c, visit)
		return
	}
	t.each(0, t.Len(), func(i int, row []float64) { visit(i, row[c.slot]) })
}

// settle decides what columns are that hold both numbers and words, once all rows are
// there: where most are words, or some are lists of labels, the numbers are words too.
func (t *Table) settle() {
	t.countZeros()
	for _, c := range t.schema.columns {
		if c.slot >= 0 && c.numbers > 0 && (c.texts > c.numbers || c.texts > 0 && c.separated != "") {
			t.numbersToWords(c)
		}
	}
}

// countZeros counts the cells that sparse rows leave out, and says what they are: 0, or
// the first word where the column is declared nominal.
func (t *Table) countZeros() {
	t.zero = make([]float64, t.schema.kept)
	sparse := 0
	entries := make([]int, t.schema.kept)
	for _, b := range t.blocks {
		if !b.sparse {
			continue
		}
		sparse += b.rows
		for _, slot := range b.slots {
			entries[slot]++
		}
	}
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

package table

import (
	"fmt"
	"strings"

	"suffice/internal/suggest"
)

// Table is a table in memory, with named columns of numbers or text.
type Table struct {
	source  string
	names   []string
	columns []column
	byName  map[string]int

	// Cells are stored by rows, in blocks of blockRows rows, so that a growing table
	// is never copied. A cell of a text column holds the number of its word.
	blocks    [][]float64
	blockRows int
	rows      int
}

// blockCells is about how many cells a block of rows holds: 1 MiB of them.
const blockCells = 1 << 17

// newTable makes an empty table with the columns named in the header. A column
// without a name can neither be chosen nor be mistaken for another.
func newTable(source string, header []string, line int) (*Table, error) {
	t := &Table{
		source: source, names: make([]string, len(header)), columns: make([]column, len(header)),
		byName: make(map[string]int, len(header)), blockRows: max(1, blockCells/len(header)),
	}
	for j, name := range header {
		name = strings.TrimSpace(name)
		t.names[j] = name
		if name == "" {
			continue
		}
		if first, taken := t.byName[name]; taken {
			return nil, &Error{Source: source, Line: line, Problem: fmt.Sprintf("columns %d and %d are both called %q; rename one of them", first+1, j+1, name)}
		}
		t.byName[name] = j
	}
	return t, nil
}

// Source is what messages call the table: its file.
func (t *Table) Source() string { return t.source }

// Names of the columns, in the order of the file; a column without a name has "".
func (t *Table) Names() []string { return t.names }

// Len is the number of rows.
func (t *Table) Len() int { return t.rows }

// Width is the number of columns.
func (t *Table) Width() int { return len(t.names) }

// Find returns the position of the column of that name, or a [MissingColumn].
func (t *Table) Find(name string) (int, error) {
	if j, ok := t.byName[name]; ok {
		return j, nil
	}
	var named []string
	for _, name := range t.names {
		if name != "" {
			named = append(named, name)
		}
	}
	return 0, &MissingColumn{Source: t.source, Name: name, Meant: suggest.Nearest(name, named), Names: named}
}

// add appends a cell to the row that is being read; columns come in order.
func (t *Table) add(j int, cell []byte, line int) {
	if j == 0 && t.rows%t.blockRows == 0 {
		t.blocks = append(t.blocks, t.newBlock())
	}
	block := &t.blocks[len(t.blocks)-1]
	*block = append(*block, t.columns[j].value(cell, line))
}

// newBlock is an empty block of cells; all but the first have their final size at once.
func (t *Table) newBlock() []float64 {
	if len(t.blocks) == 0 {
		return nil
	}
	return make([]float64, 0, t.blockRows*len(t.names))
}

// each calls visit with the cells of rows [from, to), as runs of whole rows.
func (t *Table) each(from, to int, visit func(cells []float64)) {
	for from < to {
		k, first := from/t.blockRows, from%t.blockRows
		rows := min(to-from, t.blockRows-first)
		visit(t.blocks[k][first*len(t.names) : (first+rows)*len(t.names)])
		from += rows
	}
}

// cells returns a copy of column j.
func (t *Table) cells(j int) []float64 {
	out := make([]float64, 0, t.rows)
	t.each(0, t.rows, func(cells []float64) {
		for i := j; i < len(cells); i += len(t.names) {
			out = append(out, cells[i])
		}
	})
	return out
}

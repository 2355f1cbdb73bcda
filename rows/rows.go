// Package rows holds inputs as blocks of rows that can be read again and again.
//
// Everything a fit needs is a sum over rows, so methods never ask for the whole
// table: they ask a [Source] for one block after the other. A [Matrix] in memory
// is the simplest source.
package rows

import (
	"context"
	"fmt"
	"sync"
)

// Source is a table of numbers that can be read any number of times, a block of
// rows at a time.
type Source interface {
	// Len is the number of rows.
	Len() int
	// Width is the number of columns.
	Width() int
	// Block returns rows [from, to) stored by rows without gaps. It may fill and
	// return buf, which holds at least (to-from)*Width() values, or return memory
	// of its own, which the caller must not change. It may be called by several
	// goroutines at once, each with a buf of its own.
	Block(ctx context.Context, from, to int, buf []float64) ([]float64, error)
}

// Named is what a Source is besides where it knows the names of its columns.
type Named interface {
	Names() []string
}

// Level says that a column is 1 where a nominal column has a value, and 0 elsewhere.
type Level struct {
	Column string `json:"column"`
	Value  string `json:"value"`
	Fold   bool   `json:"fold,omitempty"` // whatever the case of the letters; the value then is in small ones
}

// Levelled is what a Source is besides where it knows which of its columns stand for
// levels, by name.
type Levelled interface {
	Levels() map[string]Level
}

// Levels tells which columns of x stand for levels, by name, or nil.
func Levels(x Source) map[string]Level {
	if levelled, ok := x.(Levelled); ok {
		return levelled.Levels()
	}
	return nil
}

// Names returns the names of the columns of x, or x1, x2, … where it has none.
func Names(x Source) []string {
	if named, ok := x.(Named); ok {
		if names := named.Names(); names != nil {
			return names
		}
	}
	names := make([]string, x.Width())
	for j := range names {
		names[j] = fmt.Sprintf("x%d", j+1)
	}
	return names
}

// blockValues is about how many values a block holds: 2 MiB of them.
const blockValues = 1 << 18

// BlockLen is how many rows to read at a time when each row leads to width values
// of intermediate results. It depends on nothing else, so that sums over blocks
// are the same wherever they are taken.
func BlockLen(width int) int {
	return max(64, min(4096, blockValues/max(1, width)))
}

// buffers are those of Each, kept from one reading to the next.
var buffers = sync.Pool{New: func() any { return new([]float64) }}

// Each calls visit for the consecutive blocks of size rows of x, in order. A block is
// valid until visit returns.
func Each(ctx context.Context, x Source, size int, visit func(from, to int, block []float64) error) error {
	n := x.Len()
	var buf []float64
	if _, views := x.(*Matrix); !views {
		kept := buffers.Get().(*[]float64)
		defer buffers.Put(kept)
		if need := min(size, n) * x.Width(); cap(*kept) < need {
			*kept = make([]float64, need)
		}
		buf = (*kept)[:min(size, n)*x.Width()]
	}
	for from := 0; from < n; from += size {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+size, n)
		block, err := x.Block(ctx, from, to, buf)
		if err != nil {
			return err
		}
		if err := visit(from, to, block); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Matrix is a Source in memory.
type Matrix struct {
	width int
	data  []float64
	names []string

	levels map[string]Level // of columns taken from a table with nominal ones
}

// NewMatrix wraps data, stored by rows without gaps, as a source of the given
// number of columns. The data is neither copied nor changed.
func NewMatrix(width int, data []float64) (*Matrix, error) {
	if width < 1 || len(data)%width != 0 {
		return nil, fmt.Errorf("%d values do not make rows of %d columns", len(data), width)
	}
	return &Matrix{width: width, data: data}, nil
}

// FromSlices copies a slice per row, all of one length, into a Matrix.
func FromSlices(table [][]float64) (*Matrix, error) {
	if len(table) == 0 || len(table[0]) == 0 {
		return nil, fmt.Errorf("there are no rows or no columns")
	}
	width := len(table[0])
	data := make([]float64, 0, len(table)*width)
	for i, row := range table {
		if len(row) != width {
			return nil, fmt.Errorf("row %d has %d values, but row 1 has %d", i+1, len(row), width)
		}
		data = append(data, row...)
	}
	return &Matrix{width: width, data: data}, nil
}

// WithNames returns the same rows with names for the columns.
func (m *Matrix) WithNames(names []string) (*Matrix, error) {
	if len(names) != m.width {
		return nil, fmt.Errorf("%d names for %d columns", len(names), m.width)
	}
	return &Matrix{width: m.width, data: m.data, names: names, levels: m.levels}, nil
}

// Len implements Source.
func (m *Matrix) Len() int { return len(m.data) / max(1, m.width) }

// Width implements Source.
func (m *Matrix) Width() int { return m.width }

// Names implements Named; it is nil where no names were given.
func (m *Matrix) Names() []string { return m.names }

// Levels implements Levelled; it is nil unless the rows were taken from a table that has some.
func (m *Matrix) Levels() map[string]Level { return m.levels }

// Row returns row i as a slice of the matrix's own memory.
func (m *Matrix) Row(i int) []float64 { return m.data[i*m.width : (i+1)*m.width] }

// Block implements Source; it returns a view.
func (m *Matrix) Block(_ context.Context, from, to int, _ []float64) ([]float64, error) {
	return m.data[from*m.width : to*m.width], nil
}

// NotFinite is a NaN or an infinity among the inputs.
type NotFinite struct {
	Row    int // counted from 0
	Column string
	Value  float64
}

func (e NotFinite) Error() string {
	return fmt.Sprintf("row %d, column %q: %g is not a finite number; drop the row or fill in the value", e.Row+1, e.Column, e.Value)
}

// Column is a column of the table that x was made of: the places of the columns of x that
// stand for it, one or the levels of a nominal one.
type Column struct {
	Name   string
	Places []int
}

// Columns are those of the table, each where it comes first.
func Columns(x Source) []Column {
	var columns []Column
	levels, at := Levels(x), map[string]int{}
	for j, name := range Names(x) {
		level, nominal := levels[name]
		if k, seen := at[level.Column]; nominal && seen {
			columns[k].Places = append(columns[k].Places, j)
			continue
		}
		if nominal {
			name, at[level.Column] = level.Column, len(columns)
		}
		columns = append(columns, Column{name, []int{j}})
	}
	return columns
}

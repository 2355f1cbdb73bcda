package rows

import (
	"context"
	"fmt"
)

// CompressedMatrix is a Source in memory that holds no zeros.
type CompressedMatrix struct {
	width int
	data  Compressed
	names []string

	levels map[string]Level // of columns taken from a table with nominal ones
}

// NewSparse wraps rows without their zeros as a source of the given number of columns.
// The data is neither copied nor changed.
func NewSparse(width int, data Compressed) (*CompressedMatrix, error) {
	switch {
	case width < 1:
		return nil, fmt.Errorf("%d columns, but there must be at least 1", width)
	case len(data.Columns) != len(data.Values):
		return nil, fmt.Errorf("%d columns are named for %d values", len(data.Columns), len(data.Values))
	}
	for i := range data.Len() {
		from, to := data.Starts[i], data.Starts[i+1]
		if from < 0 || from > to || to > len(data.Values) {
			return nil, fmt.Errorf("row %d is said to have the values from %d to %d, of %d", i+1, from, to, len(data.Values))
		}
		for k := from; k < to; k++ {
			switch j := data.Columns[k]; {
			case int(j) >= width:
				return nil, fmt.Errorf("row %d has a value in column %d of %d", i+1, j+1, width)
			case k > from && j <= data.Columns[k-1]:
				return nil, fmt.Errorf("row %d: its columns are not ascending at column %d", i+1, j+1)
			}
		}
	}
	return &CompressedMatrix{width: width, data: data}, nil
}

// WithNames returns the same rows with names for the columns.
func (m *CompressedMatrix) WithNames(names []string) (*CompressedMatrix, error) {
	if len(names) != m.width {
		return nil, fmt.Errorf("%d names for %d columns", len(names), m.width)
	}
	return &CompressedMatrix{width: m.width, data: m.data, names: names, levels: m.levels}, nil
}

// Len implements Source.
func (m *CompressedMatrix) Len() int { return m.data.Len() }

// Width implements Source.
func (m *CompressedMatrix) Width() int { return m.width }

// Names implements Named; it is nil where no names were given.
func (m *CompressedMatrix) Names() []string { return m.names }

// Levels implements Levelled; it is nil unless the rows were taken from a table that has some.
func (m *CompressedMatrix) Levels() map[string]Level { return m.levels }

// Block implements Source: the rows with their zeros, in buf.
func (m *CompressedMatrix) Block(_ context.Context, from, to int, buf []float64) ([]float64, error) {
	dst := buf[:(to-from)*m.width]
	clear(dst)
	for i := from; i < to; i++ {
		columns, values := m.data.Row(i)
		row := dst[(i-from)*m.width : (i-from+1)*m.width]
		for k, j := range columns {
			row[j] = values[k]
		}
	}
	return dst, nil
}

// SparseBlock implements Sparse; it returns a view, but for the starts of the rows.
func (m *CompressedMatrix) SparseBlock(_ context.Context, from, to int, _ Compressed) (Compressed, error) {
	first, last := m.data.Starts[from], m.data.Starts[to]
	starts := make([]int, to-from+1)
	for i := range starts {
		starts[i] = m.data.Starts[from+i] - first
	}
	return Compressed{Starts: starts, Columns: m.data.Columns[first:last], Values: m.data.Values[first:last]}, nil
}

// Package numpy reads arrays of NumPy, NPY and NPZ, and writes NPY.
package numpy

import (
	"context"
	"errors"
	"fmt"
	"io"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
	"suffice/internal/humanize"
)

// array is an array of NumPy whose rows are rows of the table.
type array struct {
	*npy.Header
	source  io.Reader     // of the values
	open    func() error  // what opens it before its first row; nil where it is open
	packed  io.ReadCloser // the source, where it was opened so
	values  io.ReaderAt   // the same where they are by columns
	schema  *cells.Schema
	columns []arrayColumn // that are kept
	rowSize int           // bytes
	buffer  []byte
}

// arrayColumn is a column of an array.
type arrayColumn struct {
	*cells.Column
	field  npy.Field
	number npy.Number // nil where the values are texts
	index  int        // among the columns of the array
	at     int        // byte in the row
	text   []byte
}

const (
	maxColumns = 1 << 20
	maxRow     = 1 << 26 // bytes
	bufferSize = 1 << 20 // bytes read at a time, if a row is not longer
)

// checkFirstRow makes sure that there is something of a row before there are columns for
// it: they take far more memory than a header that asks for them.
func checkFirstRow(h *npy.Header, values int64, in *cells.File) error {
	if len(h.Shape) == 0 || h.Shape[0] == 0 {
		return nil
	}
	_, err := in.Peek(int(min(cells.LookAhead, values/int64(h.Shape[0]))))
	return cells.CutOff(err)
}

// byColumns reports whether the values of a column stand together.
func byColumns(h *npy.Header) bool {
	return h.Fortran && len(h.Shape) == 2 && h.Shape[0] > 1 && h.Shape[1] > 1
}

// mostOfNothing is how many columns an array without rows may have: a header of a few bytes
// must not take much memory.
const mostOfNothing = 1 << 12

// newArray adds the columns of an array: the fields of records by their names, otherwise
// by the names given, or else name1, name2, ….
func newArray(h *npy.Header, source io.Reader, s *cells.Schema, name string, names []string) (*array, error) {
	width := 1
	switch {
	case len(h.Fields) == 0:
		return nil, errors.New("the array has no columns")
	case len(h.Shape) == 2 && h.Fields[0].Name == "":
		width = h.Shape[1]
	case len(h.Shape) != 1:
		return nil, fmt.Errorf("the array has %s; save one with rows and columns, such as x.reshape(len(x), -1)", humanize.Count(len(h.Shape), "dimension"))
	}
	if width > maxColumns || len(h.Fields) > maxColumns {
		return nil, fmt.Errorf("the array has more than %d columns", maxColumns)
	}
	if h.Size > maxRow/max(1, width) {
		return nil, fmt.Errorf("a row of the array is longer than %d MiB", maxRow>>20)
	}
	if h.Shape[0] == 0 && width > mostOfNothing {
		return nil, s.Problem(0, cells.NoRows)
	}
	if h.Size*width == 0 {
		return nil, errors.New("the array has no columns")
	}
	a := &array{Header: h, source: source, schema: s, rowSize: h.Size * width}
	for k := range width {
		for _, field := range h.Fields {
			called := field.Name
			if called == "" {
				called = arrayColumnName(name, k, len(h.Shape), names)
			}
			if err := a.add(called, field, k); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

func arrayColumnName(name string, k, dimensions int, names []string) string {
	switch last := name[len(name)-1]; {
	case names != nil:
		return names[k]
	case dimensions == 1 && name != "x":
		return name
	case '0' <= last && last <= '9':
		return fmt.Sprintf("%s_%d", name, k+1)
	}
	return fmt.Sprintf("%s%d", name, k+1)
}

func (a *array) add(name string, field npy.Field, k int) error {
	number, err := field.Number()
	if err != nil {
		return a.schema.ProblemIn(0, name, err.Error())
	}
	declared := cells.Empty
	if field.Kind == 'b' {
		declared = cells.Boolean
	}
	c, err := a.schema.Add(name, declared, 0)
	if err == nil && field.Kind == 'M' {
		c.Store(cells.Dates)
	}
	if err == nil && c.Slot >= 0 {
		a.columns = append(a.columns, arrayColumn{Column: c, field: field, number: number, index: k, at: k*a.Size + field.Offset})
	}
	return err
}

// cell is the cell of a value.
func (c *arrayColumn) cell(value []byte, row int) float64 {
	if c.number != nil {
		v := c.number(value)
		if c.Declared == cells.Boolean {
			return c.Word(booleanWord(v != 0), row)
		}
		return c.Number(v, nil, row)
	}
	c.text = c.field.AppendText(c.text[:0], value)
	text := cells.Trim(cells.ValidText(c.text))
	if len(text) == 0 {
		return c.Missing(nil, row)
	}
	return c.Word(text, row)
}

// booleanWord is true or false as other files spell it.
func booleanWord(v bool) []byte {
	if v {
		return []byte("true")
	}
	return []byte("false")
}

// read reads n rows, of which the first is row first of the file, into a batch.
func (a *array) read(ctx context.Context, into *cells.Batch, first, n int) error {
	if byColumns(a.Header) {
		return a.readColumns(ctx, into, first, n)
	}
	return a.pieces(ctx, n, a.rowSize, func(from int, piece []byte) {
		for i := from; len(piece) > 0; i++ {
			b := into.Blocks[i/into.Each]
			cells := b.Cells[i%into.Each*b.Width:]
			for k := range a.columns {
				c := &a.columns[k]
				cells[c.Slot] = c.cell(piece[c.at:c.at+c.field.Size], first+i)
			}
			piece = piece[a.rowSize:]
		}
	})
}

// readColumns reads n rows of one column after the other.
func (a *array) readColumns(ctx context.Context, into *cells.Batch, first, n int) error {
	var cells []float64
	for k := range a.columns {
		c := &a.columns[k]
		a.source = io.NewSectionReader(a.values, int64(c.index*a.Shape[0]+first-1)*int64(a.Size), int64(n*a.Size))
		err := a.pieces(ctx, n, a.Size, func(from int, piece []byte) {
			cells = cells[:0]
			for ; len(piece) > 0; piece = piece[a.Size:] {
				cells = append(cells, c.cell(piece[:a.Size], first+from+len(cells)))
			}
			into.SetColumn(c.Slot, from, cells)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pieces reads n items and calls visit with a few at a time.
func (a *array) pieces(ctx context.Context, n, size int, visit func(from int, piece []byte)) error {
	if size == 0 {
		return nil
	}
	each := max(1, bufferSize/size)
	if need := min(n, each) * size; len(a.buffer) < need {
		a.buffer = make([]byte, need)
	}
	for from := 0; from < n; from += each {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece := a.buffer[:min(each, n-from)*size]
		if _, err := io.ReadFull(a.source, piece); err != nil {
			return cells.CutOff(err)
		}
		visit(from, piece)
	}
	return nil
}

package numpy

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
	"suffice/internal/humanize"
)

// compressed is a sparse matrix as SciPy saves it, by rows: the entries of row i are those
// from indptr[i] to indptr[i+1] of indices and data. Arrays beside it, with a value a row,
// are columns too.
type compressed struct {
	archive *archive
	rows    int
	starts  *values // indptr
	indices *values
	data    *values
	arrays  []*values // these, and those beside
	slots   []int32   // of the columns of the matrix; below 0 where one is not kept
	columns []*cells.Column
	beside  []besideMatrix
	builder *cells.Builder
	row     int // that were read
	end     int // entries of them
}

// values are those of an array, one after the other.
type values struct {
	source *bufio.Reader
	array  *npy.Header
	number npy.Number
	value  []byte
}

// besideMatrix is an array with a value a row.
type besideMatrix struct {
	*values
	column arrayColumn
}

// openMatrix reads a sparse matrix, a few rows at a time.
func (z *archive) openMatrix() (m *compressed, err error) {
	m = &compressed{archive: z, builder: cells.NewBuilder(z.schema, true)}
	if m.starts, err = m.part("indptr"); err != nil {
		return nil, err
	}
	if m.indices, err = m.part("indices"); err != nil {
		return nil, err
	}
	if m.data, err = m.part("data"); err != nil {
		return nil, err
	}
	if err := m.look(); err != nil {
		return nil, err
	}
	for _, k := range z.members {
		if slices.Contains([]string{"indptr", "indices", "data", "shape", "format"}, k.name) || len(k.header.Shape) == 0 {
			continue
		}
		v, err := m.open(k)
		if err != nil {
			return nil, err
		}
		if err := m.addBeside(k.name, v); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// part opens one of the arrays that make the matrix.
func (m *compressed) part(name string) (*values, error) {
	k := m.archive.named(name)
	if k == nil {
		return nil, errNotByRows
	}
	v, err := m.open(k)
	if err == nil && (v.number == nil || len(v.array.Shape) != 1) {
		err = errBadArchive
	}
	return v, err
}

var errNotByRows = fmt.Errorf("this is a sparse matrix of SciPy that is not stored by rows; save x.tocsr()")

// open opens an array.
func (m *compressed) open(k *member) (*values, error) {
	source, err := m.archive.open(k)
	if err != nil {
		return nil, err
	}
	none := fmt.Errorf("array %q: it holds no numbers", k.name)
	if len(k.header.Fields) != 1 {
		return nil, none
	}
	number, err := k.header.Fields[0].Number()
	if err != nil {
		return nil, none
	}
	v := &values{source: bufio.NewReaderSize(source, 1<<16), array: k.header, number: number, value: make([]byte, k.header.Size)}
	m.arrays = append(m.arrays, v)
	return v, nil
}

// look finds how large the matrix is, and makes its columns.
func (m *compressed) look() error {
	z := m.archive
	if format := z.named("format"); format != nil {
		if format.header.Len() != 1 || !format.holdsText() {
			return errBadArchive
		}
		kind, err := z.texts(format)
		if err != nil {
			return err
		}
		if kind[0] != "csr" {
			return errNotByRows
		}
	}
	width, err := m.shape()
	if err != nil {
		return err
	}
	for j := range width {
		c, err := z.schema.Add(fmt.Sprintf("x%d", j+1), cells.Number, 0)
		if err != nil {
			return err
		}
		m.columns, m.slots = append(m.columns, c), append(m.slots, int32(c.Slot))
	}
	first, err := m.starts.whole()
	if err != nil || first != 0 || m.rows != m.starts.array.Shape[0]-1 || m.indices.array.Shape[0] != m.data.array.Shape[0] {
		return errBadArchive
	}
	return nil
}

// shape sets the number of rows, and returns that of columns.
func (m *compressed) shape() (width int, err error) {
	member := m.archive.named("shape")
	if member == nil || len(member.header.Shape) != 1 || member.header.Shape[0] != 2 {
		return 0, errBadArchive
	}
	sizes, err := m.open(member)
	if err != nil {
		return 0, err
	}
	if sizes.number == nil {
		return 0, errBadArchive
	}
	if m.rows, err = sizes.whole(); err != nil {
		return 0, err
	}
	width, err = sizes.whole()
	switch entries := m.archive.named("indices").CompressedSize64 + m.archive.named("data").CompressedSize64; {
	case err != nil:
	case width > maxColumns:
		err = fmt.Errorf("the matrix has more than %d columns", maxColumns)
	case uint64(width) > fewColumns+columnsPerByte*entries:
		err = fmt.Errorf("the matrix has %d columns, but hardly any entries; leave out columns of zeros", width)
	}
	return width, err
}

// addBeside makes a column of an array beside the matrix.
func (m *compressed) addBeside(name string, v *values) error {
	if shape := v.array.Shape; len(shape) != 1 || shape[0] != m.rows {
		return fmt.Errorf("array %q does not have one value for each of the %s of the sparse matrix", name, humanize.Count(m.rows, "row"))
	}
	a := &array{Header: v.array, schema: m.archive.schema}
	if err := a.add(name, v.array.Fields[0], 0); err != nil {
		return err
	}
	if len(a.columns) > 0 { // it is kept
		m.beside = append(m.beside, besideMatrix{v, a.columns[0]})
	}
	return nil
}

// read reads the bytes of the next value.
func (v *values) read() error {
	_, err := io.ReadFull(v.source, v.value)
	return err
}

// whole reads a whole number from 0 up.
func (v *values) whole() (int, error) {
	if err := v.read(); err != nil {
		return 0, err
	}
	const most = 1 << 53
	n := v.number(v.value)
	if !(n >= 0 && n < most) || n != float64(int(n)) {
		return 0, errBadArchive
	}
	return int(n), nil
}

// Next reads rows.
func (m *compressed) Next(ctx context.Context) (*cells.Block, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for m.row < m.rows {
		full, err := m.next()
		if err != nil {
			return nil, m.archive.problem(err)
		}
		if full != nil {
			return full, nil
		}
	}
	if last := m.builder.Take(); last != nil {
		return last, m.atEnd()
	}
	return nil, io.EOF
}

// next reads a row.
func (m *compressed) next() (*cells.Block, error) {
	m.row++
	m.builder.Begin()
	end, err := m.starts.whole()
	if err != nil || end < m.end || end > m.data.array.Shape[0] {
		return nil, errBadArchive
	}
	for last := -1; m.end < end; m.end++ {
		j, err := m.indices.whole()
		if err != nil || j >= len(m.slots) {
			return nil, errBadArchive
		}
		if j <= last {
			return nil, fmt.Errorf("row %d of the sparse matrix has its columns twice or not in order; save it after x.sum_duplicates()", m.row)
		}
		if err := m.data.read(); err != nil {
			return nil, err
		}
		m.set(j, m.data.number(m.data.value))
		last = j
	}
	for _, b := range m.beside {
		if err := b.read(); err != nil {
			return nil, err
		}
		m.builder.Set(b.column.Column, b.column.cell(b.value, m.row))
	}
	return m.builder.End(), nil
}

// set gives the row a value of the matrix.
func (m *compressed) set(j int, v float64) {
	switch slot := m.slots[j]; {
	case slot < 0:
	case v-v != 0: // NaN or infinite
		m.builder.Set(m.columns[j], m.columns[j].Missing(nil, m.row))
	default:
		m.builder.SetNumber(uint32(slot), v)
	}
}

// atEnd reads what is left of the arrays, at whose ends checksums are compared.
func (m *compressed) atEnd() error {
	for _, v := range m.arrays {
		if _, err := io.Copy(io.Discard, v.source); err != nil {
			return m.archive.problem(err)
		}
	}
	return nil
}

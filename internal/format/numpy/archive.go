package numpy

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
	"suffice/internal/format/zipped"
	"suffice/internal/humanize"
)

// archive is a file of several arrays: a zip file of NPY files.
type archive struct {
	in      *cells.File
	schema  *cells.Schema
	size    uint64 // bytes
	members []*member
}

var errBadArchive = errors.New("damaged")

// member is an array in an archive.
type member struct {
	*zip.File
	name   string
	header *npy.Header
}

// holdsText reports whether all values are texts.
func (m *member) holdsText() bool {
	return len(m.header.Fields) == 1 && strings.IndexByte("US", m.header.Fields[0].Kind) >= 0
}

// Columns take more memory than a packed array of the same values in each, so there may be
// so many, and for each byte of the packed array so many more.
const fewColumns, columnsPerByte = 1 << 12, 32

// IsArchive reports whether the first file of a zip file is an array.
func IsArchive(head []byte) bool { return strings.HasSuffix(zipped.FirstName(head), ".npy") }

// OpenArchive puts arrays of the same length side by side.
func OpenArchive(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	s.ByRow = true
	at, size, err := in.AtAnyPlace()
	if err != nil {
		return nil, err
	}
	z := &archive{in: in, schema: s, size: uint64(size)}
	r, err := z.reader(at)
	if err != nil {
		return nil, z.problem(err)
	}
	return r, nil
}

func (z *archive) reader(at io.ReaderAt) (cells.Reader, error) {
	files, err := zip.NewReader(at, int64(z.size))
	if err != nil {
		return nil, err
	}
	if err := z.look(files); err != nil {
		return nil, err
	}
	if z.named("indptr") != nil {
		return z.openMatrix()
	}
	r := &Reader{schema: z.schema, failed: z.problem}
	return r, z.addColumns(r)
}

// look reads the headers of all arrays.
func (z *archive) look(files *zip.Reader) error {
	for _, file := range files.File {
		name, ok := strings.CutSuffix(file.Name, ".npy")
		if !ok || name == "" {
			continue
		}
		m := &member{File: file, name: name}
		source, err := z.open(m)
		if err != nil {
			return err
		}
		if err := source.Close(); err != nil {
			return err
		}
		z.members = append(z.members, m)
	}
	return nil
}

// named is the array of that name, or nil.
func (z *archive) named(name string) *member {
	k := slices.IndexFunc(z.members, func(m *member) bool { return m.name == name })
	if k < 0 {
		return nil
	}
	return z.members[k]
}

// open opens a member, and reads its header. It is closed with the file at the latest.
func (z *archive) open(m *member) (io.ReadCloser, error) {
	// What deflate packs grows a thousandfold at most.
	const most = 1100
	if m.UncompressedSize64/most > m.CompressedSize64 || m.CompressedSize64 > z.size {
		return nil, errBadArchive
	}
	if cells.IsBomb(int64(m.UncompressedSize64), int64(m.CompressedSize64)) {
		return nil, cells.ErrBomb
	}
	source, err := m.Open()
	if err != nil {
		return nil, err
	}
	z.in.OnClose(func() { _ = source.Close() })
	if m.header, err = npy.ReadHeader(source); err != nil {
		return nil, err
	}
	if values, err := m.header.Bytes(); err != nil || uint64(values) > m.UncompressedSize64 {
		return nil, io.ErrUnexpectedEOF
	}
	return source, nil
}

// end closes a member; at its end, its checksum is compared.
func end(source io.ReadCloser) error {
	_, err := io.Copy(io.Discard, source)
	_ = source.Close()
	return err
}

// addColumns makes columns of the arrays that have one value for each row at least.
func (z *archive) addColumns(r *Reader) error {
	names, err := z.names()
	if err != nil {
		return err
	}
	z.members = slices.DeleteFunc(z.members, func(m *member) bool { return len(m.header.Shape) == 0 })
	if len(z.members) == 0 {
		return fmt.Errorf("there is no array with rows in it")
	}
	z.leaveOut()
	first := z.members[0]
	r.rows = first.header.Shape[0]
	for _, m := range z.members {
		if n := m.header.Shape[0]; n != r.rows {
			return fmt.Errorf("array %q has %s and %q has %d; save only arrays that belong side by side", first.name, humanize.Count(r.rows, "row"), m.name, n)
		}
		if len(m.header.Shape) == 2 && uint64(m.header.Shape[1]) > fewColumns+columnsPerByte*m.CompressedSize64 {
			return errBadArchive
		}
		called, labels := m.name, names[m.name]
		if len(z.members) == 1 && called == "arr_0" {
			called = "x" // it was saved without a name
		}
		a, err := newArray(m.header, nil, z.schema, called, labels)
		if err != nil {
			return fmt.Errorf("array %q: %w", m.name, err)
		}
		a.open = func() error { return z.begin(m, a) }
		r.arrays = append(r.arrays, a)
	}
	return nil
}

// leaveOut leaves out arrays that do not have a value for each row, such as names of classes, or
// which rows are for training, where others stand beside the one with columns. Where two with
// columns differ, nobody knows which is the table.
func (z *archive) leaveOut() {
	var rows int
	for _, m := range z.members {
		if n := m.header.Shape[0]; len(m.header.Shape) > 1 && rows != n {
			if rows > 0 {
				return
			}
			rows = n
		}
	}
	belongs := func(m *member) bool { return m.header.Shape[0] == rows }
	kept := slices.DeleteFunc(slices.Clone(z.members), func(m *member) bool { return !belongs(m) })
	if len(kept) < 2 {
		return
	}
	for _, m := range z.members {
		if !belongs(m) {
			z.schema.Remark("array %q is left out: it has %s, and there are %s", m.name, humanize.Count(m.header.Shape[0], "value"), humanize.Count(rows, "row"))
		}
	}
	z.members = kept
}

// begin opens an array to read its rows. One that is stored by columns is unpacked to a temporary
// file before.
func (z *archive) begin(m *member, a *array) (err error) {
	if a.packed, err = z.open(m); err != nil {
		return err
	}
	if a.source = a.packed; byColumns(a.Header) {
		a.values, _, err = z.in.Copy(a.packed)
	}
	return err
}

// names are those of the columns of an array, by its name. They stand in a list of texts
// called names, inputs or columns, as long as the array is wide; it is taken out.
func (z *archive) names() (map[string][]string, error) {
	list := slices.IndexFunc(z.members, func(m *member) bool {
		return slices.Contains([]string{"names", "inputs", "columns"}, m.name) && len(m.header.Shape) == 1 &&
			m.holdsText()
	})
	if list < 0 {
		return nil, nil
	}
	m := z.members[list]
	width := m.header.Shape[0]
	named := slices.IndexFunc(z.members, func(m *member) bool { return len(m.header.Shape) == 2 && m.header.Shape[1] == width })
	if named < 0 || width > maxColumns {
		return nil, nil
	}
	texts, err := z.texts(m)
	if err != nil {
		return nil, err
	}
	of := z.members[named].name
	z.members = slices.Delete(z.members, list, list+1)
	return map[string][]string{of: texts}, nil
}

// texts reads an array of texts.
func (z *archive) texts(m *member) ([]string, error) {
	if m.header.Size > maxRow {
		return nil, errBadArchive
	}
	source, err := z.open(m)
	if err != nil {
		return nil, err
	}
	var all []string
	value := make([]byte, m.header.Size)
	for range m.header.Len() {
		if _, err := io.ReadFull(source, value); err != nil {
			return nil, err
		}
		all = append(all, string(cells.ValidText(m.header.Fields[0].AppendText(nil, value))))
	}
	return all, end(source)
}

func (z *archive) problem(err error) error {
	for _, damage := range []error{zip.ErrFormat, zip.ErrChecksum, errBadArchive, npy.ErrHeader, io.ErrUnexpectedEOF, io.EOF} {
		if errors.Is(err, damage) || strings.Contains(err.Error(), "flate: corrupt") {
			return z.schema.Problem(0, "the NPZ file is damaged or cut off; copy or make it again")
		}
	}
	return problemOf(z.in, z.schema, err)
}

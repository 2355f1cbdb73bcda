package numpy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/npy"
	"suffice/internal/wording"
)

// archive is a file of several arrays: a zip file of NPY files.
type archive struct {
	schema  *cells.Schema
	size    uint64 // bytes
	members []*member
	open    io.ReadCloser // the member that is read
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
func IsArchive(head []byte) bool {
	const fixed = 30
	if len(head) < fixed || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return false
	}
	length := int(binary.LittleEndian.Uint16(head[26:]))
	return len(head) >= fixed+length && bytes.HasSuffix(head[fixed:fixed+length], []byte(".npy"))
}

// OpenArchive puts arrays of the same length side by side.
func OpenArchive(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	s.ByRow = true
	at, size, err := in.AtAnyPlace()
	if err != nil {
		return nil, err
	}
	z := &archive{schema: s, size: uint64(size)}
	in.OnClose(func() {
		if z.open != nil {
			_ = z.open.Close()
		}
	})
	r := &Reader{schema: s, whole: true, failed: func(err error) error { return z.problem(in, err) }}
	files, err := zip.NewReader(at, size)
	if err != nil {
		return nil, r.failed(err)
	}
	if err := z.look(files); err != nil {
		return nil, r.failed(err)
	}
	if z.isMatrix() {
		m, err := z.openMatrix(in, r.failed)
		if err != nil {
			return nil, r.failed(err)
		}
		return m, nil
	}
	if err := z.addColumns(r); err != nil {
		return nil, r.failed(err)
	}
	if r.isTooLarge() {
		if err := z.inStretches(in, r); err != nil {
			return nil, r.failed(err)
		}
		return r, nil
	}
	r.open = func(k int) error {
		_, err := z.begin(z.members[k])
		r.arrays[k].source, r.arrays[k].values = z.open, &inOrder{source: z.open}
		return err
	}
	r.close = func(int) error { return z.end() }
	return r, nil
}

// look reads the headers of all arrays.
func (z *archive) look(files *zip.Reader) error {
	for _, file := range files.File {
		name, ok := strings.CutSuffix(file.Name, ".npy")
		if !ok || name == "" {
			continue
		}
		m := &member{File: file, name: name}
		var err error
		if m.header, err = z.begin(m); err != nil {
			return err
		}
		if err := z.open.Close(); err != nil && !errors.Is(err, zip.ErrChecksum) {
			return err
		}
		z.open = nil
		z.members = append(z.members, m)
	}
	return nil
}

// begin opens a member and reads its header.
func (z *archive) begin(m *member) (*npy.Header, error) {
	// What deflate packs grows a thousandfold at most.
	const most = 1100
	if m.UncompressedSize64/most > m.CompressedSize64 || m.CompressedSize64 > z.size {
		return nil, errBadArchive
	}
	if cells.IsBomb(int64(m.UncompressedSize64), int64(m.CompressedSize64)) {
		return nil, cells.ErrBomb
	}
	var err error
	if z.open, err = m.Open(); err != nil {
		return nil, err
	}
	header, err := npy.ReadHeader(z.open)
	if err != nil {
		return nil, err
	}
	if values, err := header.Bytes(); err != nil || uint64(values) > m.UncompressedSize64 {
		return nil, io.ErrUnexpectedEOF
	}
	return header, nil
}

// inStretches opens all members at once, to read a stretch of rows of each in turn.
func (z *archive) inStretches(in *cells.File, r *Reader) error {
	var open []io.ReadCloser
	in.OnClose(func() {
		for _, member := range open {
			_ = member.Close()
		}
	})
	for k, m := range z.members {
		header, err := z.begin(m)
		if err != nil {
			return err
		}
		member := z.open
		open, z.open = append(open, member), nil
		r.arrays[k].source = member
		if byColumns(header) {
			values, _, err := in.Copy(member)
			if err != nil {
				return err
			}
			r.arrays[k].values = values
		}
	}
	r.whole = false
	r.end = func() error { // at their ends, checksums are compared
		for _, member := range open {
			if _, err := io.Copy(io.Discard, member); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// end closes a member; at its end, its checksum is compared.
func (z *archive) end() error {
	if z.open == nil {
		return nil
	}
	defer func() { _ = z.open.Close(); z.open = nil }()
	_, err := io.Copy(io.Discard, z.open)
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
	first := z.members[0]
	r.rows = first.header.Shape[0]
	for _, m := range z.members {
		if n := m.header.Shape[0]; n != r.rows {
			return fmt.Errorf("array %q has %s and %q has %d; save only arrays that belong side by side", first.name, wording.Count(r.rows, "row"), m.name, n)
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
		r.arrays = append(r.arrays, a)
	}
	return nil
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
	if _, err := z.begin(m); err != nil {
		return nil, err
	}
	var all []string
	value := make([]byte, m.header.Size)
	for range m.header.Len() {
		if _, err := io.ReadFull(z.open, value); err != nil {
			return nil, err
		}
		all = append(all, string(cells.ValidText(m.header.Fields[0].AppendText(nil, value))))
	}
	return all, z.end()
}

func (z *archive) problem(in *cells.File, err error) error {
	for _, damage := range []error{zip.ErrFormat, zip.ErrChecksum, errBadArchive, npy.ErrHeader, io.ErrUnexpectedEOF, io.EOF} {
		if errors.Is(err, damage) || strings.Contains(err.Error(), "flate: corrupt") {
			return z.schema.Problem(0, "the NPZ file is damaged or cut off; copy or make it again")
		}
	}
	return problemOf(in, z.schema, err)
}

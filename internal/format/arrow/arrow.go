// Package arrow reads Arrow IPC files and streams, and Feather files of version 2, which are
// the same. A record batch is in memory at a time. Files are read by their footer, which says where
// batches are, and streams from the start on. See Arrow Columnar Format 1.5, "Serialization
// and Interprocess Communication" (arrow.apache.org); numbers of fields are those of its
// FlatBuffers files Schema.fbs, Message.fbs and File.fbs.
package arrow

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"suffice/internal/cells"
)

// Bounds of what a damaged file can ask for.
const (
	maxMetadata = 64 << 20
	maxBody     = 4 << 30
	maxDepth    = 16
)

const errDamaged = cells.BadValue("the Arrow file is damaged or cut off; copy or make it again")

const magic = "ARROW1\x00\x00"

// Is reports whether a file begins as an Arrow file or stream does: a stream with the schema.
func Is(head []byte) bool {
	if bytes.HasPrefix(head, []byte(magic)) {
		return true
	}
	const before = 8
	if !bytes.HasPrefix(head, []byte("\xff\xff\xff\xff")) || len(head) < before {
		return false
	}
	length := int(binary.LittleEndian.Uint32(head[4:]))
	return length > 0 && length < maxMetadata && (len(head) < before+length || root(head[before:before+length]).octet(1) == isSchema)
}

// Kinds of messages.
const (
	isSchema     = 1
	isDictionary = 2
	isBatch      = 3
)

// Reader reads record batches.
type Reader struct {
	in           io.Reader
	file         *file // nil for a stream
	schema       *cells.Schema
	fields       []*field
	dictionaries map[int64]*field // by their number: how their values are stored
	words        map[int64][][]byte
	batch        *batch // that is read; nil after the last
	row          int
}

// Open reads the schema, and the first batch, which tells how long lists are.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	s.ByRow = true
	r := &Reader{in: in, schema: s, dictionaries: map[int64]*field{}, words: map[int64][][]byte{}}
	head, err := in.Head()
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(head, []byte(magic)) {
		at, size, err := in.AtAnyPlace()
		if err != nil {
			return nil, err
		}
		r.file = &file{at: at, size: size, left: io.LimitedReader{N: size}}
	}
	header, err := r.about()
	if err != nil {
		return nil, r.failed(err)
	}
	if header.shortOr(0, 0) != 0 {
		return nil, s.Problem(0, "the Arrow file is of a machine with another order of bytes; write it again on this one")
	}
	for _, about := range header.tables(1) {
		f, err := r.newField(about, 0)
		if err != nil {
			return nil, r.failed(err)
		}
		r.fields = append(r.fields, f)
	}
	if err := r.nextBatch(); err != nil && !errors.Is(err, io.EOF) {
		return nil, r.failed(err)
	}
	for _, f := range r.fields {
		if err := f.addColumns(s, f.name); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// about is the schema, which a file has in its footer, and a stream in its first message.
func (r *Reader) about() (flat, error) {
	if r.file != nil {
		return r.file.about()
	}
	kind, header, _, err := r.message()
	if err == nil && kind != isSchema {
		err = errDamaged
	}
	return header, err
}

// message reads the next one: its kind, its header, and its bytes. io.EOF is the end.
func (r *Reader) message() (kind int, header flat, body []byte, err error) {
	if r.file == nil {
		return r.messageFrom(r.in)
	}
	in, err := r.file.next()
	if err != nil {
		return 0, flat{}, nil, err
	}
	if kind, header, body, err = r.messageFrom(in); errors.Is(err, io.EOF) {
		err = errDamaged // the footer says that there is one
	}
	return kind, header, body, err
}

func (r *Reader) messageFrom(in io.Reader) (kind int, header flat, body []byte, err error) {
	var start [4]byte
	length := 0
	for continuation := true; continuation; {
		if _, err := io.ReadFull(in, start[:]); err != nil {
			return 0, flat{}, nil, err
		}
		word := binary.LittleEndian.Uint32(start[:])
		continuation, length = word == 0xffffffff && length == 0, int(word)
		if continuation {
			length = -1
		}
	}
	switch {
	case length == 0:
		return 0, flat{}, nil, io.EOF
	case length < 0 || length > maxMetadata:
		return 0, flat{}, nil, errDamaged
	}
	about, err := take(in, int64(length))
	if err != nil {
		return 0, flat{}, nil, err
	}
	m := root(about)
	size := m.long(3)
	most := int64(maxBody)
	if allowed := r.schema.Options.Memory; allowed > 0 {
		most = min(most, allowed/2)
	}
	if size < 0 {
		return 0, flat{}, nil, errDamaged
	}
	if size > most {
		return 0, flat{}, nil, r.schema.Problem(r.row+1, "the record batch that begins here is too large for the memory allowed; allow more, or write smaller batches")
	}
	body, err = take(in, size)
	return m.octet(1), m.table(2), body, err
}

// take reads so many bytes. It asks for memory as they come, since the file may not have them.
func take(source io.Reader, n int64) ([]byte, error) {
	var all bytes.Buffer
	if n <= 1<<20 {
		all.Grow(int(n))
	}
	if _, err := io.CopyN(&all, source, n); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return all.Bytes(), nil
}

// nextBatch reads messages up to a record batch, or returns io.EOF.
func (r *Reader) nextBatch() error {
	for {
		kind, header, body, err := r.message()
		if err != nil {
			return err
		}
		switch kind {
		case isBatch:
			r.batch, err = r.newBatch(header, body, r.fields)
			return err
		case isDictionary:
			if err := r.dictionary(header, body); err != nil {
				return err
			}
		default:
			return errDamaged
		}
	}
}

// dictionary reads the words that columns refer to by number.
func (r *Reader) dictionary(header flat, body []byte) error {
	id := header.long(0)
	values := r.dictionaries[id]
	if values == nil {
		return nil
	}
	b, err := r.newBatch(header.table(1), body, []*field{values})
	if err != nil {
		return err
	}
	if header.octet(2) == 0 {
		r.words[id] = nil
	}
	for i := range b.rows {
		word, ok := values.asText(i)
		if !ok {
			word = nil
		}
		r.words[id] = append(r.words[id], bytes.Clone(word))
	}
	return nil
}

// Next returns the next rows of a batch.
func (r *Reader) Next(ctx context.Context) (*cells.Block, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for r.batch != nil && r.batch.done == r.batch.rows {
		r.batch = nil
		if err := r.nextBatch(); err != nil && !errors.Is(err, io.EOF) {
			return nil, r.failed(err)
		}
	}
	if r.batch == nil {
		return nil, io.EOF
	}
	n := min(cells.BlockRows(r.schema.Kept), r.batch.rows-r.batch.done)
	out := &cells.Block{Rows: n, Width: r.schema.Kept, Cells: make([]float64, n*r.schema.Kept)}
	for _, f := range r.fields {
		if err := f.put(out, r.batch.done, r.row+1); err != nil {
			return nil, r.failed(err)
		}
	}
	r.batch.done += n
	r.row += n
	return out, nil
}

// failed says what is wrong with the file.
func (r *Reader) failed(err error) error { return r.schema.Failed(err, errDamaged.Error()) }

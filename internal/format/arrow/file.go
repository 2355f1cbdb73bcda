package arrow

import (
	"encoding/binary"
	"io"
)

// file is an Arrow file, whose footer says where its messages are. What stands between them is
// not looked at: some programs write the schema there without its length.
type file struct {
	at     io.ReaderAt
	size   int64
	places []int64          // of the messages that are not read yet, dictionaries first
	left   io.LimitedReader // what messages may still read: together no more than the file has
}

// about reads the footer: the schema, and where messages are.
func (f *file) about() (schema flat, err error) {
	const end = "ARROW1"
	const around = 4 + int64(len(end)) // the length of the footer, and the mark
	most := f.size - int64(len(magic)) - around
	if most < 0 {
		return flat{}, errDamaged
	}
	var last [around]byte
	if _, err := f.at.ReadAt(last[:], f.size-around); err != nil {
		return flat{}, err
	}
	length := int64(binary.LittleEndian.Uint32(last[:]))
	if string(last[4:]) != end || length > min(maxMetadata, most) {
		return flat{}, errDamaged
	}
	about, err := take(io.NewSectionReader(f.at, f.size-around-length, length), length)
	if err != nil {
		return flat{}, err
	}
	footer := root(about)
	if schema = footer.table(1); schema.at == 0 || !f.add(footer, 2) || !f.add(footer, 3) {
		return flat{}, errDamaged
	}
	return schema, nil
}

// add takes the places of messages that stand in a vector of the footer, and reports whether it
// is whole.
func (f *file) add(footer flat, k int) bool {
	const block = 24 // bytes: where a message begins, and how long its parts are
	from, n := footer.vector(k, block)
	for i := range n {
		f.places = append(f.places, footer.i64(from+block*i))
	}
	return from > 0 || !footer.has(k)
}

// next is the file from the next message on. Places that are named again and again come to an
// end with what messages may read.
func (f *file) next() (io.Reader, error) {
	if len(f.places) == 0 {
		return nil, io.EOF
	}
	from := f.places[0]
	f.places = f.places[1:]
	if from < int64(len(magic)) || from >= f.size {
		return nil, errDamaged
	}
	f.left.R = io.NewSectionReader(f.at, from, f.size-from)
	return &f.left, nil
}

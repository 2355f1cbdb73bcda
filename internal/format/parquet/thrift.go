package parquet

import "encoding/binary"

// walker goes through bytes of Thrift's compact protocol without decoding them, to see
// that no list or text is longer than what is left. Once it has met one that is, it has failed,
// and nothing is left.
type walker struct {
	rest   []byte
	failed bool
}

// Types of the compact protocol.
const (
	thriftStop, thriftTrue, thriftFalse, thriftByte, thriftInt16, thriftInt32, thriftInt64 = 0, 1, 2, 3, 4, 5, 6
	thriftDouble, thriftBinary, thriftList, thriftSet, thriftMap, thriftStruct, thriftUUID = 7, 8, 9, 10, 11, 12, 13
)

const maxThriftDepth = 32

// walk goes through a structure, and returns what follows it.
func walk(b []byte) (rest []byte, err error) {
	w := walker{rest: b}
	if w.structure(0); w.failed {
		return nil, errDamaged
	}
	return w.rest, nil
}

func (w *walker) fail() { w.rest, w.failed = nil, true }

func (w *walker) skip(n uint64) {
	if n > uint64(len(w.rest)) {
		w.fail()
		return
	}
	w.rest = w.rest[n:]
}

func (w *walker) byte() (b byte) {
	if len(w.rest) > 0 {
		b = w.rest[0]
	}
	w.skip(1)
	return b
}

func (w *walker) uvarint() uint64 {
	v, n := binary.Uvarint(w.rest)
	if n <= 0 {
		w.fail()
		return 0
	}
	w.rest = w.rest[n:]
	return v
}

func (w *walker) structure(depth int) {
	for !w.failed {
		b := w.byte()
		if b == thriftStop {
			return
		}
		if b>>4 == 0 { // the field's number follows
			w.uvarint()
		}
		if kind := b & 15; kind != thriftTrue && kind != thriftFalse { // these are in the type itself
			w.value(kind, depth+1)
		}
	}
}

func (w *walker) value(kind byte, depth int) {
	if depth > maxThriftDepth {
		w.fail()
		return
	}
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		w.skip(1)
	case thriftInt16, thriftInt32, thriftInt64:
		w.uvarint()
	case thriftDouble:
		w.skip(8)
	case thriftUUID:
		w.skip(16)
	case thriftBinary:
		w.skip(w.uvarint())
	case thriftList, thriftSet:
		b := w.byte()
		n := uint64(b >> 4)
		if n == 15 {
			n = w.uvarint()
		}
		w.values(n, depth, b&15)
	case thriftMap:
		if n := w.uvarint(); n > 0 {
			b := w.byte()
			w.values(n, depth, b>>4, b&15)
		}
	case thriftStruct:
		w.structure(depth)
	default:
		w.fail()
	}
}

// values goes through n times one value of each kind. Each takes a byte at least.
func (w *walker) values(n uint64, depth int, kinds ...byte) {
	if n > uint64(len(w.rest)) {
		w.fail()
	}
	for ; n > 0 && !w.failed; n-- {
		for _, kind := range kinds {
			w.value(kind, depth+1)
		}
	}
}

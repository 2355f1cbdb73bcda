package parquet

import "encoding/binary"

// walker goes through bytes of Thrift's compact protocol without decoding them, to see
// that no list or text is longer than what is left.
type walker struct{ rest []byte }

// Types of the compact protocol.
const (
	thriftStop, thriftTrue, thriftFalse, thriftByte, thriftInt16, thriftInt32, thriftInt64 = 0, 1, 2, 3, 4, 5, 6
	thriftDouble, thriftBinary, thriftList, thriftSet, thriftMap, thriftStruct, thriftUUID = 7, 8, 9, 10, 11, 12, 13
)

const maxThriftDepth = 32

func (w *walker) skip(n uint64) error {
	if n > uint64(len(w.rest)) {
		return errDamaged
	}
	w.rest = w.rest[n:]
	return nil
}

func (w *walker) byte() (byte, error) {
	if len(w.rest) == 0 {
		return 0, errDamaged
	}
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b, nil
}

func (w *walker) uvarint() (uint64, error) {
	v, n := binary.Uvarint(w.rest)
	if n <= 0 {
		return 0, errDamaged
	}
	w.rest = w.rest[n:]
	return v, nil
}

func (w *walker) structure(depth int) error {
	for {
		b, err := w.byte()
		if err != nil || b == thriftStop {
			return err
		}
		if b>>4 == 0 { // the field's number follows
			if _, err := w.uvarint(); err != nil {
				return err
			}
		}
		if kind := b & 15; kind != thriftTrue && kind != thriftFalse { // these are in the type itself
			if err := w.value(kind, depth+1); err != nil {
				return err
			}
		}
	}
}

func (w *walker) value(kind byte, depth int) error {
	if depth > maxThriftDepth {
		return errDamaged
	}
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		return w.skip(1)
	case thriftInt16, thriftInt32, thriftInt64:
		_, err := w.uvarint()
		return err
	case thriftDouble:
		return w.skip(8)
	case thriftUUID:
		return w.skip(16)
	case thriftBinary:
		n, err := w.uvarint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case thriftList, thriftSet:
		return w.list(depth)
	case thriftMap:
		return w.pairs(depth)
	case thriftStruct:
		return w.structure(depth)
	}
	return errDamaged
}

func (w *walker) list(depth int) error {
	b, err := w.byte()
	if err != nil {
		return err
	}
	n := uint64(b >> 4)
	if n == 15 {
		if n, err = w.uvarint(); err != nil {
			return err
		}
	}
	return w.values(n, depth, b&15)
}

func (w *walker) pairs(depth int) error {
	n, err := w.uvarint()
	if err != nil || n == 0 {
		return err
	}
	b, err := w.byte()
	if err != nil {
		return err
	}
	return w.values(n, depth, b>>4, b&15)
}

// values goes through n times one value of each kind. Each takes a byte at least.
func (w *walker) values(n uint64, depth int, kinds ...byte) error {
	if n > uint64(len(w.rest)) {
		return errDamaged
	}
	for range n {
		for _, kind := range kinds {
			if err := w.value(kind, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

package arrow

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// batch is rows whose values the fields hold.
type batch struct {
	rows, done int

	header  flat
	body    []byte
	node    int // the next field
	nodes   int
	nodesAt int
	buffer  int // the next buffer
	buffers int
	at      int
	views   int
	codec   int // below 0 where nothing is packed
	size    int64
}

// newBatch gives fields their values.
func (r *Reader) newBatch(header flat, body []byte, fields []*field) (*batch, error) {
	b := &batch{header: header, body: body, codec: -1}
	b.nodesAt, b.nodes = header.vector(1, 16)
	b.at, b.buffers = header.vector(2, 16)
	if header.has(3) {
		b.codec = header.table(3).octet(0)
	}
	rows := header.long(0)
	for _, f := range fields {
		if err := b.load(f); err != nil {
			return nil, err
		}
	}
	const few, each = 1 << 24, 64 // values that need no bytes, and values for each byte
	if most := few + each*b.size; rows < 0 || rows > most || rows*int64(b.nodes) > most {
		return nil, errDamaged
	}
	b.rows = int(rows)
	for _, f := range fields {
		if f.n != b.rows {
			return nil, errDamaged
		}
	}
	return b, nil
}

// load takes the buffers of a field, and checks that they are as long as its values need.
func (b *batch) load(f *field) error {
	if b.node >= b.nodes {
		return errDamaged
	}
	n := b.header.i64(b.nodesAt + 16*b.node)
	b.node++
	if n < 0 || n > maxBody {
		return errDamaged
	}
	f.n, f.valid, f.values, f.data, f.buffers = int(n), nil, nil, nil, nil
	if f.layout == nothing {
		return nil
	}
	var err error
	if f.valid, err = b.next(); err != nil {
		return err
	}
	if len(f.valid) > 0 && 8*len(f.valid) < f.n {
		return errDamaged
	}
	return b.loadValues(f)
}

func (b *batch) loadValues(f *field) (err error) {
	needed := int64(0)
	switch f.layout {
	case fixed:
		needed = int64(f.n) * int64(f.size)
	case bits:
		needed = int64(f.n+7) / 8
	case texts, lists:
		needed = 4 * int64(f.n+1)
	case longTexts, longLists:
		needed = 8 * int64(f.n+1)
	case views:
		needed = 16 * int64(f.n)
	}
	if f.layout != arrays && f.layout != structure {
		if f.values, err = b.next(); err != nil {
			return err
		}
		if int64(len(f.values)) < needed && f.n > 0 {
			return errDamaged
		}
	}
	switch f.layout {
	case texts, longTexts:
		f.data, err = b.next()
	case views:
		counts, n := b.header.vector(4, 8)
		if b.views >= n {
			return errDamaged
		}
		for range min(b.header.i64(counts+8*b.views), int64(b.buffers)) {
			data, err := b.next()
			if err != nil {
				return err
			}
			f.buffers = append(f.buffers, data)
		}
		b.views++
	}
	for _, child := range f.children {
		if err == nil {
			err = b.load(child)
		}
	}
	return err
}

// next is the next buffer, unpacked.
func (b *batch) next() ([]byte, error) {
	if b.buffer >= b.buffers {
		return nil, errDamaged
	}
	offset, length := b.header.i64(b.at+16*b.buffer), b.header.i64(b.at+16*b.buffer+8)
	b.buffer++
	if offset < 0 || length < 0 || offset > int64(len(b.body)) || length > int64(len(b.body))-offset {
		return nil, errDamaged
	}
	data := b.body[offset : offset+length]
	data, err := b.unpacked(data)
	b.size += int64(len(data))
	return data, err
}

// unpacked is a buffer that begins with its size before it was packed.
func (b *batch) unpacked(data []byte) ([]byte, error) {
	const prefix = 8
	if b.codec < 0 || len(data) == 0 {
		return data, nil
	}
	if len(data) < prefix {
		return nil, errDamaged
	}
	size, packed := int64(binary.LittleEndian.Uint64(data)), data[prefix:]
	if size == -1 {
		return packed, nil
	}
	const little, each = 64 << 20, 1024 // bytes that a batch may unpack to, and for each byte of it
	if size < 0 || size > little+each*int64(len(b.body))-b.size {
		return nil, errDamaged
	}
	var source io.Reader
	switch b.codec {
	case 0:
		source = lz4.NewReader(bytes.NewReader(packed))
	case 1:
		unpacker, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		defer unpacker.Close()
		source = unpacker
	default:
		return nil, errDamaged
	}
	return take(source, size)
}

// isValid reports whether value i is not null.
func (f *field) isValid(i int) bool {
	return len(f.valid) == 0 || f.valid[i/8]>>(i%8)&1 == 1
}

// bounds are where the i-th text or list begins and ends.
func (f *field) bounds(i int) (from, to int) {
	switch f.layout {
	case arrays:
		return i * f.size, (i + 1) * f.size
	case texts, lists:
		return int(int32(binary.LittleEndian.Uint32(f.values[4*i:]))), int(int32(binary.LittleEndian.Uint32(f.values[4*i+4:])))
	}
	return int(binary.LittleEndian.Uint64(f.values[8*i:])), int(binary.LittleEndian.Uint64(f.values[8*i+8:]))
}

// asNumber is value i as a number.
func (f *field) asNumber(i int) (float64, bool) {
	if i >= f.n || !f.isValid(i) {
		return 0, false
	}
	return f.number(f.values[i*f.size : (i+1)*f.size]), true
}

// asText is value i as a text, as far as it is one.
func (f *field) asText(i int) ([]byte, bool) {
	if i >= f.n || f.layout == nothing || !f.isValid(i) {
		return nil, false
	}
	switch f.layout {
	case texts, longTexts:
		from, to := f.bounds(i)
		if from < 0 || to < from || to > len(f.data) {
			return nil, false
		}
		return f.data[from:to], true
	case views:
		return f.view(f.values[16*i : 16*i+16])
	case bits:
		return fmt.Append(nil, f.values[i/8]>>(i%8)&1 == 1), true
	case fixed:
		if f.number == nil {
			return nil, false
		}
		v, _ := f.asNumber(i)
		if f.words < 0 {
			return []byte(f.form.Text(v)), true
		}
		if all := f.of.words[f.words]; v >= 0 && int(v) < len(all) {
			return all[int(v)], all[int(v)] != nil
		}
	}
	return nil, false
}

// view is a text of up to 12 bytes, or one that stands in a buffer.
func (f *field) view(v []byte) ([]byte, bool) {
	const short = 12
	length := int(int32(binary.LittleEndian.Uint32(v)))
	if length >= 0 && length <= short {
		return v[4 : 4+length], true
	}
	k, from := int(int32(binary.LittleEndian.Uint32(v[8:]))), int(int32(binary.LittleEndian.Uint32(v[12:])))
	if length < 0 || k < 0 || k >= len(f.buffers) || from < 0 || length > len(f.buffers[k])-from {
		return nil, false
	}
	return f.buffers[k][from : from+length], true
}

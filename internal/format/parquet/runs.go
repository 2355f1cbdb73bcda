package parquet

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/delta"
	described "github.com/parquet-go/parquet-go/format"
)

// The decoder makes room for as many values as a run says it has, be they more than the
// page's. So the runs of each page are counted before it is decoded.

// place is a page of a column, and where its bytes begin.
type place struct {
	*described.PageHeader
	at     int64
	packed described.CompressionCodec
}

// slack is by how many values a run may go beyond the page: writers fill up the last.
const slack = 1 << 12

// checkRuns checks the page that is decoded next.
func (l *leaf) checkRuns(at io.ReaderAt) error {
	if len(l.places) == 0 {
		return nil
	}
	next := l.places[0]
	l.places = l.places[1:]
	if cap(l.bytes) < int(next.CompressedPageSize) {
		l.bytes = make([]byte, next.CompressedPageSize)
	}
	page := l.bytes[:next.CompressedPageSize]
	if _, err := at.ReadAt(page, next.at); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	n := pageValues(next.PageHeader) + slack
	values, err := l.checkLevels(next, page, n)
	if err != nil {
		return err
	}
	return l.checkValues(encodingOf(next.PageHeader), values, n)
}

// checkLevels checks the levels of a page, and returns what comes after them, unpacked.
func (l *leaf) checkLevels(p place, page []byte, n int64) (values []byte, err error) {
	if p.Type != described.DataPageV2 {
		if page, err = l.unpacked(p, page); err != nil {
			return nil, err
		}
		for _, most := range [...]byte{l.repetitions(), l.present} {
			if most == 0 {
				continue
			}
			if len(page) < 4 || int64(binary.LittleEndian.Uint32(page)) > int64(len(page)-4) {
				return nil, errDamaged
			}
			length := 4 + binary.LittleEndian.Uint32(page)
			if !runsFit(page[4:length], bits.Len8(most), n) {
				return nil, errDamaged
			}
			page = page[length:]
		}
		return page, nil
	}
	v2 := &p.DataPageHeaderV2.V
	for _, levels := range [...]struct {
		length int32
		most   byte
	}{{v2.RepetitionLevelsByteLength, l.repetitions()}, {v2.DefinitionLevelsByteLength, l.present}} {
		if levels.length < 0 || int(levels.length) > len(page) || !runsFit(page[:levels.length], bits.Len8(levels.most), n) {
			return nil, errDamaged
		}
		page = page[levels.length:]
	}
	if v2.IsCompressed.Valid && !v2.IsCompressed.V {
		return page, nil
	}
	return l.unpacked(p, page)
}

// repetitions is the highest level of repetition.
func (l *leaf) repetitions() byte {
	if l.repeated {
		return 1
	}
	return 0
}

func (l *leaf) unpacked(p place, page []byte) ([]byte, error) {
	if p.packed == described.Uncompressed {
		return page, nil
	}
	if cap(l.plain) < int(p.UncompressedPageSize) {
		l.plain = make([]byte, p.UncompressedPageSize)
	}
	plain, err := parquet.LookupCompressionCodec(p.packed).Decode(l.plain[:p.UncompressedPageSize], page)
	return plain, err
}

// encodingOf is that of the values of a page.
func encodingOf(h *described.PageHeader) described.Encoding {
	if h.Type == described.DataPageV2 {
		return h.DataPageHeaderV2.V.Encoding
	}
	return h.DataPageHeader.V.Encoding
}

// checkValues checks values that are stored in runs or as differences.
func (l *leaf) checkValues(stored described.Encoding, values []byte, n int64) error {
	fits := true
	switch stored {
	case described.RLEDictionary, described.PlainDictionary: //nolint:staticcheck // old files have it
		fits = len(values) == 0 || runsFit(values[1:], int(values[0]), n)
	case described.RLE: // with its length before it
		fits = len(values) < 4 || runsFit(values[4:], 1, n)
	case described.DeltaBinaryPacked, described.DeltaLengthByteArray:
		_, fits = afterDifferences(values, n)
	case described.DeltaByteArray:
		fits = prefixesFit(values, n)
	}
	if !fits {
		return errDamaged
	}
	return nil
}

// runsFit reports whether runs of numbers of so many bits are n values at most.
func runsFit(runs []byte, width int, n int64) bool {
	if width > 32 {
		return false
	}
	for total := int64(0); len(runs) > 0; {
		head, length := binary.Uvarint(runs)
		if length <= 0 || head>>1 > 1<<31 {
			return false
		}
		runs = runs[length:]
		values, size := int64(head>>1), (width+7)/8
		if head&1 == 1 {
			values, size = 8*values, int(head>>1)*width
		}
		if total += values; total > n {
			return false
		}
		runs = runs[min(size, len(runs)):]
	}
	return true
}

// afterDifferences goes past numbers that are stored as differences, and reports whether
// they are n at most.
func afterDifferences(b []byte, n int64) (rest []byte, fits bool) {
	var head [4]uint64 // values of a block, parts of a block, values in all, the first
	for k := range head {
		v, length := binary.Uvarint(b)
		if length <= 0 {
			return nil, false
		}
		head[k], b = v, b[length:]
	}
	block, parts, left := head[0], head[1], int64(head[2])-1
	if head[2] > uint64(n) || parts == 0 || parts > block || block > 1<<20 {
		return nil, false
	}
	for left > 0 && len(b) > 0 {
		_, length := binary.Uvarint(b) // the least difference
		if length <= 0 || uint64(len(b)-length) < parts {
			return nil, false
		}
		widths := b[length : length+int(parts)]
		b = b[length+int(parts):]
		for _, width := range widths {
			if left <= 0 {
				break
			}
			size := int(block/parts) * int(width) / 8
			b = b[min(size, len(b)):]
			left -= int64(block / parts)
		}
	}
	return b, true
}

// prefixesFit reports whether texts that begin as the ones before them are not more than
// a page may have, in number and in length.
func prefixesFit(b []byte, n int64) bool {
	rest, fits := afterDifferences(b, n)
	if !fits {
		return false
	}
	var differences delta.BinaryPackedEncoding
	prefixes, err := differences.DecodeInt32(nil, b)
	total := int64(0)
	for _, length := range prefixes {
		if total += int64(length); length < 0 || total > maxTexts {
			return false
		}
	}
	_, fits = afterDifferences(rest, n)
	return fits && err == nil
}

// maxTexts bounds what the texts of a page take beyond what it says of them.
const maxTexts = 256 << 20

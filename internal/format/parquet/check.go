package parquet

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	described "github.com/parquet-go/parquet-go/format"

	"suffice/internal/cells"
)

// The decoder allocates what the file asks for before it looks whether the file can hold
// it, so sizes are checked first.

var errDamaged = errors.New("damaged")

// errLZ4 is for files that the decoder takes for others: it returns wrong values where a
// page hardly shrank, and does not end where one is damaged.
const errLZ4 = cells.BadValue("the Parquet file is packed with LZ4, which is not supported; write it with snappy, gzip or zstd")

// errTooManyValues is for files whose values take next to no space, as no real ones do.
const errTooManyValues = cells.BadValue("the Parquet file is small, but says that it has more values than fit into memory; is it damaged?")

// mostValues is how many values the file may have, for its size. What is nearly always the
// same takes a bit or two for a hundred values.
func (f *file) mostValues() int64 { return 1<<22 + min(1024*f.size, 1<<30+64*f.size) }

const (
	maxPageSize   = 1 << 30  // bytes of a page, unpacked
	maxPageValues = 1 << 24  // values of a page that takes less than a byte for each
	maxHeader     = 16 << 20 // bytes of a page's header, which may hold its least and its largest text
	headerWindow  = 1 << 12  // bytes that most headers fit into
)

// checkFooter checks the description at the end of the file, before it is decoded.
func checkFooter(at io.ReaderAt, size int64) error {
	const around = 12 // PAR1 at the start, and the length and PAR1 at the end
	if size < around {
		return errDamaged
	}
	var end [8]byte
	if _, err := at.ReadAt(end[:], size-8); err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(end[:4]))
	if string(end[4:]) != "PAR1" || length > size-around {
		return errDamaged
	}
	footer := make([]byte, length)
	if _, err := at.ReadAt(footer, size-8-length); err != nil {
		return err
	}
	_, err := walk(footer)
	return err
}

// checkPages checks the headers of a column's pages in a row group of n rows.
func (f *file) checkPages(group *described.RowGroup, l *leaf, n int64) error {
	about := &group.Columns[l.index].MetaData
	at := about.DataPageOffset
	if about.DictionaryPageOffset != 0 {
		at = about.DictionaryPageOffset
	}
	end := at + about.TotalCompressedSize
	if at < 0 || about.TotalCompressedSize < 0 || end < at || end > f.size {
		return errDamaged
	}
	if about.Codec != f.Metadata().RowGroups[0].Columns[l.index].MetaData.Codec {
		return errDamaged // the decoder takes the first for all
	}
	window := make([]byte, headerWindow)
	values := int64(0)
	l.largest, l.places = 0, nil
	for at < end {
		header, length, err := f.pageHeader(at, end, &window)
		if err != nil {
			return err
		}
		if err := f.checkPacked(about.Codec, header, at+int64(length)); err != nil {
			return err
		}
		at += int64(length) + int64(header.CompressedPageSize)
		count := pageValues(header)
		values += count
		if header.CompressedPageSize < 0 || header.UncompressedPageSize < 0 || header.UncompressedPageSize > maxPageSize ||
			at > end || count < 0 || count > max(maxPageValues, int64(header.UncompressedPageSize)) || !l.dictionaryFits(header) ||
			int64(header.UncompressedPageSize) > mostUnpacked(about.Codec, int64(header.CompressedPageSize)) {
			return errDamaged
		}
		if values > f.mostValues() {
			return errTooManyValues
		}
		if header.Type == described.DataPage || header.Type == described.DataPageV2 {
			l.places = append(l.places, place{lasting(header), at - int64(header.CompressedPageSize), about.Codec})
		}
		const perValue = 24 // levels, an index, and the cell
		l.largest = max(l.largest, 2*int64(header.UncompressedPageSize)+perValue*count)
	}
	if !l.repeated && values != n {
		return errDamaged
	}
	return nil
}

// dictionaryFits reports whether a page that is a dictionary is as long as its values are.
// The decoder makes room for them by their number and length alone.
func (l *leaf) dictionaryFits(h *described.PageHeader) bool {
	return h.Type != described.DictionaryPage || int64(h.DictionaryPageHeader.V.NumValues)*l.valueSize <= int64(h.UncompressedPageSize)
}

// plainSize is how many bytes a value takes at least where it stands as it is.
func plainSize(kind parquet.Type) int64 {
	switch kind.Kind() {
	case parquet.Boolean:
		return 0
	case parquet.Int32, parquet.Float, parquet.ByteArray: // this one has its length before it
		return 4
	case parquet.Int64, parquet.Double:
		return 8
	case parquet.Int96:
		return 12
	}
	return int64(kind.Length())
}

// mostUnpacked is how many bytes that many can unpack to.
func mostUnpacked(codec described.CompressionCodec, packed int64) int64 {
	const little = 1 << 10
	switch codec {
	case described.Uncompressed:
		return packed
	case described.Snappy:
		return little + 32*packed // 64 bytes take 3 at least
	case described.Gzip:
		return little + 1100*packed
	}
	return 16<<20 + 1100*packed // zstd and brotli can do with next to nothing
}

// lasting is a header without what takes memory.
func lasting(h *described.PageHeader) *described.PageHeader {
	h.DataPageHeader.V.Statistics, h.DataPageHeaderV2.V.Statistics = described.Statistics{}, described.Statistics{}
	return h
}

// pageHeader decodes the header at a place, and tells its length.
func (f *file) pageHeader(at, end int64, window *[]byte) (*described.PageHeader, int, error) {
	for length := int64(headerWindow); ; length *= 4 {
		if int64(len(*window)) < length {
			*window = make([]byte, length)
		}
		b := (*window)[:min(length, end-at)]
		if _, err := f.ReaderAt.ReadAt(b, at); err != nil && !errors.Is(err, io.EOF) {
			return nil, 0, err
		}
		if rest, err := walk(b); err == nil {
			b = b[:len(b)-len(rest)]
			header := &described.PageHeader{}
			return header, len(b), thrift.Unmarshal(&thrift.CompactProtocol{}, b, header)
		}
		if int64(len(b)) < length || length >= maxHeader {
			return nil, 0, errDamaged
		}
	}
}

// checkPacked checks that a page at a place unpacks to the size that its header says, where
// the packed bytes begin with a size that their decoder trusts.
func (f *file) checkPacked(codec described.CompressionCodec, h *described.PageHeader, at int64) error {
	if h.Type == described.DataPageV2 {
		v2 := &h.DataPageHeaderV2.V
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			return nil
		}
		at += int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
	}
	var start [zstd.HeaderMaxSize]byte
	n, err := f.ReaderAt.ReadAt(start[:], at)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	size := uint64(0)
	switch codec {
	case described.Snappy:
		size, _ = binary.Uvarint(start[:n])
	case described.Zstd:
		var header zstd.Header
		if header.Decode(start[:n]) == nil && header.HasFCS {
			size = header.FrameContentSize
		}
	case described.Lz4Raw, described.Lz4:
		return errLZ4
	}
	if size > uint64(h.UncompressedPageSize) {
		return errDamaged
	}
	return nil
}

// pageValues is how many values a page has, those that are null included. A dictionary
// has none, but must not claim more than fit.
func pageValues(h *described.PageHeader) int64 {
	switch h.Type {
	case described.DictionaryPage:
		if n := h.DictionaryPageHeader.V.NumValues; n < 0 || n > maxPageValues {
			return -1
		}
		return 0
	case described.DataPageV2:
		return int64(h.DataPageHeaderV2.V.NumValues)
	case described.DataPage:
		return int64(h.DataPageHeader.V.NumValues)
	}
	return 0
}

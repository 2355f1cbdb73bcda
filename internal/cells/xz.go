package cells

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"
)

var errXZ = errors.New("damaged")

const (
	errXZWindow = BadValue("the xz file needs more than 128 MiB to unpack; pack it with a smaller dictionary, such as xz -9 has")
	errXZFilter = BadValue("the xz file is packed by filters other than LZMA2; pack it again without options")
)

// xzReader unpacks xz files that stand one after the other. It reads the container, and package
// lzma what is in it, so that no file can ask for more memory than maxWindow.
// See The .xz File Format, version 1.2.1 (tukaani.org/xz).
type xzReader struct {
	source   *readBytes
	inStream bool
	check    byte      // the kind of checksum
	block    io.Reader // nil between blocks
	began    int64     // where its bytes begin
	sum      hash.Hash // of the block; nil where the kind is not known
}

// readBytes counts what is read.
type readBytes struct {
	*bufio.Reader
	n int64
}

func (c *readBytes) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *readBytes) ReadByte() (byte, error) {
	b, err := c.Reader.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func (x *xzReader) Read(p []byte) (int, error) {
	for {
		if x.block == nil {
			if err := x.nextBlock(); err != nil {
				return 0, err
			}
		}
		n, err := x.block.Read(p)
		if x.sum != nil {
			_, _ = x.sum.Write(p[:n])
		}
		if errors.Is(err, io.EOF) {
			err = x.endBlock()
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// nextBlock goes to the next block, or returns io.EOF after the last.
func (x *xzReader) nextBlock() error {
	for {
		if !x.inStream {
			if err := x.streamHeader(); err != nil {
				return err
			}
		}
		length, err := x.source.ReadByte()
		if err != nil {
			return CutOff(err)
		}
		if length != 0 {
			return x.blockHeader(length)
		}
		if err := x.index(); err != nil {
			return CutOff(err)
		}
		x.inStream = false
	}
}

// streamHeader begins a stream after zeros; at the end of the file it returns io.EOF.
func (x *xzReader) streamHeader() error {
	for {
		next, err := x.source.Peek(1)
		if err != nil {
			return err
		}
		if next[0] != 0 {
			break
		}
		if _, err := x.source.ReadByte(); err != nil {
			return err
		}
	}
	var header [12]byte
	if _, err := io.ReadFull(x.source, header[:]); err != nil {
		return CutOff(err)
	}
	if !bytes.HasPrefix(header[:], []byte("\xfd7zXZ\x00\x00")) || crc32.ChecksumIEEE(header[6:8]) != binary.LittleEndian.Uint32(header[8:]) {
		return errXZ
	}
	x.check, x.inStream = header[7]&0xf, true
	return nil
}

// blockHeader reads how a block is packed.
func (x *xzReader) blockHeader(length byte) error {
	header := make([]byte, 4*(int(length)+1))
	header[0] = length
	if _, err := io.ReadFull(x.source, header[1:]); err != nil {
		return CutOff(err)
	}
	fields, sum := header[:len(header)-4], header[len(header)-4:]
	if crc32.ChecksumIEEE(fields) != binary.LittleEndian.Uint32(sum) {
		return errXZ
	}
	flags := fields[1]
	rest := bytes.NewReader(fields[2:])
	for _, given := range []byte{0x40, 0x80} { // sizes, which the end of the block tells too
		if flags&given == 0 {
			continue
		}
		if _, err := binary.ReadUvarint(rest); err != nil {
			return errXZ
		}
	}
	const lzma2 = 0x21
	if id, err := binary.ReadUvarint(rest); err != nil || id != lzma2 || flags&3 != 0 {
		return errXZFilter
	}
	if size, err := rest.ReadByte(); err != nil || size != 1 {
		return errXZ
	}
	bits, err := rest.ReadByte()
	if err != nil || bits > 40 {
		return errXZ
	}
	dictionary := int64(2|bits&1) << (bits/2 + 11)
	if dictionary > maxWindow {
		return errXZWindow
	}
	x.began, x.sum = x.source.n, sumOf(x.check)
	x.block, err = lzma.Reader2Config{DictCap: int(dictionary)}.NewReader2(x.source)
	return err
}

// sumOf is a checksum of a kind, or nil where we do not know it.
func sumOf(kind byte) hash.Hash {
	switch kind {
	case 1:
		return crc32.NewIEEE()
	case 4:
		return crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		return sha256.New()
	}
	return nil
}

// endBlock compares the checksum.
func (x *xzReader) endBlock() error {
	sizes := [16]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}
	padding := int(-(x.source.n - x.began) & 3)
	tail := make([]byte, padding+sizes[x.check])
	if _, err := io.ReadFull(x.source, tail); err != nil {
		return CutOff(err)
	}
	x.block = nil
	if x.sum == nil {
		return nil
	}
	want, got := tail[padding:], x.sum.Sum(nil)
	if x.check != 10 { // numbers, the lowest byte first
		for i, j := 0, len(got)-1; i < j; i, j = i+1, j-1 {
			got[i], got[j] = got[j], got[i]
		}
	}
	if !bytes.Equal(want, got) {
		return errXZ
	}
	return nil
}

// index goes past the list of blocks, and the end of the stream. Its first byte is read.
func (x *xzReader) index() error {
	began := x.source.n - 1
	records, err := binary.ReadUvarint(x.source)
	if err != nil {
		return err
	}
	for ; records > 0; records-- {
		for range 2 {
			if _, err := binary.ReadUvarint(x.source); err != nil {
				return err
			}
		}
	}
	const sum, footer = 4, 12
	tail := make([]byte, -(x.source.n-began)&3+sum+footer)
	if _, err := io.ReadFull(x.source, tail); err != nil {
		return err
	}
	if !bytes.HasSuffix(tail, []byte("YZ")) {
		return errXZ
	}
	return nil
}

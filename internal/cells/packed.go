package cells

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
)

const errAfterGzip = BadValue("there is something after the end of the gzip file; copy or make it again")

// gzipReader unpacks gzip files that stand one after the other. The package takes what
// follows the last for one that is cut off; zeros, as tapes have them, do not count.
type gzipReader struct {
	source *bufio.Reader
	*gzip.Reader
}

func newGzipReader(source *bufio.Reader) (*gzipReader, error) {
	unpacked, err := gzip.NewReader(source)
	if err != nil {
		return nil, err
	}
	unpacked.Multistream(false)
	return &gzipReader{source, unpacked}, nil
}

func (g *gzipReader) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	return n, g.following()
}

// following goes to the next file, or returns io.EOF where there is none.
func (g *gzipReader) following() error {
	start, err := g.source.Peek(2)
	switch {
	case len(start) == 0:
		return err
	case bytes.Equal(start, []byte{0x1f, 0x8b}):
		err := g.Reset(g.source)
		g.Multistream(false)
		return err
	case start[0] != 0:
		return errAfterGzip
	}
	for {
		c, err := g.source.ReadByte()
		if err != nil {
			return err
		}
		if c != 0 {
			return errAfterGzip
		}
	}
}

// A packed file of a few megabytes can unpack to so much that nobody can wait for its end,
// and a disk cannot hold it. What tables are packed to is rarely a hundredth of them.
const (
	mostGrowth  = 200     // times the packed bytes
	growsFreely = 1 << 28 // bytes, whatever they are packed to
)

// ErrBomb is for packed files that are small for what they hold.
const ErrBomb = BadValue("the file unpacks to more than 256 MiB and 200 times its size, which tables hardly do; if it is one, unpack it first")

// IsBomb reports whether so many bytes are suspiciously much for the packed ones.
func IsBomb(unpacked, packed int64) bool {
	return unpacked > growsFreely && unpacked/mostGrowth > packed
}

// counted is a reader that knows how much was read.
type counted struct {
	source io.Reader
	bytes  atomic.Int64 // zstd reads ahead
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.source.Read(p)
	c.bytes.Add(int64(n))
	return n, err
}

// growing is a reader of what is unpacked, which ends where that is too much.
type growing struct {
	source io.Reader
	packed *counted
	bytes  int64
}

func (g *growing) Read(p []byte) (int, error) {
	n, err := g.source.Read(p)
	if g.bytes += int64(n); IsBomb(g.bytes, g.packed.bytes.Load()) {
		return 0, ErrBomb
	}
	return n, err
}

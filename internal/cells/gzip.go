package cells

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

var errAfterGzip = errors.New("there is something after the end of the gzip file; copy or make it again")

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

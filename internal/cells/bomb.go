package cells

import (
	"errors"
	"io"
	"sync/atomic"
)

// A packed file of a few megabytes can unpack to so much that nobody can wait for its end,
// and a disk cannot hold it. What tables are packed to is rarely a hundredth of them.
const (
	mostGrowth  = 200     // times the packed bytes
	growsFreely = 1 << 28 // bytes, whatever they are packed to
)

// ErrBomb is for packed files that are small for what they hold.
var ErrBomb = errors.New("the file unpacks to more than 256 MiB and 200 times its size, which tables hardly do; if it is one, unpack it first")

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

package table

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"unsafe"
)

// spool is a temporary file of blocks that do not fit into memory, as they are in memory.
// Blocks that will be wanted next are read ahead, while the rows before them are used.
type spool struct {
	source string // what messages call the table
	where  string // the folder
	file   spoolFile
	size   int64
	origin *origin

	writing writing

	mu     sync.Mutex
	loaded []*loaded // those given back longest ago first
	last   int       // block that was taken last
	passes int       // over the blocks, each in ascending order
}

type spoolFile interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
}

// loaded is a block that was read back, or is being read.
type loaded struct {
	k     int
	block block
	err   error
	ready chan struct{} // closed when it is read
}

// readAhead is how many blocks are read before they are wanted, 1 MiB each or less.
const readAhead = 8

// temporaryFile makes a file in the folder for large temporary files. It has no name, so
// that nothing is left of it whatever happens, except where a system does not allow that.
func temporaryFile() (file spoolFile, where string, err error) {
	where = temporaryFolder()
	made, err := os.CreateTemp(where, "suffice-*")
	if err != nil {
		return nil, where, err
	}
	if unnamed := os.Remove(made.Name()) == nil; unnamed {
		return made, where, nil
	}
	return namedFile{made}, where, nil
}

// namedFile is a file that is removed when it is closed.
type namedFile struct{ *os.File }

func (f namedFile) Close() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

// temporaryFolder is $TMPDIR, or else, on Unix, /var/tmp: /tmp often is in memory.
func temporaryFolder() string {
	const large = "/var/tmp"
	if info, err := os.Stat(large); runtime.GOOS != "windows" && os.Getenv("TMPDIR") == "" && err == nil && info.IsDir() {
		return large
	}
	return os.TempDir()
}

// memory is that of a block, in the order of the spool.
func (b *block) memory() [][]byte {
	if !b.sparse {
		return [][]byte{bytesOf(b.cells)}
	}
	return [][]byte{bytesOf(b.starts), bytesOf(b.values), bytesOf(b.slots)}
}

// bytesOf is the memory of numbers. No other program reads the spool, so it may have the
// order of bytes that this machine has.
func bytesOf[T float64 | int | uint32](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(one)))
}

// bytes is how many the block takes on the spool.
func (s shape) bytes() int64 {
	const number, slot = 8, 4
	if s.sparse {
		return int64(s.rows+1)*int64(unsafe.Sizeof(int(0))) + int64(s.cells)*(number+slot)
	}
	return int64(s.cells) * number
}

// take returns block k, which nobody else has until it is given back. Where blocks are
// taken in order, those that follow are read meanwhile.
func (s *spool) take(all []held, k int) (*loaded, error) {
	s.mu.Lock()
	again := s.last > k || s.passes == 0
	inOrder := again || s.last == k-1 || s.last == k
	if s.last = k; again {
		s.passes++
	}
	l := s.find(k)
	if l == nil {
		l = s.begin(all, k)
	}
	s.remove(l)
	for next := k + 1; inOrder && next <= k+readAhead && next < len(all); next++ {
		if all[next].spool == s && s.find(next) == nil {
			s.begin(all, next)
		}
	}
	s.mu.Unlock()
	if again {
		if err := s.origin.check(); err != nil {
			return nil, err
		}
	}
	<-l.ready
	return l, l.err
}

// find is the block where it is loaded, or is being, or nil.
func (s *spool) find(k int) *loaded {
	for _, l := range s.loaded {
		if l.k == k {
			return l
		}
	}
	return nil
}

func (s *spool) remove(l *loaded) {
	for i := range s.loaded {
		if s.loaded[i] == l {
			s.loaded = append(s.loaded[:i], s.loaded[i+1:]...)
			return
		}
	}
}

// begin starts to read block k, in the memory of one that is no longer wanted.
func (s *spool) begin(all []held, k int) *loaded {
	l := &loaded{k: k, ready: make(chan struct{})}
	if used := s.used(); used != nil {
		<-used.ready
		l.block = used.block
		s.remove(used)
	}
	s.loaded = append(s.loaded, l)
	go func() {
		l.err = s.read(&all[k], &l.block)
		close(l.ready)
	}()
	return l
}

// used is a block that is not among those wanted next, or nil where there is room for more.
func (s *spool) used() *loaded {
	if len(s.loaded) <= readAhead {
		return nil
	}
	for _, l := range s.loaded {
		if l.k < s.last || l.k > s.last+readAhead {
			return l
		}
	}
	return nil
}

// read reads a block back.
func (s *spool) read(h *held, b *block) error {
	b.rows, b.width, b.sparse = h.rows, h.width, h.sparse
	if h.sparse {
		b.starts, b.values, b.slots = resized(b.starts, h.rows+1), resized(b.values, h.cells), resized(b.slots, h.cells)
	} else {
		b.cells = resized(b.cells, h.cells)
	}
	at := h.at
	for _, stretch := range b.memory() {
		if _, err := s.file.ReadAt(stretch, at); err != nil {
			return &Error{Source: s.source, Problem: fmt.Sprintf("its rows cannot be read back from a temporary file in %s: %v", s.where, causeOf(err))}
		}
		at += int64(len(stretch))
	}
	return nil
}

func resized[T any](memory []T, n int) []T {
	if cap(memory) < n {
		return make([]T, n)
	}
	return memory[:n]
}

// give puts a block back that was taken. It may well be the next one that is wanted.
func (s *spool) give(l *loaded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.find(l.k) == nil { // somebody else may have read it at the same time
		s.loaded = append(s.loaded, l)
	}
}

// close removes the file.
func (s *spool) close() error {
	s.writing.abandon()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.loaded {
		<-l.ready
	}
	s.loaded = nil
	return s.file.Close()
}

package spool

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"suffice/internal/cells"
)

// file is a temporary file of blocks that do not fit into memory, as they are in memory.
// Blocks that will be wanted next are read ahead, while the rows before them are used.
type file struct {
	source string // what messages call the table
	where  string // the folder
	disk   cells.TemporaryFile
	size   int64
	origin *cells.Origin

	writing writing

	mu     sync.Mutex
	loaded []*loaded // those given back longest ago first
	last   int       // block that was taken last
	passes int       // over the blocks, each in ascending order
}

// loaded is a block that was read back, or is being read.
type loaded struct {
	k     int
	block cells.Block
	err   error
	ready chan struct{} // closed when it is read
}

// readAhead is how many blocks are read before they are wanted, 1 MiB each or less.
const readAhead = 8

// shape is what there is to know of a block to read it back.
type shape struct {
	rows, width int
	sparse      bool
	cells       int // or entries, where it is sparse
}

func shapeOf(b *cells.Block) shape {
	if b.Sparse {
		return shape{b.Rows, b.Width, true, len(b.Values)}
	}
	return shape{b.Rows, b.Width, false, len(b.Cells)}
}

// memoryOf a block, in the order of the file.
func memoryOf(b *cells.Block) [][]byte {
	if !b.Sparse {
		return [][]byte{bytesOf(b.Cells)}
	}
	return [][]byte{bytesOf(b.Starts), bytesOf(b.Values), bytesOf(b.Slots)}
}

// bytesOf is the memory of numbers. No other program reads the file, so it may have the
// order of bytes that this machine has.
func bytesOf[T float64 | int | uint32](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(one)))
}

// bytes is how many the block takes on the file.
func (s shape) bytes() int64 {
	const number, slot = 8, 4
	if s.sparse {
		return int64(s.rows+1)*int64(unsafe.Sizeof(int(0))) + int64(s.cells)*(number+slot)
	}
	return int64(s.cells) * number
}

// newFile makes a file and begins to write what comes.
func newFile(options Options) (*file, error) {
	open := options.NewFile
	if open == nil {
		open = cells.NewTemporary
	}
	disk, where, err := open()
	f := &file{source: options.Source, where: where, disk: disk, origin: options.Origin}
	if err != nil {
		return nil, f.full(err)
	}
	f.writing.begin(f.write)
	return f, nil
}

// take returns block k, which nobody else has until it is given back. Where blocks are
// taken in order, those that follow are read meanwhile.
func (f *file) take(all []held, k int) (*loaded, error) {
	f.mu.Lock()
	again := f.last > k || f.passes == 0
	inOrder := again || f.last == k-1 || f.last == k
	if f.last = k; again {
		f.passes++
	}
	l := f.find(k)
	if l == nil {
		l = f.begin(all, k)
	}
	f.remove(l)
	for next := k + 1; inOrder && next <= k+readAhead && next < len(all); next++ {
		if f.find(next) == nil {
			f.begin(all, next)
		}
	}
	f.mu.Unlock()
	if again {
		if err := f.origin.Check(); err != nil {
			return nil, err
		}
	}
	<-l.ready
	return l, l.err
}

// find is block k where it is loaded, or is being, or nil.
func (f *file) find(k int) *loaded {
	for _, l := range f.loaded {
		if l.k == k {
			return l
		}
	}
	return nil
}

func (f *file) remove(l *loaded) {
	f.loaded = slices.DeleteFunc(f.loaded, func(other *loaded) bool { return other == l })
}

// begin starts to read block k, in the memory of one that is no longer wanted.
func (f *file) begin(all []held, k int) *loaded {
	l := &loaded{k: k, ready: make(chan struct{})}
	if used := f.used(); used != nil {
		<-used.ready
		l.block = used.block
		f.remove(used)
	}
	f.loaded = append(f.loaded, l)
	go func() {
		l.err = f.read(&all[k], &l.block)
		close(l.ready)
	}()
	return l
}

// used is a block that is not among those wanted next, or nil where there is room for more.
func (f *file) used() *loaded {
	if len(f.loaded) <= readAhead {
		return nil
	}
	for _, l := range f.loaded {
		if l.k < f.last || l.k > f.last+readAhead {
			return l
		}
	}
	return nil
}

// read reads a block back.
func (f *file) read(h *held, b *cells.Block) error {
	b.Rows, b.Width, b.Sparse = h.rows, h.width, h.sparse
	if h.sparse {
		b.Starts = slices.Grow(b.Starts[:0], h.rows+1)[:h.rows+1]
		b.Values = slices.Grow(b.Values[:0], h.cells)[:h.cells]
		b.Slots = slices.Grow(b.Slots[:0], h.cells)[:h.cells]
	} else {
		b.Cells = slices.Grow(b.Cells[:0], h.cells)[:h.cells]
	}
	at := h.at
	for _, stretch := range memoryOf(b) {
		if _, err := f.disk.ReadAt(stretch, at); err != nil {
			return &cells.Error{Source: f.source, Problem: fmt.Sprintf("its rows cannot be read back from a temporary file in %s: %v", f.where, cells.Cause(err))}
		}
		at += int64(len(stretch))
	}
	return nil
}

// giveBack puts a block back that was taken. It may well be the next one that is wanted.
func (f *file) giveBack(l *loaded) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.find(l.k) == nil { // somebody else may have read it at the same time
		f.loaded = append(f.loaded, l)
	}
}

// close removes the file.
func (f *file) close() error {
	f.writing.abandon()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.loaded {
		<-l.ready
	}
	f.loaded = nil
	return f.disk.Close()
}

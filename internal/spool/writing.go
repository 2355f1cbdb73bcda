package spool

import (
	"errors"
	"fmt"
	"sync/atomic"
	"syscall"

	"suffice/internal/cells"
)

// writing is how blocks come to the file: while the next ones are read from the table's
// file, so that neither waits for the other for long.
type writing struct {
	queue   chan job
	done    chan struct{} // closed when all is written
	failure atomic.Pointer[error]
}

type job struct {
	block *cells.Block
	at    int64
}

// writeBehind is how many blocks may wait to be written, 1 MiB each or less.
const writeBehind = 16

// begin starts to write what comes.
func (w *writing) begin(write func(b *cells.Block, at int64) error) {
	queue := make(chan job, writeBehind)
	w.queue, w.done = queue, make(chan struct{})
	go func() {
		defer close(w.done)
		for job := range queue {
			if w.failed() != nil {
				continue
			}
			if err := write(job.block, job.at); err != nil {
				w.failure.Store(&err)
			}
		}
	}()
}

// failed is what went wrong so far.
func (w *writing) failed() error {
	if failure := w.failure.Load(); failure != nil {
		return *failure
	}
	return nil
}

// errAbandoned is of a table that is closed before all of it is written.
var errAbandoned = errors.New("the table is closed")

// abandon ends it without what still waits, which on a slow disk would take a while.
func (w *writing) abandon() {
	w.failure.CompareAndSwap(nil, &errAbandoned)
	_ = w.end()
}

// end waits until all is written.
func (w *writing) end() error {
	if w.queue != nil {
		close(w.queue)
		w.queue = nil
		<-w.done
	}
	return w.failed()
}

// add puts a block at the end of the file, soon. The block now belongs to the file.
func (f *file) add(b *cells.Block) (held, error) {
	h := held{shape: shapeOf(b), at: f.size}
	f.writing.queue <- job{b, h.at}
	f.size += h.bytes()
	return h, f.writing.failed()
}

// write writes a block at a place.
func (f *file) write(b *cells.Block, at int64) error {
	for _, stretch := range memoryOf(b) {
		if _, err := f.disk.WriteAt(stretch, at); err != nil {
			return f.full(err)
		}
		at += int64(len(stretch))
	}
	return nil
}

// full says that a block cannot be written.
func (f *file) full(err error) error {
	problem := fmt.Sprintf("its rows cannot be written to a temporary file in %s: %v; name another folder in TMPDIR, or allow more memory", f.where, cells.Cause(err))
	if errors.Is(err, syscall.ENOSPC) {
		problem = fmt.Sprintf("%s has no room for its rows; name a folder of a larger disk in TMPDIR, or allow more memory", f.where)
	}
	return &cells.Error{Source: f.source, Problem: "it does not fit into memory, and " + problem}
}

package cells

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"sync"
)

// TextWriter writes rows as text. Those of a block are formatted side by side, while the text
// of the block before is written.
type TextWriter struct {
	ctx    context.Context
	to     io.Writer
	width  int
	header []byte // nil once it is written
	row    appendRow

	text, before [][]byte   // of a block, in pieces, and of the one that is being written
	written      chan error // once that is; nil where nothing is being written
	err          error      // of writing
}

// appendRow appends a row of numbers as text. The texts are those of the columns where they
// are others than the sheet's.
type appendRow func(line []byte, row []float64, texts [][]string) []byte

// NewTextWriter writes a header, and then rows as row makes texts of them.
func NewTextWriter(ctx context.Context, w io.Writer, width int, header []byte, row appendRow) *TextWriter {
	workers := runtime.GOMAXPROCS(0)
	return &TextWriter{ctx: ctx, to: w, width: width, header: header, row: row, text: make([][]byte, workers), before: make([][]byte, workers)}
}

// Write formats rows, and begins to write them once those before are written.
func (t *TextWriter) Write(block []float64, texts [][]string) error {
	const fewest = 64 // rows that are worth a goroutine
	each := max(fewest, len(block)/t.width/len(t.text)+1) * t.width
	var all sync.WaitGroup
	for k := range t.text {
		values := block[:min(each, len(block))]
		block = block[len(values):]
		t.text[k] = t.text[k][:0]
		if len(values) > 0 {
			all.Go(func() {
				for ; len(values) > 0; values = values[t.width:] {
					t.text[k] = t.row(t.text[k], values[:t.width], texts)
				}
			})
		}
	}
	all.Wait()
	if err := t.wait(t.ctx.Done()); err != nil {
		return err
	}
	t.text, t.before = t.before, t.text
	t.put(t.before)
	return nil
}

// put begins to write a text, after the header.
func (t *TextWriter) put(text [][]byte) {
	header := t.header
	written := make(chan error, 1)
	t.header, t.written = nil, written
	go func() {
		var err error
		for _, piece := range append([][]byte{header}, text...) {
			if len(piece) > 0 && err == nil {
				_, err = t.to.Write(piece)
			}
		}
		written <- err
	}()
}

// wait waits until nothing is being written, or nobody wants to wait longer.
func (t *TextWriter) wait(stop <-chan struct{}) error {
	if t.written != nil {
		select {
		case err := <-t.written:
			t.written, t.err = nil, cmp.Or(t.err, err)
		case <-stop:
		}
	}
	return cmp.Or(t.err, t.ctx.Err())
}

// Close waits until all is written.
func (t *TextWriter) Close() error {
	err := t.wait(nil)
	if err == nil && t.header != nil {
		t.put(nil)
		err = t.wait(nil)
	}
	return err
}

// Stop waits until the rows that came are written, for whoever reads them from a pipe. It
// writes no header alone.
func (t *TextWriter) Stop() { _ = t.wait(nil) }

package cells

import (
	"context"
	"io"
	"runtime"
	"sync"
)

// TextWriter writes rows as text. Stretches of rows are formatted side by side while
// others are read, and written in order.
type TextWriter struct {
	ctx   context.Context
	width int
	row   appendRow
	begun bool // there was a row

	free           chan *stretch // to be filled; their number bounds the memory
	todo           chan *stretch // to be formatted
	order          chan *stretch // as they came
	stopped, ended sync.Once
	gone           chan struct{} // closed where nothing more is to be written
	all            sync.WaitGroup

	mu  sync.Mutex
	err error // of writing
}

// stretch is some rows, and their text.
type stretch struct {
	values []float64
	texts  [][]string // of the columns; nil where they are those of all rows
	text   []byte
	done   chan struct{}
}

// NewTextWriter writes a header, and then rows as row makes texts of them.
func NewTextWriter(ctx context.Context, w io.Writer, width int, header []byte, row appendRow) *TextWriter {
	workers := runtime.GOMAXPROCS(0)
	most := workers + 2 // one being filled, and one being written
	t := &TextWriter{
		ctx: ctx, width: width, row: row, gone: make(chan struct{}),
		free: make(chan *stretch, most), todo: make(chan *stretch, most), order: make(chan *stretch, most),
	}
	for range most {
		t.free <- &stretch{done: make(chan struct{}, 1)}
	}
	for range workers {
		t.all.Go(t.format)
	}
	t.all.Go(func() { t.writeAll(w, header) })
	return t
}

// Write gives rows to be formatted. No send waits, because the channels hold all
// stretches there are.
func (t *TextWriter) Write(block []float64, texts [][]string) error {
	select {
	case s := <-t.free:
		t.begun = true
		s.values, s.texts = append(s.values[:0], block...), texts
		t.order <- s
		t.todo <- s
		return t.failure()
	case <-t.ctx.Done():
		return t.ctx.Err()
	case <-t.gone:
		return t.failure()
	}
}

func (t *TextWriter) failure() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

// format makes texts of rows until there are no more.
func (t *TextWriter) format() {
	for s := range t.todo {
		s.text = s.text[:0]
		for values := s.values; len(values) > 0; values = values[t.width:] {
			s.text = t.row(s.text, values[:t.width], s.texts)
		}
		s.done <- struct{}{}
	}
}

// writeAll writes texts in order, after the header, until there are no more.
func (t *TextWriter) writeAll(w io.Writer, header []byte) {
	for first := true; ; first = false {
		s, ok := <-t.order
		if first && (ok || !t.isGone()) && len(header) > 0 {
			t.put(w, header)
		}
		if !ok {
			return
		}
		<-s.done
		t.put(w, s.text)
		t.free <- s
	}
}

// put writes a text, unless an earlier one could not be written.
func (t *TextWriter) put(w io.Writer, text []byte) {
	if t.isGone() {
		return
	}
	if _, err := w.Write(text); err != nil {
		t.mu.Lock()
		t.err = err
		t.mu.Unlock()
		t.leave()
	}
}

func (t *TextWriter) isGone() bool {
	select {
	case <-t.gone:
		return true
	default:
		return t.ctx.Err() != nil
	}
}

func (t *TextWriter) leave() { t.stopped.Do(func() { close(t.gone) }) }

// Close waits until all is written.
func (t *TextWriter) Close() error {
	t.ended.Do(func() {
		close(t.todo)
		close(t.order)
	})
	t.all.Wait()
	if err := t.failure(); err != nil {
		return err
	}
	return t.ctx.Err()
}

// Stop writes the rows that came, for whoever reads them from a pipe, but no header alone.
func (t *TextWriter) Stop() {
	if !t.begun {
		t.leave()
	}
	_ = t.Close()
}

// appendRow appends a row of numbers as text. The texts are those of the columns where they
// are others than the sheet's.
type appendRow func(line []byte, row []float64, texts [][]string) []byte

package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// window is the stretch of a file that is being scanned, for formats that are read value
// by value. However long a line is, no more than one value of it is held.
type window struct {
	source   io.Reader
	buf      []byte
	pos, end int  // what is not yet scanned is buf[pos:end]
	drained  bool // the source has nothing more
	line     int  // of buf[pos], counted from 1
}

const (
	windowSize = 1 << 18
	// maxValue bounds what a forgotten quote can swallow.
	maxValue = 1 << 20
)

// badValue says what is wrong with a value; failed gives it its place.
type badValue string

func (b badValue) Error() string { return string(b) }

const errLongValue = badValue("a value is longer than 1 MiB; is a closing quote missing?")

// newWindow skips a byte-order mark.
func newWindow(source io.Reader) (*window, error) {
	w := &window{source: source, buf: make([]byte, windowSize), line: 1}
	for w.end < len(byteOrderMark) && !w.drained {
		if err := w.fill(); err != nil {
			return nil, err
		}
	}
	if bytes.HasPrefix(w.buf[:w.end], byteOrderMark) {
		w.pos = len(byteOrderMark)
	}
	return w, nil
}

// fill reads more, after moving what is not yet scanned to the front.
func (w *window) fill() error {
	if w.pos > 0 {
		w.end = copy(w.buf, w.buf[w.pos:w.end])
		w.pos = 0
	}
	if w.end == len(w.buf) {
		w.buf = append(w.buf, make([]byte, len(w.buf))...)
	}
	n, err := w.source.Read(w.buf[w.end:])
	w.end += n
	if errors.Is(err, io.EOF) {
		w.drained = true
		return nil
	}
	return err
}

// peek is the next byte. At the end of the file it is a line end for ever, so that the
// last line needs none; atEnd tells.
func (w *window) peek() (byte, error) {
	for w.pos == w.end {
		if w.drained {
			return '\n', nil
		}
		if err := w.fill(); err != nil {
			return 0, err
		}
	}
	return w.buf[w.pos], nil
}

// atEnd reports whether nothing is left, after peek.
func (w *window) atEnd() bool { return w.drained && w.pos == w.end }

// blanks goes past blanks within a line, and returns the byte after them.
func (w *window) blanks() (byte, error) {
	if w.pos < w.end && w.buf[w.pos] > ' ' { // as it mostly is
		return w.buf[w.pos], nil
	}
	for {
		c, err := w.peek()
		if err != nil || c > ' ' || c == '\n' {
			return c, err
		}
		w.pos++
	}
}

// nextLine goes to the start of the next line, whatever is left of this one.
func (w *window) nextLine() error {
	for {
		if length := bytes.IndexByte(w.buf[w.pos:w.end], '\n'); length >= 0 {
			w.pos += length + 1
			w.line++
			return nil
		}
		w.pos = w.end
		if w.drained {
			return nil
		}
		if err := w.fill(); err != nil {
			return err
		}
	}
}

// ending tells which bytes end a word.
type ending [256]bool

// endingIn is every blank, and the bytes of more.
func endingIn(more string) *ending {
	var ends ending
	for c := range ' ' + 1 {
		ends[c] = true
	}
	for _, c := range []byte(more) {
		ends[c] = true
	}
	return &ends
}

// word returns what comes before the next byte that ends one, and stops there. It is
// valid until the next call.
func (w *window) word(ends *ending) ([]byte, error) {
	for i := w.pos; ; {
		for _, c := range w.buf[i:w.end] {
			if ends[c] {
				break
			}
			i++
		}
		if i < w.end || w.drained {
			word := w.buf[w.pos:i]
			w.pos = i
			return word, nil
		}
		scanned := i - w.pos
		if scanned > maxValue {
			return nil, errLongValue
		}
		if err := w.fill(); err != nil {
			return nil, err
		}
		i = w.pos + scanned
	}
}

// failed gives an error of the window or its source a place.
func (w *window) failed(err error, in *input, s *schema) error {
	if _, placed := errors.AsType[*Error](err); placed {
		return err
	}
	if bad, ok := errors.AsType[badValue](err); ok {
		return s.problem(w.line, string(bad))
	}
	return in.failed(err)
}

// problemf is an error on the line of the window.
func (w *window) problemf(s *schema, column, format string, values ...any) error {
	return s.problemIn(w.line, column, fmt.Sprintf(format, values...))
}

package cells

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Window is the stretch of a file that is being scanned, for formats that are read value
// by value. However long a line is, no more than one value of it is held.
type Window struct {
	File   *File
	Schema *Schema
	Rows   *Builder // of what was scanned

	Buf      []byte
	Pos, End int  // what is not yet scanned is buf[pos:end]
	Drained  bool // the source has nothing more
	Line     int  // of buf[pos], counted from 1
}

const (
	windowSize = 1 << 18
	// MaxValue bounds what a forgotten quote can swallow.
	MaxValue = 1 << 20
)

// ErrLongValue refuses a value that would fill the memory.
const ErrLongValue = BadValue("a value is longer than 1 MiB; is a closing quote missing?")

// NewWindow skips a byte-order mark.
func NewWindow(in *File, s *Schema) (*Window, error) {
	w := &Window{File: in, Schema: s, Buf: make([]byte, windowSize), Line: 1}
	for w.End < len(ByteOrderMark) && !w.Drained {
		if err := w.Fill(); err != nil {
			return nil, in.Failed(err)
		}
	}
	if bytes.HasPrefix(w.Buf[:w.End], ByteOrderMark) {
		w.Pos = len(ByteOrderMark)
	}
	return w, nil
}

// NextBlock calls row for one row after the other, until it returns a block, or io.EOF.
// Rows do not wait for those that a pipe has yet to bring.
func (w *Window) NextBlock(row func() (*Block, error)) (*Block, error) {
	for {
		full, err := row()
		switch {
		case errors.Is(err, io.EOF) && w.Rows != nil:
			return w.Rows.Last()
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case err != nil:
			return nil, w.Failed(err)
		case full == nil && w.File.RowsWait(w.Buf[w.Pos:w.End]):
			full = w.Rows.Take()
		}
		if full != nil {
			return full, nil
		}
	}
}

// Fill reads more, after moving what is not yet scanned to the front.
func (w *Window) Fill() error {
	if w.Pos > 0 {
		w.End = copy(w.Buf, w.Buf[w.Pos:w.End])
		w.Pos = 0
	}
	if w.End == len(w.Buf) {
		w.Buf = append(w.Buf, make([]byte, len(w.Buf))...)
	}
	n, err := w.File.Read(w.Buf[w.End:])
	w.End += n
	if errors.Is(err, io.EOF) {
		w.Drained = true
		return nil
	}
	return err
}

// Peek is the next byte. At the end of the file it is a line end for ever, so that the
// last line needs none; atEnd tells.
func (w *Window) Peek() (byte, error) {
	for w.Pos == w.End {
		if w.Drained {
			return '\n', nil
		}
		if err := w.Fill(); err != nil {
			return 0, err
		}
	}
	return w.Buf[w.Pos], nil
}

// AtEnd reports whether nothing is left, after peek.
func (w *Window) AtEnd() bool { return w.Drained && w.Pos == w.End }

// SkipBlanks goes past blanks within a line, and returns the byte after them.
func (w *Window) SkipBlanks() (byte, error) {
	if w.Pos < w.End && w.Buf[w.Pos] > ' ' { // as it mostly is
		return w.Buf[w.Pos], nil
	}
	for {
		c, err := w.Peek()
		if err != nil || c > ' ' || c == '\n' {
			return c, err
		}
		w.Pos++
	}
}

// RowStart goes past lines that are blank or begin with a mark of comments, to the first byte of
// another, or returns io.EOF.
func (w *Window) RowStart(comment byte) (byte, error) {
	for {
		c, err := w.SkipBlanks()
		switch {
		case err != nil:
			return 0, err
		case w.AtEnd():
			return 0, io.EOF
		case c != '\n' && c != comment:
			return c, nil
		}
		if err := w.NextLine(); err != nil {
			return 0, err
		}
	}
}

// NextLine goes to the start of the next line, whatever is left of this one.
func (w *Window) NextLine() error {
	for {
		if length := bytes.IndexByte(w.Buf[w.Pos:w.End], '\n'); length >= 0 {
			w.Pos += length + 1
			w.Line++
			return nil
		}
		w.Pos = w.End
		if w.Drained {
			return nil
		}
		if err := w.Fill(); err != nil {
			return err
		}
	}
}

// Ending tells which bytes end a word.
type Ending [256]bool

// EndingIn is every blank, and the bytes of more.
func EndingIn(more string) *Ending {
	var ends Ending
	for c := range ' ' + 1 {
		ends[c] = true
	}
	for _, c := range []byte(more) {
		ends[c] = true
	}
	return &ends
}

// Word returns what comes before the next byte that ends one, and stops there. It is
// valid until the next call.
func (w *Window) Word(ends *Ending) ([]byte, error) {
	for i := w.Pos; ; {
		for _, c := range w.Buf[i:w.End] {
			if ends[c] {
				break
			}
			i++
		}
		if i < w.End || w.Drained {
			word := w.Buf[w.Pos:i]
			w.Pos = i
			return word, nil
		}
		scanned := i - w.Pos
		if scanned > MaxValue {
			return nil, ErrLongValue
		}
		if err := w.Fill(); err != nil {
			return nil, err
		}
		i = w.Pos + scanned
	}
}

// PlainEntries reads the entries of a sparse row that are written as nearly all are: digits, a
// mark, a number, and a comma or, where that is 0, a blank or line end, which stays. They are of
// columns from next on that have slots. It returns the number of the next column, and stops at
// anything else, for others to read or to refuse.
func (w *Window) PlainEntries(next int, slots []int32, mark, comma byte) int {
	const most = 9 // digits of the number of a column
	text := w.Buf[:w.End]
	for i := w.Pos; ; {
		for i < len(text) && text[i] == ' ' {
			i++
		}
		j, digits := 0, i
		for ; i < len(text) && text[i]-'0' <= 9; i++ {
			j = 10*j + int(text[i]-'0')
		}
		if i == digits || i-digits > most || i == len(text) || text[i] != mark || j < next || j >= len(slots) || slots[j] < 0 {
			return next
		}
		v, end := ScanNumber(text, i+1, '.')
		if end == 0 || end == len(text) || text[end] != comma && (comma != 0 || text[end] > ' ') {
			return next
		}
		if i = end; comma != 0 {
			i++
		}
		w.Rows.SetNumber(uint32(slots[j]), v)
		next, w.Pos = j+1, i
	}
}

// Failed gives an error of the window or its file a place.
func (w *Window) Failed(err error) error {
	if _, placed := errors.AsType[*Error](err); placed || err == nil {
		return err
	}
	if bad, ok := errors.AsType[BadValue](err); ok {
		return w.Schema.Problem(w.Line, string(bad))
	}
	return w.File.Failed(err)
}

// Problemf is an error on the line of the window.
func (w *Window) Problemf(column, format string, values ...any) error {
	return w.Schema.ProblemIn(w.Line, column, fmt.Sprintf(format, values...))
}

package table

import (
	"bytes"
	"errors"
	"io"
)

// scanner splits CSV as in RFC 4180 into fields: quoted fields may hold commas, line
// ends and doubled quotes; lines end in LF or CRLF; blank lines are skipped. It
// keeps one buffer however long the file, and a field is valid until the next.
type scanner struct {
	source   io.Reader
	buf      []byte
	pos, end int  // what is not yet scanned is buf[pos:end]
	drained  bool // the source has nothing more

	line     int    // of buf[pos], counted from 1
	began    int    // line on which the last field began
	inRecord bool   // the last field was followed by a comma
	unquoted []byte // the last field, where it had quotes
}

const (
	bufferSize = 1 << 18
	// maxField bounds what a forgotten quote can swallow.
	maxField = 1 << 20
)

var (
	errBareQuote  = errors.New(`a quote (") within an unquoted field; put the field in quotes and double the quote`)
	errAfterQuote = errors.New(`text after the closing quote (") of a field; double the quotes within a field`)
	errOpenQuote  = errors.New(`a quoted field begins here and never ends; close the quote (")`)
	errLongField  = errors.New("a field begins here that is longer than 1 MiB; is a closing quote missing?")
)

var byteOrderMark = []byte("\xef\xbb\xbf")

func newScanner(source io.Reader) *scanner {
	return &scanner{source: source, buf: make([]byte, bufferSize), line: 1}
}

// start fills the buffer for the first time and skips a byte-order mark. It returns
// what it sees of the file, for a look at what kind of file it is.
func (s *scanner) start() ([]byte, error) {
	for s.end < len(byteOrderMark) && !s.drained {
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
	if bytes.HasPrefix(s.buf[:s.end], byteOrderMark) {
		s.pos = len(byteOrderMark)
	}
	return s.buf[s.pos:s.end], nil
}

// next returns the next field and whether it ends its record; io.EOF after the last
// record.
func (s *scanner) next() (field []byte, last bool, err error) {
	if !s.inRecord {
		if err := s.skipBlankLines(); err != nil {
			return nil, false, err
		}
	}
	s.began = s.line
	c, err := s.peek()
	switch {
	case errors.Is(err, io.EOF): // after a comma
		s.inRecord = false
		return nil, true, nil
	case err != nil:
		return nil, false, err
	case c == '"':
		return s.quoted()
	}
	return s.plain()
}

// skipBlankLines moves to the first byte of a line that is not blank, or returns io.EOF.
func (s *scanner) skipBlankLines() error {
	for {
		c, err := s.peek()
		switch {
		case err != nil:
			return err
		case c == '\n':
			s.pos++
			s.line++
		case c == '\r':
			if !s.lineEndsAfterReturn() {
				return nil
			}
			s.pos++
		default:
			return nil
		}
	}
}

// lineEndsAfterReturn reports whether the carriage return at pos is part of a line
// end, or the last byte of the file, where it stands for one.
func (s *scanner) lineEndsAfterReturn() bool {
	for s.end-s.pos < 2 && !s.drained {
		if s.fill() != nil {
			return false // peek will meet the error again
		}
	}
	return s.end-s.pos < 2 || s.buf[s.pos+1] == '\n'
}

// plain scans a field without quotes.
func (s *scanner) plain() (field []byte, last bool, err error) {
	for i := s.pos; ; {
		for _, c := range s.buf[i:s.end] {
			if c > ',' { // digits, letters, sign and point are all above the comma
				i++
				continue
			}
			switch c {
			case ',':
				return s.take(i, false), false, nil
			case '\n':
				return s.take(i, true), true, nil
			case '"':
				return nil, false, errBareQuote
			}
			i++
		}
		scanned := i - s.pos
		if s.drained {
			return s.takeEnd(), true, nil
		}
		if scanned > maxField {
			return nil, false, errLongField
		}
		if err := s.fill(); err != nil {
			return nil, false, err
		}
		i = s.pos + scanned
	}
}

// take returns the field up to i, where a comma or a line end is, and goes past it.
func (s *scanner) take(i int, last bool) []byte {
	field := s.buf[s.pos:i]
	s.pos = i + 1
	s.inRecord = !last
	if last {
		s.line++
		field = withoutReturn(field)
	}
	return field
}

// takeEnd returns the field that the end of the file ends.
func (s *scanner) takeEnd() []byte {
	field := withoutReturn(s.buf[s.pos:s.end])
	s.pos = s.end
	s.inRecord = false
	return field
}

func withoutReturn(field []byte) []byte {
	if n := len(field); n > 0 && field[n-1] == '\r' {
		return field[:n-1]
	}
	return field
}

// quoted scans a field that begins with a quote.
func (s *scanner) quoted() (field []byte, last bool, err error) {
	s.pos++
	s.unquoted = s.unquoted[:0]
	for {
		if err := s.upToQuote(); err != nil {
			return nil, false, err
		}
		c, err := s.peek()
		if err != nil || c != '"' {
			break
		}
		s.unquoted = append(s.unquoted, '"')
		s.pos++
	}
	field = s.unquoted
	if bytes.Contains(field, []byte("\r\n")) {
		field = bytes.ReplaceAll(field, []byte("\r\n"), []byte("\n"))
	}
	last, err = s.afterQuote()
	return field, last, err
}

// upToQuote adds what comes before the next quote to the field, and goes past it.
func (s *scanner) upToQuote() error {
	for {
		rest := s.buf[s.pos:s.end]
		length := bytes.IndexByte(rest, '"')
		if length >= 0 {
			rest = rest[:length]
		}
		s.unquoted = append(s.unquoted, rest...)
		s.line += bytes.Count(rest, []byte("\n"))
		s.pos += len(rest)
		switch {
		case length >= 0:
			s.pos++
			return nil
		case s.drained:
			return errOpenQuote
		case len(s.unquoted) > maxField:
			return errLongField
		}
		if err := s.fill(); err != nil {
			return err
		}
	}
}

// afterQuote goes past the comma or the line end that follows a closing quote.
func (s *scanner) afterQuote() (last bool, err error) {
	c, err := s.peek()
	if err == nil && c == '\r' && s.lineEndsAfterReturn() {
		s.pos++
		c, err = s.peek()
	}
	switch {
	case errors.Is(err, io.EOF):
		s.inRecord = false
		return true, nil
	case err != nil:
		return false, err
	case c != ',' && c != '\n':
		return false, errAfterQuote
	}
	s.take(s.pos, c == '\n')
	return c == '\n', nil
}

// peek returns the next byte without going past it, or io.EOF.
func (s *scanner) peek() (byte, error) {
	for s.pos == s.end {
		if s.drained {
			return 0, io.EOF
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	return s.buf[s.pos], nil
}

// fill reads more, after moving what is not yet scanned to the front of the buffer,
// which grows where a single field fills it.
func (s *scanner) fill() error {
	if s.pos > 0 {
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	n, err := s.source.Read(s.buf[s.end:])
	s.end += n
	if errors.Is(err, io.EOF) {
		s.drained = true
		return nil
	}
	return err
}

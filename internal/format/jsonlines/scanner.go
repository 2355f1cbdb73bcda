package jsonlines

import (
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// scanner finds the tokens of JSON in a stream. Tokens are valid until the next one.
type scanner struct {
	source io.Reader
	buffer []byte
	at     int // of the next byte
	end    int // of what was read
	line   int
	err    error // of the source
}

const (
	scanBuffer = 1 << 16
	maxToken   = 1 << 24
)

var (
	errLongToken = errors.New("a text or number is longer than 16 MiB; is a quote (\") missing?")
	errOpenText  = errors.New("a text does not end on its line; close its quote (\"), and write line ends within it as \\n")
	errBadText   = errors.New("a text has a backslash that JSON does not know; write \\\\ for a backslash")
	errBadNumber = errors.New("this is not a number as JSON writes them")
)

func newScanner(source io.Reader) *scanner {
	return &scanner{source: source, buffer: make([]byte, scanBuffer), line: 1}
}

// more reads more bytes after those it has from the given one on, which moves to the
// front. It returns false at the end.
func (s *scanner) more(from int) (bool, error) {
	if s.err != nil {
		if errors.Is(s.err, io.EOF) {
			return false, nil
		}
		return false, s.err
	}
	kept := copy(s.buffer, s.buffer[from:s.end])
	s.at -= from
	s.end = kept
	if s.end == len(s.buffer) {
		if len(s.buffer) >= maxToken {
			return false, errLongToken
		}
		s.buffer = append(s.buffer, make([]byte, len(s.buffer))...)
	}
	n, err := io.ReadAtLeast(s.source, s.buffer[s.end:], 1)
	s.end += n
	s.err = err
	if n > 0 {
		s.err = nil
		return true, nil
	}
	return s.more(0) // returns the error
}

// peek skips white space and returns the next byte, or io.EOF.
func (s *scanner) peek() (byte, error) {
	for {
		for s.at < s.end {
			c := s.buffer[s.at]
			if c > ' ' {
				return c, nil
			}
			switch c {
			case '\n':
				s.line++
			case ' ', '\t', '\r':
			default:
				return c, nil
			}
			s.at++
		}
		ok, err := s.more(s.at)
		if err != nil {
			return 0, err
		}
		if !ok {
			return 0, io.EOF
		}
	}
}

// text reads a text, of which the quote is the next byte.
func (s *scanner) text() ([]byte, error) {
	plain := true
	for i := s.at + 1; ; i++ {
		if i >= s.end {
			i -= s.at
			ok, err := s.more(s.at)
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, io.ErrUnexpectedEOF
			}
			i += s.at
		}
		switch c := s.buffer[i]; {
		case c == '"':
			raw := s.buffer[s.at : i+1]
			s.at = i + 1
			if plain && utf8.Valid(raw) {
				return raw[1 : len(raw)-1], nil
			}
			return unquoted(raw)
		case c == '\\':
			plain = false
			if i+1 < s.end {
				i++
				continue
			}
			// The escaped byte has not been read yet; read it, then skip it.
			i -= s.at
			ok, err := s.more(s.at)
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, io.ErrUnexpectedEOF
			}
			i += s.at + 1
		case c < ' ':
			return nil, errOpenText
		}
	}
}

// unquoted is a text with escapes, or with bytes that are not UTF-8.
func unquoted(raw []byte) ([]byte, error) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return nil, errBadText
	}
	return []byte(text), nil
}

// bare reads a number or a word: up to what can follow it.
func (s *scanner) bare() ([]byte, error) {
	for i := s.at; ; i++ {
		if i == s.end {
			i -= s.at
			ok, err := s.more(s.at)
			if err != nil {
				return nil, err
			}
			i += s.at
			if !ok {
				return s.take(i), nil
			}
		}
		switch s.buffer[i] {
		case ',', '}', ']', ' ', '\t', '\r', '\n', ':', '"', '{', '[':
			return s.take(i), nil
		}
	}
}

func (s *scanner) take(to int) []byte {
	token := s.buffer[s.at:to]
	s.at = to
	return token
}

// isNumber reports whether a token is a number as JSON writes them.
func isNumber(b []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(b) && '0' <= b[n] && b[n] <= '9' {
			n++
		}
		b = b[n:]
		return n > 0
	}
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	if len(b) > 1 && b[0] == '0' && '0' <= b[1] && b[1] <= '9' || !digits() {
		return false
	}
	if len(b) > 0 && b[0] == '.' {
		if b = b[1:]; !digits() {
			return false
		}
	}
	if len(b) > 0 && b[0]|0x20 == 'e' {
		if b = b[1:]; len(b) > 0 && (b[0] == '-' || b[0] == '+') {
			b = b[1:]
		}
		return digits() && len(b) == 0
	}
	return len(b) == 0
}

package jsonlines

import (
	"encoding/json"
	"io"
	"unicode/utf8"

	"suffice/internal/cells"
)

// scanner finds the tokens of JSON in a file. Tokens are valid until the next one.
type scanner struct{ *cells.Window }

const maxToken = 1 << 24

const (
	errLongToken = cells.BadValue("a text or number is longer than 16 MiB; is a quote (\") missing?")
	errOpenText  = cells.BadValue("a text does not end on its line; close its quote (\"), and write line ends within it as \\n")
	errBadText   = cells.BadValue("a text has a backslash that JSON does not know; write \\\\ for a backslash")
)

// more reads more after the token that begins here, which moves to the front. It returns
// false at the end.
func (s *scanner) more() (bool, error) {
	for length := s.End - s.Pos; !s.Drained; {
		if length >= maxToken {
			return false, errLongToken
		}
		if err := s.Fill(); err != nil {
			return false, err
		}
		if s.End-s.Pos > length {
			return true, nil
		}
	}
	return false, nil
}

// peek skips white space and returns the next byte, or io.EOF.
func (s *scanner) peek() (byte, error) {
	for {
		for s.Pos < s.End {
			c := s.Buf[s.Pos]
			if c > ' ' {
				return c, nil
			}
			switch c {
			case '\n':
				s.Line++
			case ' ', '\t', '\r':
			default:
				return c, nil
			}
			s.Pos++
		}
		ok, err := s.more()
		if err != nil {
			return 0, err
		}
		if !ok {
			return 0, io.EOF
		}
	}
}

// expect goes past a mark.
func (s *scanner) expect(mark byte) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if c != mark {
		return s.Problemf("", "a %q is missing before %s", mark, cells.Shown(string(c)))
	}
	s.Pos++
	return nil
}

// members calls visit with each key of an object. It reads the colon and the value.
func (s *scanner) members(visit func(key []byte) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := s.peek()
		switch {
		case err != nil:
			return err
		case c == '}' && first:
			s.Pos++
			return nil
		case c != '"':
			return s.Problemf("", "a key in quotes is missing before %s", cells.Shown(string(c)))
		}
		key, err := s.text()
		if err != nil {
			return err
		}
		if err := visit(key); err != nil {
			return err
		}
		if c, err = s.peek(); err != nil {
			return err
		}
		if c != ',' && c != '}' {
			return s.Problemf("", "a comma or } is missing before %s", cells.Shown(string(c)))
		}
		if s.Pos++; c == '}' {
			return nil
		}
	}
}

// scalar is a value that is neither a list nor an object.
type scalar struct {
	token  []byte // without quotes; of no letter where there is no value
	number bool
}

// scalar reads one, for a column where that is known.
func (s *scanner) scalar(column string) (scalar, error) {
	c, err := s.peek()
	switch {
	case err != nil:
		return scalar{}, err
	case c == '"':
		text, err := s.text()
		return scalar{token: cells.Trim(text)}, err
	case c == '{' || c == '[':
		return scalar{}, s.Problemf(column, "there is a list or an object where a value belongs"+asRows)
	}
	token, err := s.bare()
	if err != nil {
		return scalar{}, err
	}
	switch string(token) {
	case "true", "false":
		return scalar{token: token}, nil
	case "null":
		return scalar{}, nil
	}
	if !writesNumber(token) {
		return scalar{}, s.Problemf(column, "%s is not a value of JSON; put texts in quotes, and write null where a value is missing", cells.Shown(string(token)))
	}
	return scalar{token, true}, nil
}

// cell is what to store for it.
func (v scalar) cell(c *cells.Column, line int) float64 {
	switch {
	case v.number:
		number, _ := cells.ParseNumber(v.token)
		return c.Number(number, v.token, line)
	case len(v.token) == 0:
		return c.Missing(nil, line)
	}
	return c.Word(v.token, line)
}

// afterElement reads the comma after an element of a list, or the bracket after the last.
func (s *scanner) afterElement() (last bool, err error) {
	c, err := s.peek()
	if err != nil {
		return false, err
	}
	if c != ',' && c != ']' {
		return false, s.Problemf("", "a comma or ] is missing before %s", cells.Shown(string(c)))
	}
	s.Pos++
	return c == ']', nil
}

// text reads a text, of which the quote is the next byte.
func (s *scanner) text() ([]byte, error) {
	plain, escaped := true, false
	for i := s.Pos + 1; ; i++ {
		if i >= s.End {
			i -= s.Pos
			ok, err := s.more()
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, io.ErrUnexpectedEOF
			}
			i += s.Pos
		}
		switch c := s.Buf[i]; {
		case escaped:
			escaped = false
		case c == '"':
			raw := s.Buf[s.Pos : i+1]
			s.Pos = i + 1
			if plain && utf8.Valid(raw) {
				return raw[1 : len(raw)-1], nil
			}
			return unquoted(raw)
		case c == '\\':
			plain, escaped = false, true
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
	for i := s.Pos; ; i++ {
		if i == s.End {
			i -= s.Pos
			ok, err := s.more()
			if err != nil {
				return nil, err
			}
			i += s.Pos
			if !ok {
				return s.take(i), nil
			}
		}
		switch s.Buf[i] {
		case ',', '}', ']', ' ', '\t', '\r', '\n', ':', '"', '{', '[':
			return s.take(i), nil
		}
	}
}

func (s *scanner) take(to int) []byte {
	token := s.Buf[s.Pos:to]
	s.Pos = to
	return token
}

// writesNumber reports whether a token is a number as JSON writes them.
func writesNumber(b []byte) bool {
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

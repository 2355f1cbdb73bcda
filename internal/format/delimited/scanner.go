package delimited

import (
	"bytes"
	"errors"

	"suffice/internal/cells"
)

// dialect is how a file of delimited text is written.
type dialect struct {
	delimiter byte // a space stands for runs of spaces and tabs
	point     byte // of numbers
	comments  bool // lines between rows that begin with # are no rows
}

// scanner splits whole records into fields, as in RFC 4180: quoted fields may hold
// delimiters, line ends and doubled quotes; lines end in LF or CRLF; blank lines are
// skipped. A field is valid until the next.
type scanner struct {
	dialect
	text []byte // ends in a line end, so that no loop needs to look for its end
	pos  int
	line int // of text[pos], counted from 1

	began    int // line on which the last field began
	unquoted []byte
	stops    [256]bool // what ends a field, or must not be in it
}

// maxField bounds what a forgotten quote can swallow.
const maxField = 1 << 20

var (
	errBareQuote  = errors.New(`a quote (") within an unquoted field; put the field in quotes and double the quote`)
	errAfterQuote = errors.New(`text after the closing quote (") of a field; double the quotes within a field`)
	errOpenQuote  = errors.New(`a quoted field begins here and never ends; close the quote (")`)
	errLongField  = errors.New("a field begins here that is longer than 1 MiB; is a closing quote missing?")
)

func newScanner(d dialect, c chunk) *scanner {
	s := &scanner{dialect: d}
	s.stops['\n'], s.stops['"'], s.stops[d.delimiter] = true, true, true
	if d.delimiter == ' ' {
		s.stops['\t'] = true
	}
	s.scan(c)
	return s
}

// scan starts with the records of a chunk.
func (s *scanner) scan(c chunk) {
	s.text, s.pos, s.line = c.text, 0, c.line
}

// toRecord goes past blank lines and comments to a record; false means there is none.
func (s *scanner) toRecord() bool {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case c == '\n':
			s.pos++
			s.line++
		case c == '\r' && s.text[s.pos+1] == '\n':
			s.pos++
		case c == '#' && s.comments && s.atLineStart() && isComment(s.text[s.pos:]):
			s.pos += bytes.IndexByte(s.text[s.pos:], '\n')
		case s.delimiter == ' ' && (c == ' ' || c == '\t'):
			s.pos++
		default:
			return true
		}
	}
	return false
}

func (s *scanner) atLineStart() bool { return s.pos == 0 || s.text[s.pos-1] == '\n' }

// spreadsheetErrors begin with # too, but stand for values.
var spreadsheetErrors = []string{"#n/a", "#div/0!", "#ref!", "#value!", "#name?", "#num!", "#null!"}

// isComment reports whether a line is a comment.
func isComment(line []byte) bool {
	if line[0] != '#' {
		return false
	}
	for _, value := range spreadsheetErrors {
		if len(line) >= len(value) && bytes.EqualFold(line[:len(value)], []byte(value)) {
			return false
		}
	}
	return true
}

// field returns the field that begins here, and whether it is the last of its record.
func (s *scanner) field() (field []byte, last bool, err error) {
	s.began = s.line
	if s.text[s.pos] == '"' {
		return s.quoted()
	}
	text, i := s.text, s.pos
	for !s.stops[text[i]] {
		i++
	}
	field = text[s.pos:i]
	switch {
	case len(field) > maxField:
		return nil, false, errLongField
	case text[i] == '"':
		return nil, false, errBareQuote
	case text[i] == '\n' && len(field) > 0 && field[len(field)-1] == '\r':
		field = field[:len(field)-1]
	}
	return field, s.past(i), nil
}

// texts are the fields of the record that begins here, in UTF-8 and without blanks around them.
func (s *scanner) texts() ([]string, error) {
	var all []string
	for last := false; !last; {
		field, ends, err := s.field()
		switch {
		case err != nil:
			return nil, err
		case len(all) == maxColumns:
			return nil, errManyColumns
		}
		all, last = append(all, string(cells.ToUTF8(cells.Trim(field)))), ends
	}
	return all, nil
}

// past goes past the end of a field at i, and reports whether it ends the record.
func (s *scanner) past(i int) (last bool) {
	if s.delimiter == ' ' {
		i = s.pastBlanks(i)
	}
	last = s.text[i] == '\n'
	if last {
		s.line++
	}
	s.pos = i + 1
	return last
}

// pastBlanks goes to the line end or to the last of the blanks that are followed by a
// field.
func (s *scanner) pastBlanks(i int) int {
	for s.text[i] == ' ' || s.text[i] == '\t' {
		i++
	}
	switch {
	case s.text[i] == '\n':
		return i
	case s.text[i] == '\r' && s.text[i+1] == '\n':
		return i + 1
	}
	return i - 1
}

// quoted scans a field that begins with a quote.
func (s *scanner) quoted() (field []byte, last bool, err error) {
	begin := s.pos + 1
	end, doubled := begin, false
	for {
		length := bytes.IndexByte(s.text[end:], '"')
		switch {
		case length < 0 && len(s.text)-begin > maxField, end+length-begin > maxField:
			return nil, false, errLongField
		case length < 0:
			return nil, false, errOpenQuote
		}
		end += length
		if s.text[end+1] != '"' {
			break
		}
		end += 2
		doubled = true
	}
	field = s.text[begin:end]
	s.line += bytes.Count(field, []byte("\n"))
	if doubled || bytes.Contains(field, []byte("\r\n")) {
		field = s.withoutQuoting(field)
	}
	end++
	if s.text[end] == '\r' && s.text[end+1] == '\n' {
		end++
	}
	if c := s.text[end]; c == '"' || !s.stops[c] {
		return nil, false, errAfterQuote
	}
	return field, s.past(end), nil
}

// withoutQuoting makes doubled quotes single, and line ends LF.
func (s *scanner) withoutQuoting(field []byte) []byte {
	s.unquoted = s.unquoted[:0]
	for i, c := range field {
		next := byte(0)
		if i+1 < len(field) {
			next = field[i+1]
		}
		if c == '\r' && next == '\n' {
			continue
		}
		s.unquoted = append(s.unquoted, c)
	}
	return bytes.ReplaceAll(s.unquoted, []byte(`""`), []byte(`"`))
}

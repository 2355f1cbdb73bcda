package delimited

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"suffice/internal/cells"
)

// maxColumns bounds what a header can ask for.
const maxColumns = 1 << 20

var errManyColumns = fmt.Errorf("more than %d columns; turn the table, or leave columns out", maxColumns)

// header names the columns, and leaves what follows in r.first. The last comment before
// the first record, which ends at the given line, may be the header.
func (r *Reader) header(comment string, commentLine int) error {
	s, err := r.toFirstRecord()
	if err != nil {
		return err
	}
	rows := chunk{r.first.text[s.pos:], s.line, r.first.cut}
	names, err := r.record(s)
	if err != nil {
		return err
	}
	line := rows.line
	switch named := r.commentNames(comment, names); {
	case named != nil:
		names, line = named, commentLine
	case r.isRow(names):
		for j := range names {
			names[j] = "x" + strconv.Itoa(j+1)
		}
	default:
		rows.text, rows.line = s.text[s.pos:], s.line
	}
	r.first = rows
	names = slices.Concat(make([]string, r.before), names, make([]string, r.after))
	return r.addFields(names, line)
}

// toFirstRecord reads chunks until there is a record.
func (r *Reader) toFirstRecord() (*scanner, error) {
	s := newScanner(r.dialect, chunk{})
	for !s.toRecord() {
		c, err := r.chunks.next(nil)
		switch {
		case errors.Is(err, io.EOF):
			return nil, r.problem(0, "the file is empty; it needs the names of the columns, and rows")
		case err != nil:
			return nil, r.input.Failed(err)
		}
		r.first = c
		s.scan(c)
	}
	return s, nil
}

// record reads a record as texts.
func (r *Reader) record(s *scanner) ([]string, error) {
	line := s.line
	fields, err := s.texts()
	switch {
	case errors.Is(err, errManyColumns):
		return nil, r.problem(line, "%v", err)
	case err != nil:
		return nil, r.failed(err, s.began, line, r.first.cut)
	case r.first.cut && s.pos == len(s.text):
		return nil, r.problem(line, "%v", errLongRecord)
	}
	return fields, nil
}

// isRow reports whether the first record is a row rather than a header: where it has
// numbers, and nothing else but marks of missing values.
func (r *Reader) isRow(fields []string) bool {
	if r.schema.Options.Header != cells.FindHeader {
		return r.schema.Options.Header == cells.NoHeader
	}
	numbers := 0
	for _, field := range fields {
		if _, ok := cells.ParseNumberWith([]byte(field), r.point); ok {
			numbers++
		} else if field == "" || !cells.MarksMissing([]byte(field)) {
			return false
		}
	}
	return numbers > 0
}

// commentNames are the names in the comment before the first record, where it is a
// header: it has as many fields as the record, of which one at least is a number.
func (r *Reader) commentNames(comment string, fields []string) []string {
	if comment == "" || len(fields) < 2 || r.schema.Options.Header != cells.FindHeader {
		return nil
	}
	s := newScanner(r.dialect, chunk{text: []byte(comment + "\n")})
	if !s.toRecord() {
		return nil
	}
	names, err := s.texts()
	if err != nil || len(names) != len(fields) {
		return nil
	}
	for _, field := range fields {
		if _, ok := cells.ParseNumberWith([]byte(field), r.point); ok {
			return names
		}
	}
	return nil
}

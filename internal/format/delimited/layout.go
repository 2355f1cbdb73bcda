package delimited

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"suffice/internal/cells"
)

// titleRecords is how many lines above a header are looked past at most.
const titleRecords = 30

// skipLines goes past the lines that it was asked to.
func (r *Reader) skipLines(n int) error {
	for range n {
		_, err := r.input.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.input.ReadSlice('\n')
		}
		switch {
		case errors.Is(err, io.EOF):
			return r.problem(0, "there are not more than %d lines, and nothing is left without them", n)
		case err != nil:
			return r.input.Failed(err)
		}
	}
	return nil
}

// separatorLine goes past a first line such as sep=; by which Excel is told the delimiter, and
// returns that; 0 where there is no such line.
func separatorLine(in *cells.File, head []byte) (byte, error) {
	line, _, whole := bytes.Cut(head, []byte("\n"))
	mark := bytes.Trim(bytes.TrimRight(line, "\r"), `"`)
	name, delimiter, found := bytes.Cut(mark, []byte("="))
	if !whole || !found || len(delimiter) != 1 || !bytes.EqualFold(name, []byte("sep")) || bytes.IndexByte(delimiters, delimiter[0]) < 0 {
		return 0, nil
	}
	if _, err := in.Discard(len(line) + 1); err != nil {
		return 0, in.Failed(err)
	}
	return delimiter[0], nil
}

// record is what the first lines of a file are looked at for.
type record struct {
	fields []string
	quoted bool // the first field is in quotes
	end    int  // where the next begins
	line   int  // where the next begins
}

// filled is how many fields have a value.
func (r *record) filled() int {
	n := 0
	for _, field := range r.fields {
		if field != "" {
			n++
		}
	}
	return n
}

// numbers is how many fields are numbers.
func (r *record) numbers(point byte) int {
	n := 0
	for _, field := range r.fields {
		if _, ok := cells.ParseNumberWith([]byte(field), point); ok {
			n++
		}
	}
	return n
}

// firstRecords are those of the start of a file, up to some, and how many fields most have.
func firstRecords(text []byte, d dialect) (records []record, usual int) {
	const most = 200
	s := newScanner(d, chunk{text: text, line: 1})
	having := map[int]int{}
	for len(records) < most && s.toRecord() {
		quoted := s.text[s.pos] == '"'
		fields, err := s.texts()
		if err != nil {
			return records, usual
		}
		records = append(records, record{fields, quoted, s.pos, s.line})
		n := len(fields)
		if having[n]++; n > 1 && having[n] > having[usual] {
			usual = n
		}
	}
	return records, usual
}

// titles is how many of the first records are titles above a header: they have a value at most
// where the table has several, or not as many fields as the rows.
func titles(records []record, usual int, point byte) int {
	for k := 0; k < len(records) && k <= titleRecords; k++ {
		one := &records[k]
		regular := len(one.fields) == usual && (one.filled() > 1 || usual == 2 && one.filled() > 0)
		switch {
		case regular && k+1 < len(records) && len(records[k+1].fields) == usual:
			return k
		case namesRows(records[k:], usual, point) || lacksLast(records[k:], usual):
			return k
		}
	}
	return 0
}

// namesRows reports whether the header has a field less than the rows, as R writes it where the
// first field of a row is its name.
func namesRows(records []record, usual int, point byte) bool {
	if len(records) < 3 || len(records[0].fields) != usual-1 || records[0].filled() != usual-1 {
		return false
	}
	if records[0].numbers(point) > 0 || records[1].numbers(point) == 0 && records[2].numbers(point) > 0 {
		return false // it is a row, or a title above a header
	}
	seen, counting, words := map[string]bool{}, true, true
	for k, row := range records[1:] {
		if len(row.fields) != usual || seen[row.fields[0]] || row.fields[0] == "" {
			return false
		}
		name := row.fields[0]
		seen[name] = true
		counting = counting && name == strconv.Itoa(k+1)
		_, number := cells.ParseNumberWith([]byte(name), point)
		words = words && (row.quoted || !number)
	}
	return counting || words
}

// lacksLast reports whether rows end in a delimiter that the header does not have.
func lacksLast(records []record, usual int) bool {
	if len(records) < 2 || len(records[0].fields) != usual-1 || records[0].filled() == 0 {
		return false
	}
	for _, row := range records[1:] {
		if len(row.fields) != usual || row.fields[usual-1] != "" {
			return false
		}
	}
	return true
}

// layout finds where the table begins: below titles, with a header that may have a field less
// than the rows. It goes past the titles, and returns how many lines they take.
func (r *Reader) layout(head []byte, whole bool) (lines int, err error) {
	text := append(bytes.Clone(head), '\n')
	if end := r.lastEnd(head); end > 0 && !whole {
		text = text[:end]
	}
	records, usual := firstRecords(text, r.dialect)
	if usual < 2 || r.schema.Options.Header == cells.NoHeader {
		return 0, nil
	}
	skipped := 0
	if r.schema.Options.SkipLines == 0 && r.schema.Options.Header == cells.FindHeader {
		skipped = titles(records, usual, r.point)
	}
	switch below := records[skipped:]; {
	case namesRows(below, usual, r.point):
		r.before = 1
		r.schema.Remark("the header has a name less than the rows have values: the first column is taken for names of rows, and left out")
	case lacksLast(below, usual):
		r.after = 1
	}
	if skipped == 0 {
		return 0, nil
	}
	last := records[skipped-1]
	if _, err := r.input.Discard(last.end); err != nil {
		return 0, r.input.Failed(err)
	}
	above := map[bool]string{true: "the line above the header is", false: fmt.Sprintf("the %d lines above the header are", last.line-1)}[last.line == 2]
	r.schema.Remark("%s no part of the table, and skipped: %s", above, cells.Shown(strings.Join(records[0].fields, " ")))
	return last.line - 1, nil
}

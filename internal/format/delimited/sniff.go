package delimited

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"suffice/internal/cells"
)

// sniffed is how many records are looked at to find how a file is written.
const sniffed = 1000

// delimiters in the order in which they win where several fit as well. A comma comes
// after the others because it may also be the sign of decimals.
var delimiters = []byte{'\t', ';', '|', ','}

// delimiterNames are for messages.
var delimiterNames = map[byte]string{'\t': "tabs", ';': "semicolons", '|': "bars", ',': "commas", ' ': "spaces"}

// sniff finds how a file is written by looking at its start. whole tells that the start
// is all there is, and delimiter is 0 where it is to be found.
func sniff(head []byte, whole bool, options *cells.Options, delimiter byte) dialect {
	d := dialect{delimiter: ',', point: '.', comments: true}
	text := append(bytes.Clone(head), '\n')
	if end := d.lastEnd(head); end > 0 && !whole {
		text = text[:end]
	}
	if options.DecimalComma {
		d.point = ','
	}
	if d.delimiter = delimiter; delimiter == 0 {
		d.delimiter = findDelimiter(text, d)
	}
	if !options.DecimalComma && usesCommas(text, d, options.Words) {
		d.point = ','
	}
	d.comments = startsWithNumbers(text, d)
	return d
}

// findDelimiter finds what gives the same number of fields, at least 2, in the most
// records. Spaces are in most texts, and separate fields only where nothing else does
// and where most of the fields are numbers.
func findDelimiter(text []byte, d dialect) byte {
	best, most := byte(','), 0
	if d.point == ',' {
		best = ';'
	}
	for _, delimiter := range delimiters {
		d.delimiter = delimiter
		look := lookAt(text, d)
		if delimiter == d.point && (bytes.IndexByte(text, '"') < 0 || look.agreeing < look.records) {
			continue // numbers with a decimal comma must be quoted then
		}
		if look.agreeing > most {
			best, most = delimiter, look.agreeing
		}
	}
	d.delimiter = ' '
	if look := lookAt(text, d); look.agreeing > most && look.allAgree() && 2*look.numbers >= look.fields {
		return ' '
	}
	return best
}

// look is what a delimiter makes of a text.
type look struct {
	records  int
	first    int // fields of the first record
	usual    int // number of fields above 1 that the most records have
	agreeing int // records that have it
	fields   int // of records after the first
	numbers  int // those that are numbers
}

// allAgree reports whether all records have as many fields; the first may have one less, where
// it is a header as R writes it.
func (l *look) allAgree() bool {
	return l.agreeing == l.records || l.agreeing == l.records-1 && l.agreeing > 1 && l.first == l.usual-1
}

func lookAt(text []byte, d dialect) look {
	var l look
	s := newScanner(d, chunk{text: text})
	having := map[int]int{}
	for fields := 0; l.records < sniffed; {
		field, last, err := s.next()
		if err != nil {
			break
		}
		fields++
		if l.records > 0 {
			l.fields++
			if _, ok := cells.ParseNumberWith(cells.Trim(field), d.point); ok {
				l.numbers++
			}
		}
		if !last {
			continue
		}
		if l.records++; l.records == 1 {
			l.first = fields
		}
		if fields > 1 {
			if having[fields]++; having[fields] > l.agreeing {
				l.usual, l.agreeing = fields, having[fields]
			}
		}
		fields = 0
	}
	return l
}

// usesCommas reports whether numbers have commas before their decimals: those of some column
// have, without a doubt, and no number has a point there. Columns of words do not count.
func usesCommas(text []byte, d dialect, words func(name string) bool) bool {
	if d.delimiter == ',' && bytes.IndexByte(text, '"') < 0 || bytes.IndexByte(text, ',') < 0 {
		return false
	}
	s := newScanner(d, chunk{text: text})
	var columns []commaVotes
	for j, records := 0, 0; records < sniffed; {
		field, last, err := s.next()
		if err != nil {
			break
		}
		if j == len(columns) {
			columns = append(columns, commaVotes{})
		}
		if name := string(cells.Trim(field)); records == 0 && words != nil && words(name) {
			columns[j].words++
		}
		if records > 0 {
			columns[j].add(cells.Trim(field))
		}
		if j++; last {
			j = 0
			records++
		}
	}
	commas := false
	for _, votes := range columns {
		if votes.points > 0 {
			return false
		}
		commas = commas || votes.commas > 0 && votes.words == 0
	}
	return commas
}

// commaVotes are the cells of a column that say what is before decimals.
type commaVotes struct{ commas, points, words int }

func (v *commaVotes) add(field []byte) {
	if bytes.IndexByte(field, ',') < 0 && bytes.IndexByte(field, '.') < 0 {
		if _, ok := cells.ParseAmount(field, '.'); !ok && !cells.MarksNoNumber(field) {
			v.words++
		}
		return
	}
	_, point := cells.ParseAmount(field, '.')
	_, comma := cells.ParseAmount(field, ',')
	switch {
	case comma && !point:
		v.commas++
	case point && !comma:
		v.points++
	case !point && !cells.MarksNoNumber(field):
		v.words++
	}
}

// startsWithNumbers reports whether the first column of the records after the first is
// numbers: then a line that begins with # cannot be a record.
func startsWithNumbers(text []byte, d dialect) bool {
	s := newScanner(d, chunk{text: text})
	numbers := 0
	for records := 0; records < sniffed; records++ {
		first, err := firstField(s)
		if err != nil {
			break
		}
		if records == 0 {
			continue
		}
		if _, ok := cells.ParseNumberWith(first, d.point); ok {
			numbers++
		} else if !cells.MarksMissing(first) {
			return false
		}
	}
	return numbers > 0
}

// firstField returns the first field of the next record, and goes past the others.
func firstField(s *scanner) ([]byte, error) {
	var first []byte
	for j, last := 0, false; !last; j++ {
		var field []byte
		var err error
		if field, last, err = s.next(); err != nil {
			return nil, err
		}
		if j == 0 {
			first = bytes.Clone(cells.Trim(field))
		}
	}
	return first, nil
}

// skipComments goes past the comments and blank lines before the first record, and
// returns the last comment, which may be a header, and how many lines they are.
func skipComments(in *cells.File) (comment string, lines int, err error) {
	for {
		start, err := in.Peek(8) // more than the longest error of a spreadsheet
		if len(start) == 0 {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return comment, lines, err
		}
		blank := start[0] == '\n' || bytes.HasPrefix(start, []byte("\r\n"))
		if !blank && !isComment(start) {
			return comment, lines, nil
		}
		line, err := in.ReadSlice('\n')
		if text := strings.TrimSpace(strings.TrimLeft(string(line), "# \t")); text != "" {
			comment = text
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return "", 0, err
		}
		lines++
	}
}

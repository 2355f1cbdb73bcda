package delimited

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
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
	having := map[int]int{}
	for f := range fields(text, d) {
		if f.record > 0 {
			l.fields++
			if _, ok := cells.ParseNumberWith(f.text, d.point); ok {
				l.numbers++
			}
		}
		if !f.last {
			continue
		}
		n := f.index + 1
		if l.records++; l.records == 1 {
			l.first = n
		}
		if n > 1 {
			if having[n]++; having[n] > l.agreeing {
				l.usual, l.agreeing = n, having[n]
			}
		}
	}
	return l
}

// looked is a field of the start of a file, without blanks around it.
type looked struct {
	text          []byte // valid until the next
	record, index int    // counted from 0
	last          bool   // of its record
}

// fields are those of the first records of a text, up to the first that is not as it should be.
func fields(text []byte, d dialect) iter.Seq[looked] {
	return func(visit func(looked) bool) {
		s := newScanner(d, chunk{text: text})
		for record := 0; record < sniffed && s.toRecord(); record++ {
			f := looked{record: record, index: -1}
			for !f.last {
				field, last, err := s.field()
				if err != nil {
					return
				}
				f.text, f.last = cells.Trim(field), last
				if f.index++; !visit(f) {
					return
				}
			}
		}
	}
}

// usesCommas reports whether numbers have commas before their decimals: those of some column
// have, without a doubt, and no number has a point there. Columns of words do not count.
func usesCommas(text []byte, d dialect, words func(name string) bool) bool {
	if d.delimiter == ',' && bytes.IndexByte(text, '"') < 0 || bytes.IndexByte(text, ',') < 0 {
		return false
	}
	var columns []commaVotes
	for f := range fields(text, d) {
		if f.index == len(columns) {
			columns = append(columns, commaVotes{})
		}
		switch {
		case f.record > 0:
			columns[f.index].add(f.text)
		case words != nil && words(string(f.text)):
			columns[f.index].words++
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
	numbers, isNumber, isMissing := 0, false, false
	for f := range fields(text, d) {
		if f.index == 0 {
			_, isNumber = cells.ParseNumberWith(f.text, d.point)
			isMissing = cells.MarksMissing(f.text)
		}
		switch {
		case f.record == 0 || !f.last:
		case isNumber:
			numbers++
		case !isMissing:
			return false
		}
	}
	return numbers > 0
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

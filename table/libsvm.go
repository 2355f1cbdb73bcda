package table

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// libsvmReader reads LIBSVM and SVMlight: a row is its label, or several with commas
// between them, and the entries index:value that are not zero. The columns are called
// label, x1, x2, … by their index, up to the largest there is.
type libsvmReader struct {
	*window
	input    *input
	schema   *schema
	label    *column
	features []*column // by index; the first is nil where no row has index 0
	slots    []int32   // theirs, close together; below 0 where there is none
	rows     *builder
}

// maxIndex bounds what a single index can ask for: there is a column for each below it.
const maxIndex = 1_000_000

var (
	labelEnds = endingIn(":#")
	pairEnds  = endingIn("#")
)

// isLIBSVM reports whether all lines that can be seen are rows of LIBSVM, and one of them
// can be nothing else.
func isLIBSVM(head []byte) bool {
	const enough = 100
	found, isCut := false, len(head) == lookAhead
	head = bytes.TrimPrefix(head, byteOrderMark)
	for range enough {
		line, rest, complete := bytes.Cut(head, []byte("\n"))
		if !complete && isCut {
			line = line[:bytes.LastIndexByte(line, ' ')+1] // the last pair may be cut off
		}
		may, must := looksLIBSVM(line)
		if !may {
			return false
		}
		found = found || must
		head = rest
	}
	return found
}

// looksLIBSVM reports whether a line may be a row of LIBSVM: numbers with commas between
// them, or none, and then pairs such as 3:0.5. It must be one unless it is a number alone
// or might be a time, such as 12:30.
func looksLIBSVM(line []byte) (may, must bool) {
	content, _, _ := bytes.Cut(line, []byte("#"))
	words := bytes.Fields(content)
	if len(words) == 0 {
		return true, false
	}
	labelled := bytes.IndexByte(words[0], ':') < 0
	if labelled {
		for part := range bytes.SplitSeq(words[0], []byte(",")) {
			if _, ok := parseNumber(part); !ok {
				return false, false
			}
		}
		words = words[1:]
	}
	for _, word := range words {
		index, value, isPair := bytes.Cut(word, []byte(":"))
		_, isIndex := wholeNumber(index)
		if _, isNumber := parseNumber(value); !isPair || !isNumber || !isIndex && string(index) != "qid" {
			return false, false
		}
	}
	return true, len(words) > 1 || len(words) == 1 && (labelled || line[0] <= ' ')
}

// openLIBSVM makes the column of labels, which is what such files are there to predict.
func openLIBSVM(in *input, s *schema) (reader, error) {
	w, err := newWindow(in)
	if err != nil {
		return nil, in.failed(err)
	}
	s.labels = []string{"label"}
	s.impliesZeros = isFeature
	label, err := s.add("label", Text, 0)
	if err != nil {
		return nil, err
	}
	label.separated, label.whole = ",", true
	return &libsvmReader{window: w, input: in, schema: s, label: label, features: []*column{nil}, slots: []int32{-1}, rows: newBuilder(s, true)}, nil
}

// isFeature reports whether a column is called like one of LIBSVM's: x and its index.
func isFeature(name string) bool {
	digits, found := strings.CutPrefix(name, "x")
	index, ok := wholeNumber([]byte(digits))
	return found && ok && index <= maxIndex && digits == strconv.Itoa(index)
}

func (r *libsvmReader) next(context.Context) (*block, error) {
	for {
		full, err := r.row()
		switch {
		case errors.Is(err, io.EOF):
			r.order()
			if full = r.rows.take(); full != nil {
				return full, nil
			}
			return nil, io.EOF
		case err != nil:
			return nil, r.failed(err, r.input, r.schema)
		case full == nil && r.input.rowsWait(r.buf[r.pos:r.end]):
			full = r.rows.take()
		}
		if full != nil {
			return full, nil
		}
	}
}

func (r *libsvmReader) problemf(format string, values ...any) error {
	return r.window.problemf(r.schema, "", format, values...)
}

// row reads a row, or returns io.EOF.
func (r *libsvmReader) row() (*block, error) {
	for {
		c, err := r.blanks()
		switch {
		case err != nil:
			return nil, err
		case r.atEnd():
			return nil, io.EOF
		case c == '\n' || c == '#':
			if err := r.nextLine(); err != nil {
				return nil, err
			}
			continue
		}
		r.rows.begin()
		if err := r.pairs(); err != nil {
			return nil, err
		}
		return r.rows.end(), r.nextLine()
	}
}

// pairs reads the label and the entries of a row.
func (r *libsvmReader) pairs() error {
	last := -1
	for first := true; ; first = false {
		if !first {
			last = r.plainPairs(last)
		}
		c, err := r.blanks()
		if err != nil || c == '\n' || c == '#' {
			return err
		}
		word, err := r.word(labelEnds)
		if err != nil {
			return err
		}
		isPair := r.pos < r.end && r.buf[r.pos] == ':'
		switch {
		case first && isPair:
			r.rows.set(r.label, r.label.missed(nil, r.line))
		case first:
			r.rows.set(r.label, r.label.parse(word, r.line))
			continue
		case !isPair:
			return r.problemf("%s is not a pair such as 3:0.5; a row is a label, then index:value for each value that is not 0", shown(string(word)))
		}
		if last, err = r.pair(word, last); err != nil {
			return err
		}
	}
}

// plainPairs reads the pairs that are written as nearly all are: digits, a colon, a number
// and a blank or a line end, in columns that are there. It returns the last index, and
// stops at anything else, for pair to read or to refuse.
func (r *libsvmReader) plainPairs(last int) int {
	const most = 7 // digits of an index
	text := r.buf[:r.end]
	for i := r.pos; ; {
		for i < len(text) && text[i] == ' ' {
			i++
		}
		index, digits := 0, i
		for ; i < len(text) && text[i]-'0' <= 9; i++ {
			index = 10*index + int(text[i]-'0')
		}
		if i == digits || i-digits > most || i == len(text) || text[i] != ':' || index <= last || index >= len(r.slots) || r.slots[index] < 0 {
			return last
		}
		v, end := scanNumber(text, i+1, '.')
		if end == 0 || end == len(text) || text[end] > ' ' {
			return last
		}
		r.rows.number(uint32(r.slots[index]), v)
		last, i, r.pos = index, end, end
	}
}

// pair reads the value of an entry, and returns its index, which must be beyond last.
func (r *libsvmReader) pair(word []byte, last int) (int, error) {
	query := string(word) == "qid" // of rankings; it is no input
	index, ok := wholeNumber(word)
	switch {
	case query:
	case !ok:
		return 0, r.problemf("%s is not an index; write whole numbers from 1 before the colon", shown(string(word)))
	case index > maxIndex:
		return 0, r.problemf("index %d, but the largest that can be read is %d; number the inputs from 1 without gaps", index, maxIndex)
	case index <= last:
		return 0, r.problemf("index %d comes after index %d; each comes once, in rising order", index, last)
	}
	r.pos++
	value, err := r.word(pairEnds)
	if err != nil || query {
		return last, err
	}
	c, err := r.feature(index)
	if err != nil {
		return 0, err
	}
	switch v, isNumber := parseNumber(value); {
	case isNumber:
		r.rows.set(c, c.value(v, value, r.line))
	case marksMissing(value):
		r.rows.set(c, c.missed(value, r.line))
	default:
		return 0, r.problemf("%s is not a number, at index %d; fix the file", shown(string(value)), index)
	}
	return index, nil
}

// feature is the column of an index. It comes with those of all indices below.
func (r *libsvmReader) feature(index int) (*column, error) {
	for k := len(r.features); k <= index; k++ {
		c, err := r.add(k)
		if err != nil {
			return nil, err
		}
		r.features = append(r.features, c)
		r.slots = append(r.slots, int32(c.slot))
	}
	if index == 0 && r.features[0] == nil {
		c, err := r.add(0)
		if err != nil {
			return nil, err
		}
		r.features[0], r.slots[0] = c, int32(c.slot)
	}
	return r.features[index], nil
}

func (r *libsvmReader) add(index int) (*column, error) {
	return r.schema.add("x"+strconv.Itoa(index), Number, r.line)
}

// order puts x0 before x1, should it have come up late.
func (r *libsvmReader) order() {
	if r.features[0] == nil {
		return
	}
	s := r.schema
	s.columns = slices.Concat([]*column{r.label}, r.features)
	for j, c := range s.columns {
		s.byName[c.name] = j
	}
}

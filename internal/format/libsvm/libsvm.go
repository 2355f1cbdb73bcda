// Package libsvm reads LIBSVM and SVMlight, which leave zeros out.
package libsvm

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/cells"
)

// Reader reads LIBSVM and SVMlight: a row is its label, or several with commas
// between them, and the entries index:value that are not zero. The columns are called
// label, x1, x2, … by their index, up to the largest there is.
type Reader struct {
	*cells.Window
	label    *cells.Column
	features []*cells.Column // by index; the first is nil where no row has index 0
	slots    []int32         // theirs, close together; below 0 where there is none
}

// maxIndex bounds what a single index can ask for: there is a column for each below it.
const maxIndex = 1_000_000

var (
	labelEnds = cells.EndingIn(":#")
	pairEnds  = cells.EndingIn("#")
)

// Is reports whether all lines that can be seen are rows of LIBSVM, and one of them
// can be nothing else.
func Is(head []byte) bool {
	const enough = 100
	found, isCut := false, len(head) == cells.LookAhead
	head = bytes.TrimPrefix(head, cells.ByteOrderMark)
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
			if _, ok := cells.ParseNumber(part); !ok {
				return false, false
			}
		}
		words = words[1:]
	}
	for _, word := range words {
		index, value, isPair := bytes.Cut(word, []byte(":"))
		_, isIndex := cells.ParseNumber(index) // be it one that no column can have
		if _, isNumber := cells.ParseNumber(value); !isPair || !isNumber || !isIndex && string(index) != "qid" {
			return false, false
		}
	}
	return true, len(words) > 1 || len(words) == 1 && (labelled || line[0] <= ' ')
}

// Open makes the column of labels, which is what such files are there to predict.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	w, err := cells.NewWindow(in, s)
	if err != nil {
		return nil, err
	}
	w.Rows = cells.NewBuilder(s, true)
	s.Labels = []string{"label"}
	s.ImpliesZeros = isFeature
	label, err := s.Add("label", cells.Text, 0)
	if err != nil {
		return nil, err
	}
	label.Separated, label.Whole = ",", true
	return &Reader{Window: w, label: label, features: []*cells.Column{nil}, slots: []int32{-1}}, nil
}

// isFeature reports whether a column is called like one of LIBSVM's: x and its index.
func isFeature(name string) bool {
	digits, found := strings.CutPrefix(name, "x")
	index, ok := cells.WholeNumber([]byte(digits))
	return found && ok && index <= maxIndex && digits == strconv.Itoa(index)
}

// Next reads rows.
func (r *Reader) Next(context.Context) (*cells.Block, error) { return r.NextBlock(r.nextRow) }

// nextRow puts the columns in order after the last row.
func (r *Reader) nextRow() (*cells.Block, error) {
	full, err := r.row()
	if errors.Is(err, io.EOF) {
		r.order()
	}
	return full, err
}

// row reads a row, or returns io.EOF.
func (r *Reader) row() (*cells.Block, error) {
	if _, err := r.RowStart('#'); err != nil {
		return nil, err
	}
	r.Rows.Begin()
	if err := r.pairs(); err != nil {
		return nil, err
	}
	return r.Rows.End(), r.NextLine()
}

// pairs reads the label and the entries of a row.
func (r *Reader) pairs() error {
	last := -1
	for first := true; ; first = false {
		if !first {
			last = r.PlainEntries(last+1, r.slots, ':', 0) - 1
		}
		c, err := r.SkipBlanks()
		if err != nil || c == '\n' || c == '#' {
			return err
		}
		word, err := r.Word(labelEnds)
		if err != nil {
			return err
		}
		isPair := r.Pos < r.End && r.Buf[r.Pos] == ':'
		switch {
		case first && isPair:
			r.Rows.Set(r.label, r.label.Missing(nil, r.Line))
		case first:
			r.Rows.Set(r.label, r.label.Parse(word, r.Line))
			continue
		case !isPair:
			return r.Problemf("", "%s is not a pair such as 3:0.5; a row is a label, then index:value for each value that is not 0", cells.Shown(string(word)))
		}
		if last, err = r.pair(word, last); err != nil {
			return err
		}
	}
}

// pair reads the value of an entry, and returns its index, which must be beyond last.
func (r *Reader) pair(word []byte, last int) (int, error) {
	query := string(word) == "qid" // of rankings; it is no input
	index, ok := cells.WholeNumber(word)
	switch {
	case query:
	case !ok:
		return 0, r.Problemf("", "%s is not an index; write whole numbers from 1 before the colon", cells.Shown(string(word)))
	case index > maxIndex:
		return 0, r.Problemf("", "index %d, but the largest that can be read is %d; number the inputs from 1 without gaps", index, maxIndex)
	case index <= last:
		return 0, r.Problemf("", "index %d comes after index %d; each comes once, in rising order", index, last)
	}
	r.Pos++
	value, err := r.Word(pairEnds)
	if err != nil || query {
		return last, err
	}
	c, err := r.feature(index)
	if err != nil {
		return 0, err
	}
	switch v, isNumber := cells.ParseNumber(value); {
	case isNumber:
		r.Rows.Set(c, c.Number(v, value, r.Line))
	case cells.MarksMissing(value):
		r.Rows.Set(c, c.Missing(value, r.Line))
	default:
		return 0, r.Problemf("", "%s is not a number, at index %d; fix the file", cells.Shown(string(value)), index)
	}
	return index, nil
}

// feature is the column of an index. It comes with those of all indices below.
func (r *Reader) feature(index int) (*cells.Column, error) {
	for k := len(r.features); k <= index; k++ {
		c, err := r.add(k)
		if err != nil {
			return nil, err
		}
		r.features = append(r.features, c)
		r.slots = append(r.slots, int32(c.Slot))
	}
	if index == 0 && r.features[0] == nil {
		c, err := r.add(0)
		if err != nil {
			return nil, err
		}
		r.features[0], r.slots[0] = c, int32(c.Slot)
	}
	return r.features[index], nil
}

func (r *Reader) add(index int) (*cells.Column, error) {
	return r.Schema.Add("x"+strconv.Itoa(index), cells.Number, r.Line)
}

// order puts x0 before x1, should it have come up late.
func (r *Reader) order() {
	if r.features[0] == nil {
		return
	}
	s := r.Schema
	s.Columns = slices.Concat([]*cells.Column{r.label}, r.features)
	for j, c := range s.Columns {
		s.ByName[c.Name] = j
	}
}

package jsonlines

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"

	"suffice/internal/cells"
)

// byColumns reads an object of columns, each an object with a value for each row, as pandas
// writes it: {"a": {"0": 1, "1": 2}, "b": {"0": 3, "1": 4}}; or each a list: {"a": [1, 2],
// "b": [3, 4]}. All of it is in memory.
type byColumns struct {
	scanner
	rows    map[string]int // by their keys
	keys    int
	columns []*cells.Column
	cells   [][]float64
	batch   *cells.Batch
	read    bool
	lists   bool // each column is a list
}

// startsByColumns is the start of an object whose first value is an object whose first key is a
// whole number.
var startsByColumns = regexp.MustCompile(`(?s)^[ \n\r\t]*{[ \n\r\t]*"(?:[^"\\]|\\.)*"[ \n\r\t]*:[ \n\r\t]*{[ \n\r\t]*"[0-9]+"[ \n\r\t]*:`)

// asRows is what to do about a file that is read in no other way.
const asRows = "; write an object for each row: df.to_json(orient=\"records\", lines=True)"

// wrong says why the columns cannot be read.
func (b *byColumns) wrong(column, problem string) error {
	each := map[bool]string{false: "an object", true: "a list"}[b.lists]
	return b.Problemf(column, "this JSON file has %s for each column, and %s"+asRows, each, problem)
}

// Next reads all rows at once, and returns a block of them at a time.
func (b *byColumns) Next(ctx context.Context) (*cells.Block, error) {
	if !b.read {
		b.read = true
		if err := b.all(ctx); err != nil {
			return nil, b.Failed(cells.CutOff(err))
		}
		b.batch = cells.NewBatch(b.keys, b.Schema.Kept)
		for k, c := range b.columns {
			if c.Slot >= 0 {
				b.batch.SetColumn(c.Slot, 0, b.cells[k])
			}
		}
		b.cells, b.rows = nil, nil
	}
	if next := b.batch.Next(); next != nil {
		return next, nil
	}
	return nil, io.EOF
}

// all reads the columns.
func (b *byColumns) all(ctx context.Context) error {
	b.rows = map[string]int{}
	err := b.members(func(key []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := b.Schema.Add(string(key), cells.Empty, b.Line)
		if err != nil {
			return err
		}
		if err := b.expect(':'); err != nil {
			return err
		}
		return b.column(c)
	})
	if err != nil {
		return err
	}
	if _, err := b.peek(); !errors.Is(err, io.EOF) {
		return b.wrong("", "something after it")
	}
	return nil
}

// column reads the values of a column, as many as the first one has.
func (b *byColumns) column(c *cells.Column) error {
	size := int64(8) // bytes of a cell
	if !b.lists {
		size += 64 // and of a key
	}
	b.columns = append(b.columns, c)
	values := make([]float64, 0, b.keys)
	next := func() error {
		v, err := b.scalar(c.Name)
		if err != nil {
			return err
		}
		values = append(values, v.cell(c, b.Line))
		if most := b.Schema.Options.Memory; most > 0 && int64(len(b.columns))*int64(len(values))*size > most/2 {
			return b.wrong("", "too many of them for the memory allowed")
		}
		return nil
	}
	var err error
	if b.lists {
		err = b.list(c, next)
	} else {
		err = b.members(func(key []byte) error {
			if err := b.key(c, string(key), len(values)); err != nil {
				return err
			}
			if err := b.expect(':'); err != nil {
				return err
			}
			return next()
		})
	}
	if err != nil {
		return err
	}
	if len(b.columns) == 1 {
		b.keys = len(values)
	}
	switch {
	case len(values) == b.keys:
	case b.lists:
		return b.wrong(c.Name, "they are not equally long")
	default:
		return b.wrong(c.Name, "this one has fewer rows than the first")
	}
	b.cells = append(b.cells, values)
	return nil
}

// list calls next for each value of a list, which it reads.
func (b *byColumns) list(c *cells.Column, next func() error) error {
	mark, err := b.peek()
	if err == nil && mark != '[' {
		return b.Problemf(c.Name, ofRowsProblem)
	}
	b.Pos++
	for last := false; err == nil && !last; {
		if err = next(); err == nil {
			last, err = b.afterElement()
		}
	}
	return err
}

// key makes sure that row k of a column has this key. The first column tells which there are.
func (b *byColumns) key(c *cells.Column, key string, k int) error {
	at, known := b.rows[key]
	switch first := len(b.columns) == 1; {
	case first && known:
		return b.Problemf(c.Name, "the key %s comes twice; rename or remove one", cells.Shown(key))
	case first:
		b.rows[key] = k
	case !known || at != k:
		return b.wrong(c.Name, "they do not have the same rows")
	}
	return nil
}

// oneObject is what the start of a file tells of one that is a single object.
type oneObject int

const (
	otherwise oneObject = iota // it has several, or is one row
	ofLists                    // a list for each column: {"a": [1, 2], "b": [3, 4]}
	ofRows                     // rows within it: {"data": [{"a": 1}]}, or pandas' orient="split"
)

const ofRowsProblem = "this JSON file is one object with the rows in it" + asRows

// objectIn looks at the first object. Where the start ends within it, what is there decides.
func objectIn(head []byte) oneObject {
	d := json.NewDecoder(bytes.NewReader(head))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return otherwise
	}
	columns, length, lists, rows := 0, 0, true, false
	decide := func() oneObject {
		switch {
		case rows:
			return ofRows
		case lists && columns > 1: // one list alone is rather a row
			return ofLists
		}
		return otherwise
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			break
		}
		columns++
		first, second := firstMarks(head[d.InputOffset():])
		rows = rows || first == '[' && (second == '{' || second == '[' && key == "data")
		lists = lists && first == '[' && second != 0
		var value json.RawMessage
		switch err := d.Decode(&value); {
		case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
			return decide()
		case err != nil:
			return otherwise
		}
		if lists {
			n := scalarsIn(value)
			lists = n > 1 && (columns == 1 || n == length)
			length = n
		}
	}
	if _, err := d.Token(); err != nil { // the bracket at the end
		return decide()
	}
	if len(bytes.TrimLeft(head[d.InputOffset():], " \t\r\n")) > 0 {
		return otherwise
	}
	return decide()
}

// firstMarks are the first byte of a value after a colon, and the next but for blanks, or 0.
func firstMarks(rest []byte) (first, second byte) {
	const blanks = " \t\r\n"
	rest = bytes.TrimLeft(rest, blanks+":")
	if len(rest) == 0 {
		return 0, 0
	}
	if next := bytes.TrimLeft(rest[1:], blanks); len(next) > 0 {
		second = next[0]
	}
	return rest[0], second
}

// scalarsIn counts the values of a list, and is 0 where some are lists or objects.
func scalarsIn(list []byte) int {
	var values []json.RawMessage
	if json.Unmarshal(list, &values) != nil {
		return 0
	}
	for _, v := range values {
		if v[0] == '[' || v[0] == '{' {
			return 0
		}
	}
	return len(values)
}

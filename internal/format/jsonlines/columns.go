package jsonlines

import (
	"context"
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

const byColumnsProblem = "this JSON file has an object for each column, and "

// Next reads all rows at once, and returns a block of them at a time.
func (b *byColumns) Next(ctx context.Context) (*cells.Block, error) {
	if !b.read {
		b.read = true
		if err := b.all(ctx); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, b.Failed(err)
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
	err := b.members('{', func(name string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := b.Schema.Add(name, cells.Empty, b.Line)
		if err != nil {
			return err
		}
		if b.lists {
			return b.list(c)
		}
		return b.column(c)
	})
	if err != nil {
		return err
	}
	if _, err := b.peek(); !errors.Is(err, io.EOF) {
		return b.Problemf("", byColumnsProblem+"something after it; write an object for each row: df.to_json(orient=\"records\", lines=True)")
	}
	return nil
}

// members calls visit for each key of an object, whose value it reads.
func (b *byColumns) members(mark byte, visit func(key string) error) error {
	if err := b.expect(mark); err != nil {
		return err
	}
	for {
		c, err := b.peek()
		if err != nil {
			return err
		}
		if c == '}' {
			b.Pos++
			return nil
		}
		if c != '"' {
			return b.Problemf("", "a key in quotes is missing before %s", cells.Shown(string(c)))
		}
		key, err := b.text()
		if err != nil {
			return err
		}
		name := string(key)
		if err := b.expect(':'); err != nil {
			return err
		}
		if err := visit(name); err != nil {
			return err
		}
		if c, err = b.peek(); err != nil {
			return err
		}
		if c != ',' && c != '}' {
			return b.Problemf("", "a comma or } is missing before %s", cells.Shown(string(c)))
		}
		if c == ',' {
			b.Pos++
		}
	}
}

// column reads the values of a column. The first one tells which rows there are.
func (b *byColumns) column(c *cells.Column) error {
	first := len(b.columns) == 0
	b.columns = append(b.columns, c)
	values := make([]float64, 0, b.keys)
	err := b.members('{', func(key string) error {
		at, known := b.rows[key]
		switch {
		case first && known:
			return b.Problemf(c.Name, "the key %s comes twice; rename or remove one", cells.Shown(key))
		case first:
			b.rows[key] = b.keys
			b.keys++
		case !known || at != len(values):
			return b.Problemf(c.Name, byColumnsProblem+"they do not have the same rows; write an object for each row: df.to_json(orient=\"records\", lines=True)")
		}
		v, err := b.cell(c)
		values = append(values, v)
		const size = 8 + 64 // bytes of a cell, and of a key
		if most := b.Schema.Options.Memory; err == nil && most > 0 && int64(len(b.columns))*int64(len(values))*size > most/2 {
			return b.Problemf("", byColumnsProblem+"too many of them for the memory allowed; write an object for each row: df.to_json(orient=\"records\", lines=True)")
		}
		return err
	})
	if err == nil && len(values) < b.keys {
		return b.Problemf(c.Name, byColumnsProblem+"this one has fewer rows than the first; write an object for each row: df.to_json(orient=\"records\", lines=True)")
	}
	b.cells = append(b.cells, values)
	return err
}

// cell reads a value.
func (b *byColumns) cell(c *cells.Column) (float64, error) {
	mark, err := b.peek()
	if err != nil {
		return 0, err
	}
	switch mark {
	case '"':
		text, err := b.text()
		if err != nil {
			return 0, err
		}
		return wordOrGap(c, cells.Trim(text), b.Line), nil
	case '{', '[':
		return 0, b.Problemf(c.Name, byColumnsProblem+"lists or objects in it; write an object for each row: df.to_json(orient=\"records\", lines=True)")
	}
	token, err := b.bare()
	if err != nil {
		return 0, err
	}
	switch string(token) {
	case "true", "false":
		return c.Word(token, b.Line), nil
	case "null":
		return c.Missing(nil, b.Line), nil
	}
	if v, ok := cells.ParseNumber(token); ok && isNumber(token) {
		return c.Number(v, token, b.Line), nil
	}
	return 0, b.Problemf(c.Name, "%s is not a value of JSON; put texts in quotes, and write null where a value is missing", cells.Shown(string(token)))
}

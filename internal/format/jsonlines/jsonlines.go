// Package jsonlines reads and writes JSON lines, and reads arrays of objects.
package jsonlines

import (
	"bytes"
	"context"
	"errors"
	"io"

	"suffice/internal/cells"
)

// Reader reads JSON lines: an object a row; or an array of objects.
type Reader struct {
	scanner
	columns []*keyColumn
	byPath  map[string]*keyColumn
	path    []byte // of the value that is read
	likely  int    // the column that probably comes next
	entries []entry
	list    []byte // texts of a list

	listed    bool // the objects stand in an array
	began     bool // an object was read
	row       int  // counted from 1
	firstLine int
	values    int // in all rows
	cells     int
}

// keyColumn is a column and where it was last seen.
type keyColumn struct {
	*cells.Column
	path  string
	index int
	row   int
}

type entry struct {
	column *keyColumn
	cell   float64
}

const (
	maxDepth   = 32
	maxColumns = 1 << 17
	// Rows that have few of all keys would fill memory with what is missing.
	thinCells, thinShare = 1 << 23, 100
)

// Is looks for an object, or for an array of anything; a name in brackets is none.
func Is(head []byte) bool {
	head = bytes.TrimPrefix(head, cells.ByteOrderMark)
	head = bytes.TrimLeft(head, " \t\r\n")
	if rest, ok := bytes.CutPrefix(head, []byte("[")); ok {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		return len(rest) == 0 || bytes.IndexByte([]byte("{[]\"-0123456789"), rest[0]) >= 0
	}
	return bytes.HasPrefix(head, []byte("{"))
}

// Open looks whether the objects stand in an array.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	head, err := in.Head()
	if err != nil {
		return nil, err
	}
	head = bytes.TrimPrefix(head, cells.ByteOrderMark)
	columns, object := startsByColumns.Match(head), objectIn(head)
	w, err := cells.NewWindow(in, s)
	if err != nil {
		return nil, err
	}
	switch {
	case columns || object == ofLists:
		return &byColumns{scanner: scanner{w}, lists: !columns}, nil
	case object == ofRows:
		return nil, w.Problemf("", ofRowsProblem)
	}
	w.Rows = cells.NewBuilder(s, false)
	r := &Reader{scanner: scanner{w}, byPath: map[string]*keyColumn{}}
	c, err := r.peek()
	if err == nil && c == '[' {
		r.listed = true
		r.Pos++
	}
	if errors.Is(err, io.EOF) {
		return nil, r.Problemf("", "the file is empty")
	}
	return r, r.Failed(err)
}

// Next reads rows.
func (r *Reader) Next(context.Context) (*cells.Block, error) { return r.NextBlock(r.nextRow) }

// nextRow reads a row, or returns io.EOF.
func (r *Reader) nextRow() (*cells.Block, error) {
	more, err := r.nextObject()
	if err == nil && !more {
		return nil, io.EOF
	}
	if err == nil {
		err = r.object(0)
	}
	if err != nil {
		return nil, cells.CutOff(err)
	}
	return r.endRow()
}

// nextObject goes to the next row, and returns false where there is none.
func (r *Reader) nextObject() (bool, error) {
	c, err := r.peek()
	if r.listed && err == nil {
		if c == ']' {
			r.Pos++
			return false, r.afterArray()
		}
		if r.began && c != ',' {
			return false, r.Problemf("", "a comma is missing between objects")
		}
		if r.began {
			r.Pos++
			c, err = r.peek()
		}
	}
	switch {
	case errors.Is(err, io.EOF) && !r.listed:
		return false, nil
	case err != nil:
		return false, err
	case c != '{':
		return false, r.Problemf("", "a row begins with %s; each line must be an object, such as {\"x\": 1}", cells.Shown(string(c)))
	}
	r.began = true
	r.row++
	r.likely = 0
	if r.row == 1 {
		r.firstLine = r.Line
	}
	return true, nil
}

// afterArray makes sure that nothing follows the array of objects.
func (r *Reader) afterArray() error {
	r.listed = false
	_, err := r.peek()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return r.Problemf("", "there is something after the array; remove it")
}

// store gives the row its cell at the path.
func (r *Reader) store(v scalar) error {
	c, err := r.column()
	if err != nil || c.Slot < 0 {
		return err
	}
	r.entries = append(r.entries, entry{c, v.cell(c.Column, r.Line)})
	return nil
}

// column finds or makes the column of the path.
func (r *Reader) column() (*keyColumn, error) {
	var c *keyColumn
	if r.likely < len(r.columns) && r.columns[r.likely].path == string(r.path) {
		c = r.columns[r.likely]
	} else if c = r.byPath[string(r.path)]; c == nil {
		var err error
		if c, err = r.newColumn(); err != nil {
			return nil, err
		}
	}
	if c.row == r.row {
		return nil, r.Problemf("", "the key %q comes twice; rename or remove one", c.path)
	}
	c.row = r.row
	r.likely = c.index + 1
	return c, nil
}

// newColumn adds a column, which all rows before this one lack.
func (r *Reader) newColumn() (*keyColumn, error) {
	if len(r.columns) == maxColumns {
		return nil, r.Problemf("", "there are more than %d different keys", maxColumns)
	}
	path := string(r.path)
	added, err := r.Schema.Add(path, cells.Empty, r.Line)
	if err != nil {
		return nil, err
	}
	if r.row > 1 {
		added.FirstGap, added.Gaps = cells.Place{Line: r.firstLine}, r.row-1
	}
	c := &keyColumn{Column: added, path: path, index: len(r.columns)}
	r.columns = append(r.columns, c)
	r.byPath[path] = c
	return c, nil
}

// endRow puts the row together, now that its columns are known.
func (r *Reader) endRow() (*cells.Block, error) {
	r.values += len(r.entries)
	if r.cells += r.Schema.Kept; r.cells > thinCells && r.cells/thinShare > r.values {
		return nil, r.Problemf("", "there are %d different keys, of which a row has few; give every row the same keys, or write sparse data as LIBSVM", len(r.columns))
	}
	r.Rows.Begin()
	for _, e := range r.entries {
		r.Rows.Set(e.column.Column, e.cell)
	}
	if len(r.entries) < r.Schema.Kept {
		for _, c := range r.columns {
			if c.row != r.row {
				c.Missing(nil, r.Line)
			}
		}
	}
	r.entries = r.entries[:0]
	return r.Rows.End(), nil
}

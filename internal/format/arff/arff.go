// Package arff reads ARFF, the format of Weka, MULAN and MEKA, dense and sparse.
package arff

import (
	"context"
	"errors"
	"io"

	"suffice/internal/cells"
)

// Reader reads ARFF: attributes with their types, then rows that list all values, or
// in braces only those that are not zero.
type Reader struct {
	*cells.Window
	input       *cells.File
	schema      *cells.Schema
	relation    string
	attributes  []attribute
	withoutZero []int          // attributes for which leaving out means a missing value
	numberSlots []int32        // of the attributes that are numbers; below 0 for others
	rows        *cells.Builder // as the first row is, all are kept: dense or sparse

	separated bool   // the last value was followed by a comma
	unquoted  []byte // the last value in quotes
}

// Open reads the header.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	w, err := cells.NewWindow(in)
	if err != nil {
		return nil, in.Failed(err)
	}
	r := &Reader{Window: w, input: in, schema: s}
	if err := r.header(); err != nil {
		return nil, w.Failed(err, in, s)
	}
	return r, r.addColumns()
}

func (r *Reader) problemf(column, format string, values ...any) error {
	return r.Window.Problemf(r.schema, column, format, values...)
}

func (r *Reader) Next(context.Context) (*cells.Block, error) {
	for {
		full, err := r.row()
		switch {
		case errors.Is(err, io.EOF):
			if r.rows != nil {
				full = r.rows.Take()
			}
			if full != nil {
				return full, nil
			}
			return nil, io.EOF
		case err != nil:
			return nil, r.Failed(err, r.input, r.schema)
		case full == nil && r.input.RowsWait(r.Buf[r.Pos:r.End]):
			full = r.rows.Take()
		}
		if full != nil {
			return full, nil
		}
	}
}

// row reads a row, or returns io.EOF.
func (r *Reader) row() (*cells.Block, error) {
	c, err := r.rowStart()
	if err != nil {
		return nil, err
	}
	if r.rows == nil {
		r.rows = cells.NewBuilder(r.schema, c == '{')
	}
	r.rows.Begin()
	if c == '{' {
		err = r.sparseRow()
	} else {
		err = r.denseRow()
	}
	if err != nil {
		return nil, err
	}
	return r.rows.End(), r.NextLine()
}

// rowStart goes past lines that are blank or comments.
func (r *Reader) rowStart() (byte, error) {
	for {
		c, err := r.SkipBlanks()
		switch {
		case err != nil:
			return 0, err
		case r.AtEnd():
			return 0, io.EOF
		case c != '\n' && c != '%':
			return c, nil
		}
		if err := r.NextLine(); err != nil {
			return 0, err
		}
	}
}

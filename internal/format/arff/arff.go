// Package arff reads ARFF, the format of Weka, MULAN and MEKA, dense and sparse.
package arff

import (
	"context"
	"io"

	"suffice/internal/cells"
)

// Reader reads ARFF: attributes with their types, then rows that list all values, or
// in braces only those that are not zero.
type Reader struct {
	*cells.Window // as the first row is, all are kept: dense or sparse
	relation      string
	attributes    []attribute
	withoutZero   []int   // attributes for which leaving out means a missing value
	numberSlots   []int32 // of the attributes that are numbers; below 0 for others

	separated bool   // the last value was followed by a comma
	unquoted  []byte // the last value in quotes
}

// Open reads the header.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	w, err := cells.NewWindow(in, s)
	if err != nil {
		return nil, err
	}
	r := &Reader{Window: w}
	if err := r.header(); err != nil {
		return nil, r.Failed(err)
	}
	return r, r.addColumns()
}

// Next reads rows.
func (r *Reader) Next(context.Context) (*cells.Block, error) { return r.NextBlock(r.row) }

// row reads a row, or returns io.EOF.
func (r *Reader) row() (*cells.Block, error) {
	c, err := r.rowStart()
	if err != nil {
		return nil, err
	}
	if r.Rows == nil {
		r.Rows = cells.NewBuilder(r.Schema, c == '{')
	}
	r.Rows.Begin()
	if c == '{' {
		err = r.sparseRow()
	} else {
		err = r.denseRow()
	}
	if err != nil {
		return nil, err
	}
	return r.Rows.End(), r.NextLine()
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

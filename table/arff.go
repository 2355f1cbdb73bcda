package table

import (
	"context"
	"errors"
	"io"
)

// arffReader reads ARFF: attributes with their types, then rows that list all values, or
// in braces only those that are not zero.
type arffReader struct {
	*window
	input       *input
	schema      *schema
	relation    string
	attributes  []attribute
	withoutZero []int    // attributes for which leaving out means a missing value
	numberSlots []int32  // of the attributes that are numbers; below 0 for others
	rows        *builder // as the first row is, all are kept: dense or sparse

	separated bool   // the last value was followed by a comma
	unquoted  []byte // the last value in quotes
}

// openARFF reads the header.
func openARFF(in *input, s *schema) (reader, error) {
	w, err := newWindow(in)
	if err != nil {
		return nil, in.failed(err)
	}
	r := &arffReader{window: w, input: in, schema: s}
	if err := r.header(); err != nil {
		return nil, w.failed(err, in, s)
	}
	return r, r.addColumns()
}

func (r *arffReader) problemf(column, format string, values ...any) error {
	return r.window.problemf(r.schema, column, format, values...)
}

func (r *arffReader) next(context.Context) (*block, error) {
	for {
		full, err := r.row()
		switch {
		case errors.Is(err, io.EOF):
			if r.rows != nil {
				full = r.rows.take()
			}
			if full != nil {
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

// row reads a row, or returns io.EOF.
func (r *arffReader) row() (*block, error) {
	c, err := r.rowStart()
	if err != nil {
		return nil, err
	}
	if r.rows == nil {
		r.rows = newBuilder(r.schema, c == '{')
	}
	r.rows.begin()
	if c == '{' {
		err = r.sparseRow()
	} else {
		err = r.denseRow()
	}
	if err != nil {
		return nil, err
	}
	return r.rows.end(), r.nextLine()
}

// rowStart goes past lines that are blank or comments.
func (r *arffReader) rowStart() (byte, error) {
	for {
		c, err := r.blanks()
		switch {
		case err != nil:
			return 0, err
		case r.atEnd():
			return 0, io.EOF
		case c != '\n' && c != '%':
			return c, nil
		}
		if err := r.nextLine(); err != nil {
			return 0, err
		}
	}
}

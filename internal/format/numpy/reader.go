package numpy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
)

// IsArray reports whether a file is an NPY file.
func IsArray(head []byte) bool { return bytes.HasPrefix(head, []byte(npy.Magic)) }

// OpenArray reads an array a stretch of rows at a time, or column by column where it is
// stored so.
func OpenArray(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	s.ByRow = true
	head, err := in.Head()
	if err != nil {
		return nil, err
	}
	r := &Reader{schema: s, failed: func(err error) error { return problemOf(in, s, err) }}
	source, size := io.Reader(in), int64(math.MaxInt64)
	var values *io.SectionReader
	if start, err := npy.ReadHeader(bytes.NewReader(head)); err == nil && byColumns(start) {
		var at io.ReaderAt
		if at, size, err = in.AtAnyPlace(); err != nil {
			return nil, err
		}
		values = io.NewSectionReader(at, 0, size)
		source = values
	}
	header, err := npy.ReadHeader(source)
	if err != nil {
		return nil, r.failed(err)
	}
	need, err := header.Bytes()
	if err != nil || need > size {
		return nil, r.failed(io.ErrUnexpectedEOF)
	}
	if values == nil {
		if err := checkFirstRow(header, need, in); err != nil {
			return nil, r.failed(err)
		}
	}
	one, err := newArray(header, source, s, "x", nil)
	if err != nil {
		return nil, r.failed(err)
	}
	r.arrays, r.rows = []*array{one}, header.Shape[0]
	if values != nil {
		at, _ := values.Seek(0, io.SeekCurrent)
		one.values = io.NewSectionReader(values, at, need)
	}
	return r, nil
}

// problemOf is an error of an array as one of the file.
func problemOf(in *cells.File, s *cells.Schema, err error) error {
	known, ok := errors.AsType[*cells.Error](err)
	switch {
	case ok:
		return known
	case errors.Is(err, npy.ErrHeader):
		return s.Problem(0, "the NPY file is damaged; copy or make it again")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return in.Failed(err)
	}
	return s.Problem(0, err.Error())
}

// Reader reads the rows of arrays that stand side by side.
type Reader struct {
	schema *cells.Schema
	arrays []*array
	rows   int
	done   int
	batch  *cells.Batch
	failed func(error) error
}

// Next reads a stretch of rows of all arrays.
func (r *Reader) Next(ctx context.Context) (*cells.Block, error) {
	if full := r.batch.Next(); full != nil {
		return full, nil
	}
	if r.done == r.rows {
		return nil, io.EOF
	}
	n := min(cells.PartBlocks*cells.BlockRows(r.schema.Kept), r.rows-r.done)
	r.batch = cells.NewBatch(n, r.schema.Kept)
	for _, a := range r.arrays {
		if err := r.read(ctx, a, n); err != nil {
			return nil, r.failed(err)
		}
	}
	r.done += n
	return r.batch.Next(), nil
}

// read reads the next n rows of an array.
func (r *Reader) read(ctx context.Context, a *array, n int) error {
	if a.open != nil && r.done == 0 {
		if err := a.open(); err != nil {
			return err
		}
	}
	err := a.read(ctx, r.batch, r.done+1, n)
	if err == nil && a.packed != nil && r.done+n == r.rows {
		err = end(a.packed)
	}
	return err
}

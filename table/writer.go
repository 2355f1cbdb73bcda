package table

import (
	"context"
	"fmt"
	"io"
)

// Writer writes a table whose rows come a few at a time, in constant memory. Its bytes
// are those of [Write].
type Writer struct {
	rows   rowWriter
	packed io.WriteCloser // nil where it is not packed
	width  int
}

// sheet is what a writer knows before the first row.
type sheet struct {
	names []string
	texts [][]string // of the columns; nil for numbers
	rows  int        // below 0 where it is not known
}

func (s sheet) hasTexts() bool {
	for _, texts := range s.texts {
		if texts != nil {
			return true
		}
	}
	return false
}

// rowWriter writes rows in one format.
type rowWriter interface {
	append(block []float64) error // which stays the caller's
	close() error                 // writes what is left
	stop()                        // ends all work
}

// NewWriter begins a table of numbers with columns of those names. Rows of text formats
// that are not packed are written as soon as they come. NPY needs the number of rows
// before them: that is filled in at the end where w is an [io.WriteSeeker], and otherwise
// the rows wait in a temporary file.
func NewWriter(ctx context.Context, w io.Writer, names []string, format WriteFormat) (*Writer, error) {
	return newWriter(ctx, w, sheet{names: names, texts: make([][]string, len(names)), rows: -1}, format)
}

func newWriter(ctx context.Context, w io.Writer, s sheet, format WriteFormat) (*Writer, error) {
	if err := format.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", format, err)
	}
	plain, packing := format.split()
	out := &Writer{width: len(s.names)}
	if packing != "" {
		var err error
		if out.packed, err = packer(w, packing); err != nil {
			return nil, err
		}
		w = out.packed
	}
	var err error
	switch plain {
	case "tsv":
		out.rows = newSeparatedWriter(ctx, w, s, '\t')
	case "jsonl":
		out.rows, err = newJSONWriter(ctx, w, s)
	case "parquet":
		out.rows, err = newParquetWriter(ctx, w, s)
	case "npy":
		out.rows, err = newNPYWriter(w, s)
	default:
		out.rows = newSeparatedWriter(ctx, w, s, ',')
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Append writes rows, stored one after the other. An error may be that of earlier rows.
func (w *Writer) Append(block []float64) error {
	if w.width == 0 || len(block)%w.width != 0 {
		return fmt.Errorf("%d values do not make rows of %d columns", len(block), w.width)
	}
	return w.rows.append(block)
}

// Close writes what is left.
func (w *Writer) Close() error {
	if err := w.rows.close(); err != nil {
		w.Stop()
		return err
	}
	if w.packed == nil {
		return nil
	}
	return w.packed.Close()
}

// Stop ends it after an error, so that the file is not complete. Of text formats, the rows
// that came are written, unless it was writing that failed.
func (w *Writer) Stop() {
	w.rows.stop()
	if w.packed != nil {
		_ = w.packed.Close()
	}
}

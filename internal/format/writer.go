package format

import (
	"fmt"
	"io"

	"suffice/internal/cells"
)

// Writer writes a table whose rows come a few at a time, in constant memory. Its bytes
// are those of [Write].
type Writer struct {
	out    cells.RowWriter
	packed io.WriteCloser // nil where it is not packed
	width  int
}

// Append writes rows, stored one after the other. An error may be that of earlier rows.
func (w *Writer) Append(block []float64) error { return w.AppendTexts(block, nil) }

// AppendTexts is Append with the texts that columns have in these rows alone; nil for those
// of all rows.
func (w *Writer) AppendTexts(block []float64, texts [][]string) error {
	if w.width == 0 || len(block)%w.width != 0 {
		return fmt.Errorf("%d values do not make rows of %d columns", len(block), w.width)
	}
	return w.out.Write(block, texts)
}

// Close writes what is left.
func (w *Writer) Close() error {
	if err := w.out.Close(); err != nil {
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
	w.out.Stop()
	if w.packed != nil {
		_ = w.packed.Close()
	}
}

package table

import (
	"context"
	"io"

	"suffice/internal/atomicfile"
	"suffice/internal/cells"
	"suffice/internal/format"
	"suffice/rows"
)

// WriteFormat is how a table is written: csv, tsv, jsonl, parquet or npy; the first three
// also packed, as csv.gz or csv.zst. "" is csv.
type WriteFormat = format.WriteFormat

// Writer writes a table whose rows come a few at a time, in constant memory. Its bytes
// are those of [Write].
type Writer = format.Writer

// FormatOf tells by the ending of a path in which format to write. A path without an
// ending, such as that of a pipe, is for CSV.
func FormatOf(path string) (WriteFormat, error) { return format.OfPath(path) }

// Texted is a [rows.Source] in which some columns are texts. It is for writing: a number
// k in such a column stands for text k, and NaN for none.
type Texted interface {
	rows.Source
	// Texts are those of a column, or nil where it holds numbers.
	Texts(column int) []string
}

// WriteFile writes x to the file at path, in the format that its ending says. The file
// appears whole or, after an error or when ctx is cancelled, not at all.
func WriteFile(ctx context.Context, path string, x rows.Source) error {
	layout, err := FormatOf(path)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error { return Write(ctx, w, x, layout) })
}

// Write writes x with the names of its columns. Reading the numbers gives the same bits.
// The bytes depend on nothing but x and the format.
func Write(ctx context.Context, w io.Writer, x rows.Source, layout WriteFormat) error {
	sheet := cells.Sheet{Names: rows.Names(x), Rows: x.Len()}
	if texted, ok := x.(Texted); ok {
		for j := range x.Width() {
			sheet.Texts = append(sheet.Texts, texted.Texts(j))
		}
	}
	out, err := format.NewWriter(ctx, w, sheet, layout)
	if err != nil {
		return err
	}
	err = rows.Each(ctx, x, rows.BlockLen(x.Width()), func(_, _ int, block []float64) error { return out.Append(block) })
	if err != nil {
		out.Stop()
		return err
	}
	return out.Close()
}

// NewWriter begins a table of numbers with columns of those names. Rows of text formats
// that are not packed are written as soon as they come. NPY needs the number of rows
// before them: that is filled in at the end where w is an [io.WriteSeeker], and otherwise
// the rows wait in a temporary file.
func NewWriter(ctx context.Context, w io.Writer, names []string, layout WriteFormat) (*Writer, error) {
	return NewTextWriter(ctx, w, names, nil, layout)
}

// NewTextWriter is NewWriter for a table in which some columns are texts: a number k in such
// a column stands for text k of it. Columns of numbers have nil for their texts.
func NewTextWriter(ctx context.Context, w io.Writer, names []string, texts [][]string, layout WriteFormat) (*Writer, error) {
	return format.NewWriter(ctx, w, cells.Sheet{Names: names, Texts: texts, Rows: -1}, layout)
}

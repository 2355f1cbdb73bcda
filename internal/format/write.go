package format

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"suffice/internal/cells"
	"suffice/internal/format/delimited"
	"suffice/internal/format/jsonlines"
	"suffice/internal/format/numpy"
	"suffice/internal/format/parquet"
)

// WriteFormat is how a table is written: csv, tsv, jsonl, parquet or npy; the first three
// also packed, as csv.gz or csv.zst. "" is csv.
type WriteFormat string

// writable are the formats there are, before they are packed.
var writable = []WriteFormat{"csv", "tsv", "jsonl", "parquet", "npy"}

// OfPath tells by the ending of a path in which format to write. A path without an
// ending, such as that of a pipe, is for CSV.
func OfPath(path string) (WriteFormat, error) {
	name := strings.ToLower(filepath.Base(path))
	bare := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	ending := strings.TrimPrefix(filepath.Ext(bare), ".")
	if ending == "" && bare == name {
		return "csv", nil
	}
	if ending == "ndjson" {
		ending = "jsonl"
	}
	format := WriteFormat(ending + name[len(bare):])
	if err := format.Check(); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return format, nil
}

// Check returns an error that names the formats there are where the format is none.
func (f WriteFormat) Check() error {
	plain, packing := f.split()
	if !slices.Contains(writable, plain) || packing != "" && (plain == "parquet" || plain == "npy") {
		return fmt.Errorf("write .csv, .tsv, .parquet, .npy or .jsonl; .csv, .tsv and .jsonl also with .gz or .zst")
	}
	return nil
}

// split separates the format from how it is packed.
func (f WriteFormat) split() (plain WriteFormat, packing string) {
	if f == "" {
		return "csv", ""
	}
	before, packing, _ := strings.Cut(string(f), ".")
	if packing != "" && packing != "gz" && packing != "zst" {
		return f, ""
	}
	return WriteFormat(before), packing
}

func packer(w io.Writer, packing string) (io.WriteCloser, error) {
	if packing == "gz" {
		return gzip.NewWriterLevel(w, gzip.BestSpeed)
	}
	return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
}

// NewWriter begins a table in a format.
func NewWriter(ctx context.Context, w io.Writer, s cells.Sheet, format WriteFormat) (*Writer, error) {
	if err := format.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", format, err)
	}
	if s.Texts == nil {
		s.Texts = make([][]string, len(s.Names))
	}
	plain, packing := format.split()
	out := &Writer{width: len(s.Names)}
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
		out.out = delimited.NewWriter(ctx, w, s, '\t')
	case "jsonl":
		out.out, err = jsonlines.NewWriter(ctx, w, s)
	case "parquet":
		out.out, err = parquet.NewWriter(ctx, w, s)
	case "npy":
		out.out, err = numpy.NewWriter(w, s)
	default:
		out.out = delimited.NewWriter(ctx, w, s, ',')
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

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

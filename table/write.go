package table

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"suffice/internal/wholefile"
	"suffice/rows"
)

// WriteFormat is how a table is written: csv, tsv, jsonl, parquet or npy; the first three
// also packed, as csv.gz or csv.zst. "" is csv.
type WriteFormat string

// writeFormats are the formats there are, before they are packed.
var writeFormats = []WriteFormat{"csv", "tsv", "jsonl", "parquet", "npy"}

// FormatOf tells by the ending of a path in which format to write. A path without an
// ending, such as that of a pipe, is for CSV.
func FormatOf(path string) (WriteFormat, error) {
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
	if !slices.Contains(writeFormats, plain) || packing != "" && (plain == "parquet" || plain == "npy") {
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

// WriteFile writes x to the file at path, in the format that its ending says. The file
// appears whole or, after an error or when ctx is cancelled, not at all.
func WriteFile(ctx context.Context, path string, x rows.Source) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	return wholefile.Write(path, func(w io.Writer) error { return Write(ctx, w, x, format) })
}

// Write writes x with the names of its columns. Reading the numbers gives the same bits.
// The bytes depend on nothing but x and the format.
func Write(ctx context.Context, w io.Writer, x rows.Source, format WriteFormat) error {
	texts, _ := textsOf(x)
	out, err := newWriter(ctx, w, sheet{names: rows.Names(x), texts: texts, rows: x.Len()}, format)
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

func packer(w io.Writer, packing string) (io.WriteCloser, error) {
	if packing == "gz" {
		return gzip.NewWriterLevel(w, gzip.BestSpeed)
	}
	return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
}

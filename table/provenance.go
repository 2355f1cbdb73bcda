package table

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"suffice"
	"suffice/internal/release"
)

// origin is what models remember of the file of a table.
type origin struct {
	file    string // its name, or "" where it had none
	dated   bool   // it is known when the file was written
	options Options
}

// originOf is the origin of a file of that name.
func originOf(path string, options Options) origin {
	o := origin{options: options}
	if path != "" {
		o.file = filepath.Base(path)
	}
	return o
}

// readingFor is how the table was read, and chosen from, where its content did not tell; nil
// where it did.
func (t *Table) readingFor(r Roles) *suffice.Reading {
	o := t.origin.options
	reading := suffice.Reading{
		Format: o.Format, Header: map[Header]string{WithHeader: "yes", NoHeader: "no"}[o.Header],
		DecimalComma: t.DecimalComma(), SkipLines: o.SkipLines, Sheet: o.Sheet, Query: o.Query,
		NA: o.NA, Dates: o.Dates, Missing: string(r.Missing), Nominal: r.Nominal,
	}
	if r.Missing == MissingIsError {
		reading.Missing = ""
	}
	if reading.IsEmpty() {
		return nil
	}
	return &reading
}

// ReadingOf are the options with which a model reads the file at a path, and what it does about
// missing values: as its own file was read. What is about the format holds for files of the same
// ending.
func ReadingOf(m *suffice.Projection, path string) (Options, Missing) {
	r := m.Reading
	if r == nil {
		return Options{}, ""
	}
	o := Options{NA: r.NA, Dates: r.Dates}
	if m.Source != nil && filepath.Ext(m.Source.File) == filepath.Ext(path) {
		o.Format, o.DecimalComma, o.SkipLines = r.Format, r.DecimalComma, r.SkipLines
		o.Header = map[string]Header{"yes": WithHeader, "no": NoHeader}[r.Header]
		if !isOneTable(path) {
			o.Sheet, o.Query = r.Sheet, r.Query
		}
	}
	return o, Missing(r.Missing)
}

// isOneTable tells by the ending that a file, packed or not, has no sheets and answers no query.
func isOneTable(path string) bool {
	ending := filepath.Ext(path)
	if slices.Contains([]string{".gz", ".zst", ".xz", ".bz2"}, ending) {
		ending = filepath.Ext(strings.TrimSuffix(path, ending))
	}
	return slices.Contains([]string{".csv", ".tsv", ".txt", ".arff", ".svm", ".libsvm", ".json", ".jsonl", ".ndjson", ".parquet", ".arrow", ".feather", ".npy", ".npz"}, strings.ToLower(ending))
}

// provenance is what the table was, with the digest of some columns, and what has read it.
func (t *Table) provenance(columns []string) *suffice.Source {
	build := release.This()
	return &suffice.Source{
		File: t.origin.file, Rows: t.Len(), Columns: t.Width(), Date: t.date(), Digest: t.Digest(columns),
		Version: build.Version, Commit: build.Commit, Go: build.Go,
	}
}

// date is when the file was written, so that the same file gives the same model whenever it is
// fitted; or what SOURCE_DATE_EPOCH says, for builds that must not depend on dates of files.
func (t *Table) date() string {
	const layout = "2006-01-02T15:04:05Z"
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC().Format(layout)
	}
	if written, known := t.Written(); known && t.origin.dated {
		return written.UTC().Format(layout)
	}
	return ""
}

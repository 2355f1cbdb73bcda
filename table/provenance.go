package table

import (
	"os"
	"path/filepath"
	"strconv"
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

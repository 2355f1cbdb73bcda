package table

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"suffice"
	"suffice/internal/release"
)

// Record notes in a model that was fitted on the table how the table was read, with which
// options and for which roles, and what it was: the name of its file, "" where it had none, and
// the version of the program that read it.
func (t *Table) Record(m *suffice.Projection, options Options, roles Roles, file, version string) {
	reading := suffice.Reading{
		Format: options.Format, Header: map[Header]string{WithHeader: "yes", NoHeader: "no"}[options.Header],
		DecimalComma: t.DecimalComma(), SkipLines: options.SkipLines, Sheet: options.Sheet, Query: options.Query,
		NA: options.NA, Dates: options.Dates, Missing: string(roles.Missing), Nominal: roles.Nominal,
	}
	if roles.Missing == MissingIsError {
		reading.Missing = ""
	}
	if !reading.IsEmpty() {
		m.Reading = &reading
	}
	build := release.This()
	m.Source = &suffice.Source{
		Rows: t.Len(), Columns: t.Width(), Digest: t.DigestFor(m),
		Version: version, Commit: build.Commit, Go: build.Go,
	}
	if file != "" {
		m.Source.File, m.Source.Date = filepath.Base(file), t.date()
	} else if date, set := sourceDate(); set {
		m.Source.Date = date
	}
}

// DigestFor is [Table.Digest] of the columns that a model is made of.
func (t *Table) DigestFor(m *suffice.Projection) string {
	columns := slices.Clone(m.Output.Names)
	for _, name := range m.Inputs {
		if level, ok := m.Levels[name]; ok {
			name = level.Column
		}
		if made, ok := m.Made[name]; ok {
			name = made.Column
		}
		if !slices.Contains(columns, name) {
			columns = append(columns, name)
		}
	}
	return t.Digest(columns)
}

const dateLayout = "2006-01-02T15:04:05Z"

// date is when the file was written, so that the same file gives the same model whenever it is
// fitted.
func (t *Table) date() string {
	if date, set := sourceDate(); set {
		return date
	}
	if written, known := t.Written(); known {
		return written.UTC().Format(dateLayout)
	}
	return ""
}

// sourceDate is what SOURCE_DATE_EPOCH says, for builds that must not depend on dates of files.
func sourceDate() (string, bool) {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return "", false
	}
	return time.Unix(seconds, 0).UTC().Format(dateLayout), true
}

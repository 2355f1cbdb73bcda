package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"suffice"
	"suffice/internal/page"
	htmlreport "suffice/report"
	"suffice/table"
)

// remembered takes the options of reading from a model, as far as they were not given. Those
// that are about the format hold for files of the same ending.
func (o *dataOptions) remembered(model *suffice.Projection, path string) {
	r := model.Reading
	if r == nil || o.given == nil {
		return
	}
	if !o.given("missing") && r.Missing != "" {
		o.missing = r.Missing
	}
	if !o.given("na") {
		o.na = slices.Concat(o.na, r.NA)
	}
	if !o.given("dates") && r.Dates != "" {
		o.dates = r.Dates
	}
	if model.Source == nil || filepath.Ext(model.Source.File) != filepath.Ext(path) {
		return
	}
	if !o.given("decimal-comma") {
		o.decimalComma = r.DecimalComma
	}
	if !o.given("header") && r.Header != "" {
		o.header = r.Header
	}
	if !o.given("format") && r.Format != "" {
		o.format = r.Format
	}
	if !o.given("skip-lines") && !o.given("sheet") && !o.given("query") {
		o.skipLines = r.SkipLines
		if !isOneTable(path) {
			o.sheet, o.query = r.Sheet, r.Query
		}
	}
}

// isOneTable tells by the ending that a file, packed or not, has no sheets and answers no query.
func isOneTable(path string) bool {
	ending := filepath.Ext(path)
	if slices.Contains([]string{".gz", ".zst", ".xz", ".bz2"}, ending) {
		ending = filepath.Ext(strings.TrimSuffix(path, ending))
	}
	return slices.Contains([]string{".csv", ".tsv", ".txt", ".arff", ".svm", ".libsvm", ".json", ".jsonl", ".ndjson", ".parquet", ".arrow", ".feather", ".npy", ".npz"}, strings.ToLower(ending))
}

// record notes in a model how its file was read, and what it was.
func (o *dataOptions) record(model *suffice.Projection, data *table.Table, path string) {
	reading := suffice.Reading{
		Format: o.format, Header: o.header, DecimalComma: data.DecimalComma(), SkipLines: o.skipLines, Sheet: o.sheet, Query: o.query,
		NA: byCommas(o.na), Dates: o.dates, Missing: o.missing, Nominal: o.nominal,
	}
	if reading.Header == "auto" {
		reading.Header = ""
	}
	if reading.Missing == string(table.MissingIsError) {
		reading.Missing = ""
	}
	if !reading.IsEmpty() {
		model.Reading = &reading
	}
	model.Source = &suffice.Source{Rows: data.Len(), Columns: data.Width(), Digest: data.Digest(sourceColumns(model)), Version: version(), Date: dateOf(data, path)}
	if path != "-" {
		model.Source.File = filepath.Base(path)
	}
}

// sourceColumns are the columns of a file that a model is made of.
func sourceColumns(model *suffice.Projection) []string {
	columns := append([]string{}, model.Output.Names...)
	for _, name := range model.Inputs {
		if level, ok := model.Levels[name]; ok {
			name = level.Column
		}
		if made, ok := model.Made[name]; ok {
			name = made.Column
		}
		if !slices.Contains(columns, name) {
			columns = append(columns, name)
		}
	}
	return columns
}

// dateOf is when a file was written, so that the same file gives the same model whenever it is
// fitted; or what SOURCE_DATE_EPOCH says, for builds that must not depend on dates of files.
func dateOf(data *table.Table, path string) string {
	const layout = "2006-01-02T15:04:05Z"
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC().Format(layout)
	}
	written, known := data.Written()
	if path == "-" || !known {
		return ""
	}
	return written.UTC().Format(layout)
}

// sourceText and readingText are lines about a model, or "" where it does not know.
func sourceText(s *suffice.Source) string {
	if s == nil {
		return ""
	}
	return page.Printable(s.InWords())
}

func readingText(r *suffice.Reading) string {
	if r == nil {
		return ""
	}
	return page.Printable(r.InWords())
}

// seenBy tells whether a table has the rows that a model was fitted on, as far as the model
// knows.
func seenBy(model *suffice.Projection, data *table.Table) htmlreport.Seen {
	digest := data.Digest(sourceColumns(model))
	switch {
	case model.Source == nil || model.Source.Digest == "" || digest == "":
		return htmlreport.MaybeSeen
	case digest == model.Source.Digest:
		return htmlreport.SeenRows
	}
	return htmlreport.NewRows
}

package main

import (
	"path/filepath"
	"slices"
	"strings"

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
	digest := data.Digest(model.Columns())
	switch {
	case model.Source == nil || model.Source.Digest == "" || digest == "":
		return htmlreport.MaybeSeen
	case digest == model.Source.Digest:
		return htmlreport.SeenRows
	}
	return htmlreport.NewRows
}

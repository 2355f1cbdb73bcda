package main

import (
	"cmp"
	"slices"

	"suffice"
	"suffice/internal/explore"
	"suffice/internal/termtext"
	htmlreport "suffice/report"
	"suffice/table"
)

// remembered takes the options of reading from a model, as far as they were not given.
func (o *dataOptions) remembered(model *suffice.Projection, path string) error {
	if o.given == nil {
		return nil
	}
	options, missing := table.ReadingOf(model, path)
	if o.given("skip-lines") || o.given("sheet") || o.given("query") { // where the table is in its file
		options.SkipLines, options.Sheet, options.Query = 0, "", ""
	}
	var all explore.Settings
	all.Option("missing", string(missing))
	all.Reading(options)
	all = slices.DeleteFunc(all, func(s explore.Setting) bool { return o.given(s.Name) })
	for _, s := range all {
		if err := o.set(s.Name, cmp.Or(s.Value, "true")); err != nil {
			return err
		}
	}
	return nil
}

// sourceText and readingText are lines about a model, or "" where it does not know.
func sourceText(s *suffice.Source) string {
	if s == nil {
		return ""
	}
	return termtext.Printable(s.InWords())
}

func readingText(r *suffice.Reading) string {
	if r == nil {
		return ""
	}
	return termtext.Printable(r.InWords())
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

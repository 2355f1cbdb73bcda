package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/table"
)

// remarks tell what to look out for, and what to try next.
func (d description) remarks() string {
	var out termtext.Text
	folded := func(text string) { out.Paragraph("Look at", text) }
	remark := func(format string, which func(table.Summary) bool) {
		if names := d.namesOf(which); len(names) > 0 {
			folded(fmt.Sprintf(format, humanize.Quoted(names)))
		}
	}
	for _, said := range (cli.FlagNames{}).Texts(d.table.Remarks()) {
		folded(said)
	}
	remark("names or numbers of rows, no input: %s", func(c table.Summary) bool { return c.RowNames && c.Name != "" })
	if names := d.namesOf(func(c table.Summary) bool { return c.Name == "" }); len(names) > 0 {
		folded(humanize.Count(len(names), "column") + " without a name: not read")
	}
	remark("many rows at the maximum, as if cut off there: %s", func(c table.Summary) bool { return c.Capped })
	remark("constant: %s", func(c table.Summary) bool { return c.Constant })
	missing := 0
	for _, c := range d.Columns {
		missing += c.Missing
	}
	remark("missing: "+humanize.Count(missing, "value")+" in %s", func(c table.Summary) bool { return c.Missing > 0 })
	remark("numbers and a few words: %s; mend or exclude, or say --na or --nominal", func(c table.Summary) bool { return c.IsMixed() })
	remark("each number comes once: %s; exclude if it is an identifier", func(c table.Summary) bool { return c.Identifier })
	for _, c := range d.Columns {
		if c.Sentinel != nil {
			folded(fmt.Sprintf("far from all other values: %g in %q; if that means missing, say --na %g", *c.Sentinel, termtext.Printable(c.Name), *c.Sentinel))
		}
	}
	remark("whole numbers beyond 2^53: %s; their last digits are lost", func(c table.Summary) bool { return c.Huge })
	remark("commas taken as marks of thousands: %s; if decimal signs, say --decimal-comma", func(c table.Summary) bool { return c.Thousands })
	remark("commas taken as decimal signs: %s; if marks of thousands, remove them", func(c table.Summary) bool { return c.Commas })
	remark("points taken as decimal signs: %s; if marks of thousands, say --decimal-comma", func(c table.Summary) bool { return c.Points })
	remark("dates may be day/month or month/day: %s; say --dates dmy or --dates mdy", func(c table.Summary) bool { return c.DayOrMonth })
	labels := d.table.DeclaredLabels()
	if n := d.Binary; n >= 3 && len(labels) == 0 && d.labelFile == "" && n == len(d.Columns) {
		folded("all columns are 0 or 1: if some are labels, name all with --target, or a pattern such as --target 'label_*', or --labels FILE.xml")
	} else if n >= 3 && len(labels) == 0 && d.labelFile == "" {
		folded(fmt.Sprintf("the last %d columns are 0 or 1: if they are labels, name all with --target, or a pattern such as --target 'label_*', or --labels FILE.xml", n))
	}
	if d.labelFile != "" {
		out.Entry("Labels", "%s beside it names %s: %s", filepath.Base(d.labelFile), humanize.Count(len(d.labels), "label"), humanize.Quoted(d.labels))
	}
	if len(labels) > 0 {
		out.Entry("Labels", "the file declares %s: %s", humanize.Count(len(labels), "label"), humanize.Quoted(labels))
	}
	for _, check := range d.checks {
		out.Paragraph("Check", strings.TrimPrefix(check, "Check: "))
	}
	if try := d.try(); try != "" {
		out.Entry("Next", "%s", try)
	}
	return out.String()
}

func (d description) namesOf(which func(table.Summary) bool) []string {
	var names []string
	for _, c := range d.Columns {
		if which(c) {
			names = append(names, c.Name)
		}
	}
	return names
}

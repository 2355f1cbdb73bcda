package suffice

import (
	"fmt"
	"strings"

	"suffice/internal/humanize"
)

// Reading tells how the file of the fit was read where its content did not tell, so that
// whoever applies the model need not say it again. What is empty was left to the content.
type Reading struct {
	Format       string   `json:"format,omitempty"`
	Header       string   `json:"header,omitempty"`        // of CSV: "yes" or "no"
	DecimalComma bool     `json:"decimal_comma,omitempty"` // numbers in CSV are written 3,14
	SkipLines    int      `json:"skip_lines,omitempty"`    // of CSV, above its header
	Sheet        string   `json:"sheet,omitempty"`         // of a workbook, or table of a database
	Query        string   `json:"query,omitempty"`         // of a database
	NA           []string `json:"na,omitempty"`            // marks of missing values, beside the usual ones
	Dates        string   `json:"dates,omitempty"`         // what 3/4/2024 is: "dmy" or "mdy"
	Missing      string   `json:"missing,omitempty"`       // "drop", "mean" or "median"
	Nominal      []string `json:"nominal,omitempty"`       // columns whose numbers are names
}

// IsEmpty reports whether there is nothing to remember.
func (r Reading) IsEmpty() bool {
	return r.InWords() == ""
}

// Source tells where the rows of a fit came from.
type Source struct {
	File    string `json:"file,omitempty"` // its name without folders; "" for standard input
	Rows    int    `json:"rows"`           // of the file, before some were dropped
	Columns int    `json:"columns"`        // of the file, whether they are inputs or not
	Date    string `json:"date,omitempty"` // when the file was written, as 2006-01-02T15:04:05Z
	Digest  string `json:"digest,omitempty"`
	Version string `json:"version,omitempty"` // of the program
	Commit  string `json:"commit,omitempty"`  // that the program was built from
	Go      string `json:"go,omitempty"`      // that compiled it
}

// InWords is what is known of it, in a line.
func (s Source) InWords() string {
	var parts []string
	add := func(text string, known bool) {
		if known {
			parts = append(parts, text)
		}
	}
	add(s.File, s.File != "")
	add(fmt.Sprintf("%s of %s", humanize.Count(s.Rows, "row"), humanize.Count(s.Columns, "column")), true)
	add("of "+s.Date, s.Date != "")
	add(s.Digest, s.Digest != "")
	add("suffice "+s.Version, s.Version != "")
	add("commit "+s.Commit, s.Commit != "" && !strings.Contains(s.Version, s.Commit[:min(12, len(s.Commit))]))
	add(s.Go, s.Go != "")
	return strings.Join(parts, ", ")
}

// InWords is what is to be remembered, in a line.
func (r Reading) InWords() string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+" "+value)
		}
	}
	add("format", r.Format)
	add("header", r.Header)
	if r.DecimalComma {
		parts = append(parts, "decimal comma")
	}
	if r.SkipLines > 0 {
		parts = append(parts, humanize.Count(r.SkipLines, "line")+" skipped")
	}
	add("sheet", r.Sheet)
	add("query", r.Query)
	add("missing marked", strings.Join(r.NA, ", "))
	add("dates", r.Dates)
	add("missing", r.Missing)
	add("nominal", strings.Join(r.Nominal, ", "))
	return strings.Join(parts, "; ")
}

package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"suffice/internal/page"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/table"
)

// describe is the command that tells what a file holds.
type describe struct {
	streams
	dataOptions
	all bool
}

func newDescribe(s streams) *cobra.Command {
	d := &describe{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "describe FILE [flags]",
		Short: "Tell what a table holds: columns, types, ranges, what is missing",
		Long: `Describe reads a table and tells what suffice makes of it: the type of each
column, its range or its most frequent values, how many are missing, which
columns are constant, and what kind of target each would be. Begin here with a
file you do not know. FILE may be - for standard input.`,
		Example: `  suffice describe examples/data3.csv
  suffice describe houses.parquet --all
  zcat flags.arff.gz | suffice describe - --json`,
		Args: takes("one file"),
		RunE: checked(d.checkReading, d.run),
	})
	flags.BoolVarP(&d.all, "all", "a", false, "list all columns, however many there are")
	d.addFormat(flags)
	d.addJSON(flags, "print one JSON object instead of the table")
	return cmd
}

func (d *describe) run(ctx context.Context, paths []string) error {
	data, err := d.read(ctx, d.streams, table.Roles{}, paths...)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	found, err := data.Describe()
	if err != nil {
		return err
	}
	described := description{path: paths[0], table: data, Description: found, all: d.all, reading: d.typed("format", "header")}
	return d.tell(described.report(), described.text)
}

// description is what there is to tell of a table.
type description struct {
	*table.Description
	path    string
	table   *table.Table
	all     bool
	reading string // the options that read the table, as they are typed
}

// columnReport is a column as --json prints it.
type columnReport struct {
	Name     string         `json:"name"`
	Type     string         `json:"type"`
	Missing  int            `json:"missing"`
	Constant bool           `json:"constant"`
	Target   output.Kind    `json:"target,omitempty"` // the kind that it would be
	Min      *float64       `json:"min,omitempty"`
	Max      *float64       `json:"max,omitempty"`
	Mean     *float64       `json:"mean,omitempty"`
	SD       *float64       `json:"sd,omitempty"`
	Distinct int            `json:"distinct,omitempty"`
	Levels   map[string]int `json:"levels,omitempty"`

	Identifier bool     `json:"identifier,omitempty"`   // its numbers seem to count or name the rows
	Form       string   `json:"form,omitempty"`         // how its numbers are written, where they are not plain
	First      string   `json:"first,omitempty"`        // the earliest date or time
	Last       string   `json:"last,omitempty"`         // the latest
	Sentinel   *float64 `json:"sentinel,omitempty"`     // a number that seems to mark missing values
	DayOrMonth bool     `json:"day_or_month,omitempty"` // its dates may be day/month or month/day
}

func (d description) report() any {
	report := struct {
		File    string         `json:"file"`
		Format  string         `json:"format"`
		Rows    int            `json:"rows"`
		Columns []columnReport `json:"columns"`
		Labels  []string       `json:"labels,omitempty"` // that the file declares
		Suggest string         `json:"suggested_target,omitempty"`
	}{File: d.table.Source(), Format: d.table.Format(), Rows: d.table.Len(), Columns: []columnReport{}, Labels: d.table.DeclaredLabels(), Suggest: d.Target}
	for _, c := range d.Columns {
		entry := columnReport{Name: c.Name, Type: typeOf(c), Missing: c.Missing, Constant: c.Constant, Target: c.Target, Distinct: c.Distinct, Identifier: c.Identifier, Form: c.Form, Sentinel: c.Sentinel, DayOrMonth: c.DayOrMonth}
		if c.IsNumeric() {
			entry.First, _ = c.Show(c.Min)
			entry.Last, _ = c.Show(c.Max)
			entry.Min, entry.Max, entry.Mean, entry.SD = &c.Min, &c.Max, &c.Mean, &c.SD
		}
		if c.Type == table.Nominal || c.Type == table.Boolean && c.Distinct > 0 {
			entry.Levels = map[string]int{}
			for _, level := range c.Levels {
				entry.Levels[level.Value] = level.Rows
			}
		}
		report.Columns = append(report.Columns, entry)
	}
	return report
}

const (
	mostColumns = 40 // listed without --all
	endColumns  = 10 // of these at the end of the file, where targets often are
)

func (d description) text() string {
	var out page.Text
	rest := fmt.Sprintf("%s, %s, %s", d.table.Format(), wording.Count(d.table.Len(), "row"), wording.Count(len(d.Columns), "column"))
	out.Line("%s\n", page.Heading(d.table.Source(), rest))
	shown := make([]int, len(d.Columns))
	width := len("column")
	for j, c := range d.Columns {
		shown[j] = j
		width = max(width, min(26, len([]rune(page.Printable(c.Name)))))
	}
	if !d.all && len(shown) > mostColumns {
		shown = slices.Delete(shown, mostColumns-endColumns, len(shown)-endColumns)
	}
	out.Line("%-*s  %-7s %8s  %-8s  values", width, "column", "type", "missing", "target")
	for k, j := range shown {
		if k > 0 && j != shown[k-1]+1 {
			out.Line("… and %d more (--all lists them) …", j-shown[k-1]-1)
		}
		out.Line("%s", columnLine(d.Columns[j], width))
	}
	out.WriteString("\n" + d.remarks())
	return out.String()
}

// columnLine is a column on a line of the page.
func columnLine(c table.Summary, width int) string {
	name := page.Printable(c.Name)
	if name == "" {
		name = "(no name)"
	}
	kind := c.Target
	if kind == "" {
		kind = "-"
	}
	line := fmt.Sprintf("%-*s  %-7s %8d  %-8s  ", width, page.CutMiddle(name, width), typeOf(c), c.Missing, kind)
	return line + page.Cut(valuesOf(c), page.Width-len([]rune(line)))
}

// typeOf is what the cells of a column hold, in a word.
func typeOf(c table.Summary) string {
	if form, _, _ := strings.Cut(c.Form, ","); (form == "date" || form == "time") && c.IsNumeric() {
		return form
	}
	return c.Type.String()
}

// valuesOf is the range of numbers, or the most frequent words.
func valuesOf(c table.Summary) string {
	switch {
	case c.Values == 0:
		return ""
	case typeOf(c) == "date" || typeOf(c) == "time":
		first, _ := c.Show(c.Min)
		last, _ := c.Show(c.Max)
		if c.Constant {
			return "always " + first
		}
		return first + " to " + last
	case c.IsNumeric() && c.Constant:
		return "always " + short(c.Min)
	case c.IsNumeric():
		return fmt.Sprintf("%s to %s, mean %s", short(c.Min), short(c.Max), short(c.Mean))
	case c.Distinct == 0:
		return "too many to count"
	case c.Constant:
		return "always " + page.Printable(c.Levels[0].Value)
	case c.Type == table.Text:
		return fmt.Sprintf("%d different, %s", c.Distinct, page.Printable(c.Levels[0].Value))
	}
	parts := make([]string, len(c.Levels))
	for k, level := range c.Levels {
		parts[k] = fmt.Sprintf("%s %d", page.Printable(level.Value), level.Rows)
	}
	return strings.Join(parts, ", ")
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

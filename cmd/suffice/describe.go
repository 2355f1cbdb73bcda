package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/render"
	"suffice/internal/sampling"
	"suffice/internal/termtext"
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
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "describe FILE... [flags]",
		Short: "Tell what a table holds: columns, types, ranges, what is missing",
		Long: `Describe reads a table and tells what suffice makes of it: the type of each
column, its range or its most frequent values, how many are missing, which
columns are constant, and what kind of target each would be. Begin here with a
file you do not know. FILE may be - for standard input; several files of the
same columns, a folder of them or a pattern are one table.`,
		Example: `  suffice describe examples/data3.csv
  suffice describe houses.parquet --target price
  zcat flags.arff.gz | suffice describe - --json`,
		Args: cli.TakesFiles,
		RunE: cli.Checked(d.checkReading, d.run),
	})
	flags.BoolVarP(&d.all, "all", "a", false, "list all columns, however many there are")
	flags.StringArrayVarP(&d.target, "target", "t", nil, "ask about inputs that give this `column` away, and look\nfor rows that belong together")
	d.addFormat(flags)
	d.AddJSON(flags, "print one JSON object instead of the table")
	return cmd
}

func (d *describe) run(ctx context.Context, paths []string) error {
	data, err := d.read(ctx, d.streams, table.Roles{}, paths...)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	found, err := d.describe(data)
	if err != nil {
		return d.flags.InFlags(err)
	}
	described := description{paths: paths, table: data, Description: found, all: d.all, reading: d.readAgain()}
	described.labelFile, described.labels = labelsBeside(paths, data)
	if described.checks, err = d.checks(ctx, data); err != nil {
		return err
	}
	if !d.AsJSON {
		return d.Write("-", cli.AsText(described.text))
	}
	return d.PrintJSON(described.report())
}

// checks are questions about a target: inputs that give it away, and rows that belong together.
func (d *describe) checks(ctx context.Context, data *table.Table) ([]string, error) {
	if len(d.target) == 0 || d.away != nil {
		return nil, nil
	}
	choice, err := data.Choose(table.Roles{Target: d.target, Missing: table.DropMissing})
	if err != nil {
		return nil, d.flags.InFlags(err)
	}
	rows, err := choice.Data()
	if err != nil {
		return nil, err
	}
	questions, err := rows.Leaks(ctx, 1)
	if err != nil {
		return nil, err
	}
	together, err := rows.Together(ctx, 1)
	if together != "" {
		questions = append(questions, "Check: "+together)
	}
	return questions, err
}

// describe describes a table, which takes a while where its parts have to be asked.
func (d *describe) describe(data *table.Table) (*table.Description, error) {
	if d.away != nil {
		defer cli.StartProgress(d.Err, "looking for medians").End()
	}
	return data.Describe()
}

// description is what there is to tell of a table.
type description struct {
	*table.Description
	paths   []string
	table   *table.Table
	all     bool
	reading string // the options that read the table, as they are typed

	checks    []string // questions about the target
	labelFile string   // that lies beside the table, or ""
	labels    []string
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
	Median   *float64       `json:"median,omitempty"`
	AtMax    int            `json:"at_max,omitempty"` // how many numbers are the largest
	Distinct int            `json:"distinct,omitempty"`
	Levels   map[string]int `json:"levels,omitempty"`

	Capped   bool `json:"capped,omitempty"`    // larger numbers seem to be cut off
	RowNames bool `json:"row_names,omitempty"` // it only names or counts the rows, and is no input

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
		Checks  []string       `json:"checks,omitempty"`  // questions about the target
		Remarks []string       `json:"remarks,omitempty"` // of how the file was understood
	}{Checks: d.checks, Remarks: cli.FlagNames{}.Texts(d.table.Remarks()), File: d.table.Source(), Format: d.table.Format(), Rows: d.table.Len(), Columns: make([]columnReport, 0, len(d.Columns)), Labels: d.table.DeclaredLabels(), Suggest: d.Target}
	for _, c := range d.Columns {
		entry := columnReport{Name: c.Name, Type: render.TypeOf(c), Missing: c.Missing, Constant: c.Constant, Target: c.Target, Distinct: cmp.Or(c.Distinct, c.Different), Capped: c.Capped, RowNames: c.RowNames, Identifier: c.Identifier, Form: c.Form, Sentinel: c.Sentinel, DayOrMonth: c.DayOrMonth}
		if c.IsNumeric() {
			entry.First, _ = c.Show(c.Min)
			entry.Last, _ = c.Show(c.Max)
			entry.Min, entry.Max, entry.Mean, entry.SD = finite(c.Min), finite(c.Max), finite(c.Mean), finite(c.SD)
			if c.AtMax > 0 { // else the median is not known
				entry.Median, entry.AtMax = &c.Median, c.AtMax
			}
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

// finite is a number, or nil where it is too large to be one.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

const (
	mostColumns = 40 // listed without --all
	endColumns  = 10 // of these at the end of the file, where targets often are
)

func (d description) text() string {
	var out termtext.Text
	rest := fmt.Sprintf("%s, %s, %s", d.table.Format(), humanize.Count(d.table.Len(), "row"), humanize.Count(len(d.Columns), "column"))
	out.Line("%s\n", termtext.Heading(d.table.Source(), rest))
	shown, width := sampling.All(len(d.Columns)), len("column")
	for _, c := range d.Columns {
		width = max(width, min(widestName, len([]rune(shownName(c)))))
	}
	if !d.all && len(shown) > mostColumns {
		shown = slices.Delete(shown, mostColumns-endColumns, len(shown)-endColumns)
	}
	out.Line("%-*s  %-7s %8s  %-8s %10s  values", width, "column", "type", "missing", "target", "median")
	for k, j := range shown {
		if k > 0 && j != shown[k-1]+1 {
			out.Line("… and %d more (--all lists them) …", j-shown[k-1]-1)
		}
		out.Line("%s", columnLine(d.Columns[j], width))
	}
	out.Line("")
	out.WriteString(d.remarks())
	return out.String()
}

// widestName is how many letters of a name there is room for.
const widestName = 22

// shownName is the name of a column as it is printed.
func shownName(c table.Summary) string {
	return cmp.Or(termtext.Printable(c.Name), "(no name)")
}

// columnLine is a column on a line of the page.
func columnLine(c table.Summary, width int) string {
	kind := cmp.Or(c.Target, "-")
	if c.Name == "" { // then it is not read
		return fmt.Sprintf("%-*s  %-7s %8s  %-8s %10s  not read", width, shownName(c), "-", "-", kind, "")
	}
	line := fmt.Sprintf("%-*s  %-7s %8d  %-8s %10s  ", width, termtext.CutMiddle(shownName(c), width), render.TypeOf(c), c.Missing, kind, medianOf(c))
	return line + termtext.Cut(valuesOf(c), termtext.Width-len([]rune(line)))
}

// medianOf is that of a column of numbers that vary, or "" where it is not known.
func medianOf(c table.Summary) string {
	if _, isTime := c.Show(0); isTime || !c.IsNumeric() || c.Constant || c.Binary || c.RowNames || c.AtMax == 0 {
		return ""
	}
	return short(c.Median)
}

// valuesOf is the range of numbers, or the most frequent words.
func valuesOf(c table.Summary) string {
	switch {
	case c.Values == 0:
		return ""
	case render.TypeOf(c) == "date" || render.TypeOf(c) == "time":
		first, _ := c.Show(c.Min)
		last, _ := c.Show(c.Max)
		if c.Constant {
			return "always " + first
		}
		return first + " to " + last
	case c.IsNumeric() && c.Constant:
		return "always " + short(c.Min)
	case c.IsNumeric():
		return fmt.Sprintf("%s to %s", short(c.Min), short(c.Max))
	case c.Distinct == 0:
		return "too many to count"
	case c.Constant:
		return "always " + termtext.Printable(c.Levels[0].Value)
	case c.Type == table.Text:
		return fmt.Sprintf("%d different, %s", c.Distinct, termtext.Printable(c.Levels[0].Value))
	}
	parts := make([]string, len(c.Levels))
	for k, level := range c.Levels {
		parts[k] = fmt.Sprintf("%s %d", termtext.Printable(level.Value), level.Rows)
	}
	return strings.Join(parts, ", ")
}

// short is a number with four digits, but those before its point all count: it may be a time, or
// an identifier.
func short(v float64) string {
	const few, many = 1e4, 1e12
	if size := math.Abs(v); size >= few && size < many {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

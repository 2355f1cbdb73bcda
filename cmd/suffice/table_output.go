package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/table"
)

// tableOutput is where and how a command writes a table.
type tableOutput struct {
	path string
	to   string // the format
}

func (o *tableOutput) add(flags *pflag.FlagSet) {
	flags.StringVarP(&o.path, "output", "o", "", "write to this `file` instead of standard output, in the\nformat that its ending says (.csv, .parquet, ...)")
	flags.StringVar(&o.to, "to", "", "write in this `format`, whatever the file is called")
}

// aboutTable is what --json is for commands that have no more to tell than the table.
const aboutTable = "print one JSON object: about the file, or with the\nrows themselves where there is no -o"

// writeFormats are what --to takes.
var writeFormats = []string{"csv", "tsv", "parquet", "npy", "jsonl", "csv.gz", "tsv.gz", "jsonl.gz", "csv.zst", "tsv.zst", "jsonl.zst"}

// check fails early, before any work, where the table cannot be written. With asJSON
// something about it is printed, too.
func (o *tableOutput) check(asJSON bool) (table.WriteFormat, error) {
	if asJSON && (o.path == "-" || o.path == "" && o.to != "") {
		return "", cli.Usagef("--json and the table both want standard output; name a file with -o")
	}
	format, err := o.format()
	if err != nil {
		return "", err
	}
	return format, cli.CheckWritable(o.path)
}

// format is what --to says, or the ending of the path; on standard output it is CSV.
func (o *tableOutput) format() (table.WriteFormat, error) {
	switch format := table.WriteFormat(strings.TrimPrefix(o.to, ".")); {
	case o.to != "":
		if err := format.Check(); err != nil {
			return "", cli.Usagef("--to %s: %v", o.to, err)
		}
		return format, nil
	case cli.ToStandardOutput(o.path):
		return "csv", nil
	}
	format, err := table.FormatOf(o.path)
	if err != nil {
		return "", cli.Usagef("%v", err)
	}
	return format, nil
}

// tableReport is what --json prints of a table.
type tableReport struct {
	File    string      `json:"file,omitempty"`
	Format  string      `json:"format,omitempty"`
	Rows    int         `json:"rows"`
	Columns []string    `json:"columns"`
	Values  [][]float64 `json:"values,omitempty"` // by rows, where they go to no file
}

// writeRows writes the rows that each visits, a few at a time, where o says.
func (s streams) writeRows(ctx context.Context, o tableOutput, format table.WriteFormat, columns []string, each func(visit func(block []float64) error) error) (tableReport, error) {
	return s.writeTexts(ctx, o, format, columns, make([][]string, len(columns)), func(visit visitTexts) error {
		return each(func(block []float64) error { return visit(block, nil) })
	})
}

// visitTexts takes rows, and the texts that columns have in these alone; nil for none.
type visitTexts func(block []float64, texts [][]string) error

// writeTexts is the same where some columns stand for texts.
func (s streams) writeTexts(ctx context.Context, o tableOutput, format table.WriteFormat, columns []string, texts [][]string, each func(visit visitTexts) error) (tableReport, error) {
	report := tableReport{Columns: columns}
	if s.AsJSON && o.path == "" { // one object is to have them all
		err := each(func(block []float64, _ [][]string) error {
			report.Values = slices.AppendSeq(report.Values, slices.Chunk(slices.Clone(block), len(columns)))
			return nil
		})
		report.Rows = len(report.Values)
		return report, err
	}
	report.File, report.Format = o.path, string(format)
	return report, s.Write(o.path, func(w io.Writer) error {
		if cli.ToStandardOutput(o.path) {
			w = struct{ io.Writer }{w} // even where it is a file, it may not begin at its start
		}
		out, err := table.NewTextWriter(ctx, w, columns, texts, format)
		if err != nil {
			return err
		}
		err = each(func(block []float64, texts [][]string) error {
			report.Rows += len(block) / len(columns)
			return out.AppendTexts(block, texts)
		})
		if err != nil {
			out.Stop()
			return err
		}
		return out.Close()
	})
}

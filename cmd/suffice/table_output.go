package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"suffice/rows"
	"suffice/table"
)

// tableOutput is where and how a command writes a table.
type tableOutput struct {
	path   string
	to     string // the format
	asJSON bool
}

func (o *tableOutput) add(flags *pflag.FlagSet) {
	flags.StringVarP(&o.path, "output", "o", "", "write to this `file` instead of standard output, in the\nformat that its ending says (.csv, .parquet, ...)")
	flags.StringVar(&o.to, "to", "", "write in this `format`, whatever the file is called")
}

// addJSON adds --json, for commands that have no more to tell than the table.
func (o *tableOutput) addJSON(flags *pflag.FlagSet) {
	flags.BoolVar(&o.asJSON, "json", false, "print one JSON object: about the file, or with the\nrows themselves where there is no -o")
}

// writeFormats are what --to takes.
var writeFormats = []string{"csv", "tsv", "parquet", "npy", "jsonl", "csv.gz", "tsv.gz", "jsonl.gz", "csv.zst", "tsv.zst", "jsonl.zst"}

// check fails early, before any work, where the table cannot be written.
func (o *tableOutput) check() (table.WriteFormat, error) {
	if o.asJSON && (o.path == "-" || o.path == "" && o.to != "") {
		return "", usagef("--json and the table both want standard output; name a file with -o")
	}
	format, err := o.format()
	if err != nil {
		return "", err
	}
	return format, checkWritable(o.path)
}

// format is what --to says, or the ending of the path; on standard output it is CSV.
func (o *tableOutput) format() (table.WriteFormat, error) {
	switch format := table.WriteFormat(strings.TrimPrefix(o.to, ".")); {
	case o.to != "":
		if err := format.Check(); err != nil {
			return "", usagef("--to %s: %v", o.to, err)
		}
		return format, nil
	case toStandardOutput(o.path):
		return "csv", nil
	}
	format, err := table.FormatOf(o.path)
	if err != nil {
		return "", usagef("%v", err)
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

// writeTable writes a table where o says.
func (s streams) writeTable(ctx context.Context, o tableOutput, format table.WriteFormat, x rows.Source) error {
	report := tableReport{Rows: x.Len(), Columns: rows.Names(x)}
	switch {
	case !o.asJSON || o.path != "":
		if err := s.write(o.path, func(w io.Writer) error { return table.Write(ctx, w, x, format) }); err != nil || !o.asJSON {
			return err
		}
		report.File, report.Format = o.path, string(format)
	default:
		err := rows.Each(ctx, x, rows.BlockLen(x.Width()), func(_, _ int, block []float64) error {
			for ; len(block) > 0; block = block[x.Width():] {
				report.Values = append(report.Values, slices.Clone(block[:x.Width()]))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return s.printJSON(report)
}

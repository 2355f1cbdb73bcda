package main

import (
	"context"
	"io"
	"slices"

	"suffice/internal/cli"
	"suffice/table"
)

// aboutTable is what --json is for commands that have no more to tell than the table.
const aboutTable = "print one JSON object: about the file, or with the\nrows themselves where there is no -o"

// tableReport is what --json prints of a table.
type tableReport struct {
	File    string      `json:"file,omitempty"`
	Format  string      `json:"format,omitempty"`
	Rows    int         `json:"rows"`
	Columns []string    `json:"columns"`
	Values  [][]float64 `json:"values,omitempty"` // by rows, where they go to no file
}

// visitTexts takes rows, and the texts that columns have in these alone; nil for none.
type visitTexts func(block []float64, texts [][]string) error

// writeTexts writes the rows that each visits, a few at a time, where o says; some columns stand for
// texts.
func (s streams) writeTexts(ctx context.Context, o cli.TableOutput, format table.WriteFormat, columns []string, texts [][]string, each func(visit visitTexts) error) (tableReport, error) {
	report := tableReport{Columns: columns}
	if s.AsJSON && o.Path == "" { // one object is to have them all
		err := each(func(block []float64, _ [][]string) error {
			report.Values = slices.AppendSeq(report.Values, slices.Chunk(slices.Clone(block), len(columns)))
			return nil
		})
		report.Rows = len(report.Values)
		return report, err
	}
	report.File, report.Format = o.Path, string(format)
	return report, s.Write(o.Path, func(w io.Writer) error {
		if cli.ToStandardOutput(o.Path) {
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

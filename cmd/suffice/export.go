package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/export"
	"suffice/internal/cli"
)

// exporting is the command that writes a model for other programs.
type exporting struct {
	streams
	output, to string
	keep       []string
	options    export.Options
	format     export.Format // as --to or the file has it
}

func newExport(s streams) *cobra.Command {
	e := &exporting{streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "export MODEL -o FILE [--to FORMAT] [flags]",
		Short: "Write a model for ONNX, SQL, Python, NumPy, Go or as CSV",
		Long: `Export writes a model that suffice fit wrote for other programs, so that they
can apply it where the data is. MODEL may be - for standard input. The ending
of the file names the format, or --to does:

` + formatsText(),
		Example: `  suffice export model.json -o model.onnx
  suffice export model.json --to sql --table houses --keep id`,
		Args: cli.Takes("a model"),
		RunE: cli.Checked(e.check, e.run),
	})
	flags.StringVarP(&e.output, "output", "o", "", "write to this `file`; - is standard output")
	flags.StringVar(&e.to, "to", "", "`format` (default: as the file ends)")
	flags.StringVar(&e.options.Table, "table", "", "sql, pgvector, duckdb: `table` to select from or update\n(default \"data\")")
	flags.StringVar(&e.options.Column, "column", "", "pgvector, duckdb: `column` of the vectors (default: as\nthe inputs are called, or \"embedding\")")
	flags.StringArrayVar(&e.keep, "keep", nil, "sql: `columns` to select beside the components: a,b")
	flags.StringVar(&e.options.Package, "package", "", "go: `name` of the package (default \"components\")")
	flags.StringVar(&e.options.Function, "function", "", "go, pgvector, duckdb: `name` of the function\n(default \"Components\", \"compress\")")
	flags.BoolVar(&e.options.Used, "used", false, "take inputs that have weight alone (sql does anyway)")
	flags.BoolVar(&e.options.Float32, "float32", false, "onnx: single precision in and out")
	e.AddJSON(flags, "print one JSON object about what was written")
	cli.Complete(cmd, "to", formatNames())
	return cmd
}

// formatsText lists the formats, one a line.
func formatsText() string {
	return strings.Join(cli.Names(export.Formats(), func(f export.Format) string {
		return fmt.Sprintf("  %-8s  %-13s  %s", f.Name, f.Ending, f.What)
	}), "\n")
}

// formatNames are what --to takes, each with what it is.
func formatNames() []string {
	return cli.Names(export.Formats(), func(f export.Format) string { return f.Name + "\t" + f.What })
}

// check finds what is wrong with the options before any work, and the format.
func (e *exporting) check(given cli.Given, models []string) (err error) {
	switch {
	case e.to != "":
		if e.format, err = export.FormatNamed(e.to); err != nil {
			return cli.Usagef("--to: %s", err)
		}
	case cli.ToStandardOutput(e.output):
		return cli.Usagef("export needs --to, the format, or -o, a file whose ending names it")
	default:
		if e.format, err = export.FormatOf(e.output); err != nil {
			return cli.Usagef("-o %s: %s, or name the format with --to", e.output, err)
		}
	}
	e.options.Keep = byCommas(e.keep)
	var errs []error
	for _, option := range []string{"table", "column", "keep", "package", "function", "float32", "used"} {
		errs = append(errs, cli.Refuse(given(option) && !e.format.Takes(option), "--%s does not apply to format %s; leave it out", option, e.format.Name))
	}
	wrong := e.options.Check()
	return cmp.Or(append(errs, cli.Refuse(wrong != nil && e.format.Takes("package"), "%v", wrong), e.checkOutput(models[0]))...)
}

func (e *exporting) checkOutput(model string) error {
	return cmp.Or(
		cli.Refuse(e.output == "" && !e.format.Text, "format %s is not text; name a file with -o, or -o - for a pipe", e.format.Name),
		cli.Refuse(e.output == "-" && !e.format.Text && cli.IsTerminal(e.Out), "format %s is not text for a terminal; name a file with -o", e.format.Name),
		cli.Refuse(e.AsJSON && cli.ToStandardOutput(e.output), "--json and the %s both want standard output; name a file with -o", e.format.Name),
		checkOutput(e.output, model),
	)
}

func (e *exporting) run(_ context.Context, models []string) error {
	model, err := e.readModel(models[0])
	if err != nil {
		return err
	}
	err = e.Write(e.output, func(w io.Writer) error { return e.format.Write(w, model, e.options) })
	if err != nil || cli.ToStandardOutput(e.output) { // where --json does not go with it
		return err
	}
	report := e.report(model)
	return e.Tell(report, func() string { return fmt.Sprintf("wrote %s (%s): %s\n", report.File, report.Format, report.What) })
}

// exportReport is what --json prints.
type exportReport struct {
	File   string   `json:"file"`
	Format string   `json:"format"`
	What   string   `json:"what"`
	Opset  int      `json:"opset,omitempty"`
	Dim    int      `json:"dim"`
	Inputs []string `json:"inputs"`
}

func (e *exporting) report(m *suffice.Projection) exportReport {
	r := exportReport{File: e.output, Format: e.format.Name, What: e.format.Describe(m, e.options), Dim: m.Dim(), Inputs: m.Inputs}
	if e.format.Name == "onnx" {
		r.Opset = export.Opset
	}
	return r
}

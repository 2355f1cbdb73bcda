package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/picture"
	htmlreport "suffice/report"
)

// reporting is the command that writes a report of a model.
type reporting struct {
	streams
	dataOptions
	output, colour string
	asJSON         bool
}

func newReport(s streams) *cobra.Command {
	r := &reporting{streams: s}
	cmd := &cobra.Command{
		Use:   "report MODEL FILE -o REPORT.html",
		Short: "Write a report of a model as one HTML file",
		Long: `Report applies a model to a table and writes what there is to know about it as
one HTML file: the picture of the rows, the inputs that matter, how the fit
went, the settings, and what the numbers mean in plain words. The file needs no
network and no script, and can be mailed and printed.`,
		Example: `  suffice report model.json examples/data3.csv -o report.html
  suffice report model.json new-houses.csv --missing drop -o report.html`,
		Args: takes("a model", "a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.check(args[0], args[1]); err != nil {
				return err
			}
			return r.run(cmd.Context(), args[0], args[1])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&r.output, "output", "o", "", "write to this `file`; - is standard output")
	flags.StringVarP(&r.colour, "colour", "c", "", "`column` to colour the picture by (default: the target)")
	flags.BoolVar(&r.asJSON, "json", false, "print one JSON object about the report")
	r.addReading(flags)
	return cmd
}

// check finds what is wrong with the options before any work.
func (r *reporting) check(model, file string) error {
	switch {
	case r.output == "":
		return usagef("report needs -o, the file to write, such as report.html")
	case model == "-" && file == "-":
		return usagef("only one of model and file can be standard input")
	case r.output != "-" && !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(r.output))):
		return usagef("-o %s: a report ends in .html", r.output)
	case r.output == "-" && r.asJSON:
		return usagef("--json and -o - both want standard output; write the report to a file")
	case r.output != "-" && (sameFile(model, r.output) || sameFile(file, r.output)):
		return usagef("-o %s is what the report is made of; name another file", r.output)
	}
	return r.dataOptions.check()
}

func (r *reporting) run(ctx context.Context, modelPath, path string) error {
	if err := checkWritable(r.output); err != nil {
		return err
	}
	model, err := r.readModel(modelPath)
	if err != nil {
		return err
	}
	made, err := r.gather(ctx, model, path)
	if err != nil {
		return err
	}
	made.ModelFile, made.DataFile = nameFor(modelPath, "model.json"), nameFor(path, "data.csv")
	if err := r.write(r.output, func(w io.Writer) error { return made.Write(w) }); err != nil {
		return err
	}
	if r.asJSON {
		return r.printJSON(reported{Report: r.output, Rows: made.Z.Len(), Dim: model.Dim(), Target: model.Output.Names})
	}
	if r.output == "-" {
		return nil
	}
	return r.print(fmt.Sprintf("wrote %s: %s; open it in a browser\n", r.output, count(made.Z.Len(), "row")))
}

// reported is what --json prints.
type reported struct {
	Report string   `json:"report"`
	Rows   int      `json:"rows"`
	Dim    int      `json:"dim"`
	Target []string `json:"target"`
}

// gather applies the model to the table.
func (r *reporting) gather(ctx context.Context, model *suffice.Projection, path string) (*htmlreport.Report, error) {
	progress := startProgress(r.err, "reporting on "+path)
	defer progress.end()
	data, err := r.components(ctx, r.streams, model, path, r.colour)
	if err != nil {
		return nil, err
	}
	return &htmlreport.Report{
		Subject: picture.Subject{Model: model, Z: data.z, Y: data.y, Source: shortName(path)}, Version: version(),
	}, nil
}

// nameFor is a file's name as a command in the report has it.
func nameFor(path, otherwise string) string {
	if path == "-" {
		return otherwise
	}
	return quotedForShell(filepath.Base(path))
}

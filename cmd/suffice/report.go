package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	htmlreport "suffice/report"
)

// reporting is the command that writes a report of a model.
type reporting struct {
	streams
	dataOptions
	output  string
	repeats int
	seed    uint64
}

func newReport(s streams) *cobra.Command {
	r := &reporting{streams: s}
	r.digest = true
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "report MODEL FILE -o REPORT.html [flags]",
		Short: "Write a report of a model as one HTML file",
		Long: `Report applies a model to a table and writes what there is to know about it as
one HTML file: the verdict, the picture of the rows, what the model predicts of
them, the target along each component, the inputs that matter, the settings, and
what the numbers mean in plain words. With --repeats its method is compared with
PCA, with all inputs and with guessing. The file needs no network and no script,
and can be mailed and printed.`,
		Example: `  suffice report model.json examples/data3.csv -o report.html
  suffice report model.json new-houses.csv --repeats 20 -o report.html`,
		Args: cli.Takes("a model", "a file"),
		RunE: cli.Checked(r.check, r.run),
	})
	flags.StringVarP(&r.output, "output", "o", "", "write to this `file`; - is standard output")
	flags.IntVar(&r.repeats, "repeats", 0, "`splits` to compare other methods on (default none)")
	flags.Uint64Var(&r.seed, "seed", 1, "seed of the splits and of the fits on them")
	r.AddJSON(flags, "print one JSON object about the report")
	r.addReading(flags)
	return cmd
}

// check finds what is wrong with the options before any work.
func (r *reporting) check(_ cli.Given, paths []string) error {
	return cmp.Or(
		cli.Refuse(r.output == "", "report needs -o, the file to write, such as report.html"),
		cli.Refuse(bothStandardInput(paths), "only one of model and file can be standard input"),
		cli.Refuse(r.output != "-" && !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(r.output))), "-o %s: a report ends in .html", r.output),
		cli.Refuse(r.output == "-" && r.AsJSON, "--json and -o - both want standard output; write the report to a file"),
		cli.Refuse(r.repeats < 0, "--repeats %d: the number of splits cannot be negative", r.repeats),
		checkApart(r.output, paths...), r.dataOptions.check(),
	)
}

func (r *reporting) run(ctx context.Context, paths []string) error {
	if err := cli.CheckWritable(r.output); err != nil {
		return err
	}
	model, err := r.readModel(paths[0])
	if err != nil {
		return err
	}
	made, err := r.gather(ctx, model, paths[1])
	if err != nil {
		return err
	}
	made.ModelFile, made.DataFile = nameFor(paths[0], "model.json"), nameFor(paths[1], "data.csv")
	made.Reading = strings.TrimSpace(r.readAgain())
	if err := r.Write(r.output, made.Write); err != nil || r.output == "-" { // where --json does not go with it
		return err
	}
	return r.Tell(newReported(r.output, made), func() string {
		return fmt.Sprintf("wrote %s: %s; open it in a browser\n", r.output, humanize.Count(made.Z.Len(), "row"))
	})
}

// reported is what --json prints.
type reported struct {
	Report   string         `json:"report"`
	Rows     int            `json:"rows"`
	Dim      int            `json:"dim"`
	Target   []string       `json:"target"`
	Measure  string         `json:"measure,omitempty"` // of the comparison, where there is one
	Baseline *evaluate.Row  `json:"baseline,omitempty"`
	Compared []evaluate.Row `json:"compared"`

	Seen   htmlreport.Seen       `json:"seen"`             // whether the rows are those of the fit: yes, no or unknown
	Judged *evaluate.ModelResult `json:"judged,omitempty"` // what the model's own predictor is worth on these rows
}

func newReported(file string, made *htmlreport.Report) reported {
	r := reported{Report: file, Rows: made.Z.Len(), Dim: made.Model.Dim(), Target: made.Model.Output.Names, Compared: []evaluate.Row{}, Seen: made.Seen, Judged: made.Judged}
	if made.Comparison != nil {
		r.Measure, r.Baseline, r.Compared = made.Comparison.Measure, made.Comparison.Baseline, made.Comparison.Rows
	}
	return r
}

// gather applies the model to the table and compares it with others.
func (r *reporting) gather(ctx context.Context, model *suffice.Projection, path string) (*htmlreport.Report, error) {
	made, data, choice, err := r.subject(ctx, r.streams, model, path, "")
	if err != nil {
		return nil, err
	}
	defer func() { _ = data.Close() }()
	progress := cli.StartProgress(r.Err, "comparing") // reading had a line of its own
	defer progress.End()
	made.Version, made.Seen = version(), seenBy(model, data)
	if err := made.Judge(ctx, choice.X); ctx.Err() != nil {
		return nil, ctx.Err()
	} else if err != nil { // such as a target of another kind; the rest is worth having
		r.warn([]string{fmt.Sprintf("the report does not judge the model: %s", err)})
	}
	if made.Y == nil || r.repeats == 0 {
		return made, nil
	}
	made.Comparison, err = htmlreport.Compare(ctx, model, choice.X, made.Y, htmlreport.Options{
		Repeats: r.repeats, Seed: r.seed, Model: made.Seen == htmlreport.NewRows,
		Progress: func(at evaluate.Progress) { progress.Set("comparing: %d of %d fits", at.Done, at.All) },
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // such as too few rows; the rest is worth having
		progress.End()
		r.warn([]string{fmt.Sprintf("the report has no comparison: %s", err)})
	}
	return made, nil
}

// nameFor is a file's name as a command in the report has it.
func nameFor(path, otherwise string) string {
	if path == "-" {
		return otherwise
	}
	return quotedForShell(filepath.Base(path))
}

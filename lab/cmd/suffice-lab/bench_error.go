package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/termtext"
)

func newBenchError(s cli.Streams) *cobra.Command {
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "error MODEL [flags]",
		Short: "Tell how far a model of a generated table is from the answer",
		Long: `Error tells how far the components of a model are from the directions that the
target depends on, where these are known: MODEL was fitted to a generated table,
such as generated:rows=1000000. 0 is the answer, 1 is useless. docs/cluster.md
has the names of generated tables.`,
		Example: `  suffice fit generated:rows=100000,inputs=10 --target y --dim 2 -o model.json
  suffice-lab bench error model.json`,
		Args: cli.Takes("a model"),
	})
	s.AddJSON(flags, "print one JSON object instead of text")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		model, err := readModel(args[0])
		if err != nil {
			return err
		}
		report, err := errorOf(model)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return s.Tell(report, report.text)
	}
	return cmd
}

// errorReport is what --json prints.
type errorReport struct {
	Table  string  `json:"table"`
	Method string  `json:"method"`
	Dim    int     `json:"dim"`
	Error  float64 `json:"error"`
}

// errorOf compares the components of a model with the directions of its table.
func errorOf(model *suffice.Projection) (r errorReport, err error) {
	if model.Source == nil || !cluster.IsGenerated(model.Source.File) {
		return r, fmt.Errorf("what the target depends on is known of generated tables only, such as generated:rows=1000000; fit one")
	}
	g, err := cluster.ParseGenerated(model.Source.File)
	if err != nil {
		return r, err
	}
	if !slices.Equal(model.Inputs, g.InputNames()) || model.Dim() != g.Dim {
		return r, fmt.Errorf("the model has %s of %s, and the target depends on %d of %d; fit these", humanize.Count(model.Dim(), "component"), humanize.Count(len(model.Inputs), "input"), g.Dim, g.Inputs)
	}
	found, err := model.Directions()
	if err != nil {
		return r, err
	}
	return errorReport{g.String(), model.Method, g.Dim, stiefel.Distance(linalg.FromSlices(found), g.Directions())}, nil
}

// text is what a person reads.
func (r errorReport) text() string {
	var out termtext.Text
	out.Line("%s, %s\n", r.Table, r.Method)
	out.Entry("error", "%.4g of the subspace; 0 is the answer, 1 is useless", r.Error)
	return out.String()
}

func readModel(path string) (*suffice.Projection, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return suffice.ReadModel(file)
}

package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/cli"
	"suffice/rows"
)

// transform is the command that applies a model to a table.
type transform struct {
	applying
	unscaled bool
}

func newTransform(s streams) *cobra.Command {
	t := &transform{applying: applying{streams: s}}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "transform MODEL FILE [flags]",
		Short: "Apply a model to a table",
		Long: `Transform applies a model that suffice fit wrote to a table in any format, and
writes the components z1, z2, ... of each row: as CSV, or as the ending of the
file says. It finds the model's inputs by name: the order of the columns does
not matter, nor do other columns. MODEL or FILE may be -.

It reads and writes a few rows at a time, in order: a file of any length takes
the same memory, and rows of a pipe come out while others go in.`,
		Example: `  suffice transform model.json examples/data3.csv -o z.parquet
  suffice transform model.json new.csv --keep id,price -o z.csv
  cut -d, -f1-4 examples/data3.csv | suffice transform model.json - | head
  tail -n +1 -f log.csv | suffice transform model.json -`,
		Args: cli.Takes("a model", "a file"),
		RunE: cli.Checked(t.checkReading, t.run),
	})
	t.addApplying(cmd, flags, func() {
		flags.BoolVar(&t.unscaled, "unscaled", false, "leave out the relevance that components are scaled by")
	})
	return cmd
}

func (t *transform) run(ctx context.Context, paths []string) error {
	report, _, err := t.applyRows(ctx, paths, "transforming", t.prepare)
	if err != nil || !t.AsJSON {
		return err
	}
	return t.PrintJSON(report)
}

// prepare makes components.
func (t *transform) prepare(path string) (*suffice.Projection, making, error) {
	model, err := t.readModel(path)
	if err != nil {
		return nil, making{}, err
	}
	model = model.WithoutPredictor().Used() // inputs of weight 0 need not be there
	shown := model
	if t.unscaled {
		shown = model.Unscaled()
	}
	var z []float64
	return model, making{shown.Names(), make([][]string, shown.Dim()), func(ctx context.Context, x rows.Source) ([]float64, error) {
		z = slices.Grow(z[:0], x.Len()*shown.Dim())[:x.Len()*shown.Dim()]
		if err := shown.TransformTo(ctx, z, x); err != nil {
			return nil, err
		}
		return z, shown.CheckFinite(z)
	}}, nil
}

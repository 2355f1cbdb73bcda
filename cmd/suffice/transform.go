package main

import (
	"context"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/rows"
)

// transform is the command that applies a model to a table.
type transform struct {
	streams
	dataOptions
	output tableOutput
}

func newTransform(s streams) *cobra.Command {
	t := &transform{streams: s}
	cmd := &cobra.Command{
		Use:   "transform MODEL FILE",
		Short: "Apply a model to a table",
		Long: `Transform applies a model that suffice fit wrote to a table in any format, and
writes the components z1, z2, ... of each row: as CSV, or as the ending of the
file says. It finds the model's inputs by name: the order of the columns does
not matter, nor do other columns. MODEL or FILE may be -.`,
		Example: `  suffice transform model.json examples/data3.csv -o z.parquet
  cut -d, -f1-4 examples/data3.csv | suffice transform model.json - | head`,
		Args: takes("a model", "a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := t.check(); err != nil {
				return err
			}
			return t.run(cmd.Context(), args[0], args[1])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	t.output.add(flags)
	t.addReading(flags)
	t.output.addJSON(flags)
	complete(cmd, "to", writeFormats)
	return cmd
}

func (t *transform) run(ctx context.Context, modelPath, path string) error {
	if modelPath == "-" && path == "-" {
		return usagef("only one of model and file can be standard input")
	}
	if err := checkApart(t.output.path, modelPath, path); err != nil {
		return err
	}
	format, err := t.output.check()
	if err != nil {
		return err
	}
	model, err := t.readModel(modelPath)
	if err != nil {
		return err
	}
	z, err := t.components(ctx, model, path)
	if err != nil {
		return err
	}
	return t.writeTable(ctx, t.output, format, z)
}

func (t *transform) components(ctx context.Context, model *suffice.Projection, path string) (*rows.Matrix, error) {
	inputs := *model
	inputs.Output = suffice.Output{} // the target does not matter, nor what is missing in it
	_, choice, err := t.apply(ctx, t.streams, &inputs, path)
	if err != nil {
		return nil, err
	}
	z, err := model.Transform(ctx, choice.X)
	if err != nil {
		return nil, err
	}
	return z.WithNames(model.Names())
}

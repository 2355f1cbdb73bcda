package main

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"suffice/rows"
)

// transform is the command that applies a model to a table.
type transform struct {
	streams
	dataOptions
	output   tableOutput
	unscaled bool
}

func newTransform(s streams) *cobra.Command {
	t := &transform{streams: s}
	cmd, flags := options(&cobra.Command{
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
		Args: takes("a model", "a file"),
		RunE: checked(t.checkReading, t.run),
	})
	t.output.add(flags)
	t.addKeep(flags)
	flags.BoolVar(&t.unscaled, "unscaled", false, "leave out the relevance that components are scaled by")
	t.addReading(flags)
	t.addJSON(flags, aboutTable)
	complete(cmd, "to", writeFormats)
	return cmd
}

func (t *transform) run(ctx context.Context, paths []string) error {
	if bothStandardInput(paths) {
		return usagef("only one of model and file can be standard input")
	}
	if err := checkApart(t.output.path, paths...); err != nil {
		return err
	}
	format, err := t.output.check(t.asJSON)
	if err = cmp.Or(err, t.checkKeep(t.asJSON, t.output.path)); err != nil {
		return err
	}
	model, err := t.readModel(paths[0])
	if err != nil {
		return err
	}
	model = model.Used() // inputs of weight 0 need not be there
	unlike := &unlikeRows{model: model}
	if t.unscaled {
		model = model.Unscaled()
	}
	allowGarbage(streamGarbage)
	stream, err := t.stream(ctx, t.streams, model, paths[1])
	if err != nil {
		return err
	}
	defer stream.Close()
	watched := t.err
	if toStandardOutput(t.output.path) { // where rows show that work goes on
		watched = io.Discard
	}
	progress := startProgress(watched, "transforming "+paths[1])
	defer progress.end()
	own := make([][]string, model.Dim())
	var kept keeping
	columns, texts, err := kept.layout(ctx, stream, format, model.Names(), own)
	if err != nil {
		return t.flags.inFlags(err)
	}
	report, err := t.writeTexts(ctx, t.output, format, columns, texts, func(visit visitTexts) error {
		var z []float64
		return eachRows(ctx, stream, func(x rows.Source) error {
			z = slices.Grow(z[:0], x.Len()*model.Dim())[:x.Len()*model.Dim()]
			if err := model.TransformTo(ctx, z, x); err != nil {
				return err
			}
			if err := cmp.Or(model.CheckFinite(z), unlike.count(ctx, x)); err != nil {
				return err
			}
			block, texts, err := kept.join(stream, z, own)
			if err != nil {
				return err
			}
			return visit(block, texts)
		})
	})
	progress.end()
	if err != nil {
		return err
	}
	t.warn(t.flags.texts(stream.Warnings()))
	t.warn(unlike.warnings())
	if !t.asJSON {
		return nil
	}
	return t.printJSON(report)
}

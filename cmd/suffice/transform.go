package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/table"
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
  cut -d, -f1-4 examples/data3.csv | suffice transform model.json - | head
  tail -n +1 -f log.csv | suffice transform model.json -`,
		Args: takes("a model", "a file"),
		RunE: checked(t.checkReading, t.run),
	})
	t.output.add(flags)
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
	if err != nil {
		return err
	}
	model, err := t.readModel(paths[0])
	if err != nil {
		return err
	}
	if t.unscaled {
		model = model.Unscaled()
	}
	model = model.Used() // inputs of weight 0 need not be there
	allowGarbage(streamGarbage)
	stream, err := t.stream(ctx, model, paths[1])
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
	report, err := t.writeRows(ctx, t.output, format, model.Names(), func(visit func([]float64) error) error {
		return t.each(ctx, model, stream, visit)
	})
	progress.end()
	if err != nil {
		return err
	}
	t.warn(t.flags.texts(stream.Warnings()))
	if !t.asJSON {
		return nil
	}
	return t.printJSON(report)
}

// stream opens the file at path, or standard input for "-", to read the model's inputs.
func (t *transform) stream(ctx context.Context, model *suffice.Projection, path string) (*table.Stream, error) {
	t.memory.begin()
	wanted := table.WantedBy(model)
	wanted.Target, wanted.Missing = nil, table.Missing(t.missing)
	if path == "-" {
		return table.NewStream(ctx, t.in, "standard input", t.reading(), wanted)
	}
	return table.OpenStream(ctx, path, t.reading(), wanted)
}

// each calls visit with the components of all rows, a few at a time.
func (t *transform) each(ctx context.Context, model *suffice.Projection, stream *table.Stream, visit func(z []float64) error) error {
	var z []float64
	for {
		x, err := stream.NextRows(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if absent, ok := errors.AsType[*table.MissingColumn](err); ok {
			return needsColumn(absent)
		}
		if err != nil {
			return err
		}
		z = slices.Grow(z[:0], x.Len()*model.Dim())[:x.Len()*model.Dim()]
		if err := model.TransformTo(ctx, z, x); err != nil {
			return err
		}
		if err := visit(z); err != nil {
			return err
		}
	}
}

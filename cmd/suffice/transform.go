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
not matter, nor do other columns. MODEL or FILE may be -.

It reads and writes a few rows at a time, in order: a file of any length takes
the same memory, and rows of a pipe come out while others go in.`,
		Example: `  suffice transform model.json examples/data3.csv -o z.parquet
  cut -d, -f1-4 examples/data3.csv | suffice transform model.json - | head
  tail -n +1 -f log.csv | suffice transform model.json -`,
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
	allowGarbage(streamGarbage)
	stream, err := t.stream(ctx, model, path)
	if err != nil {
		return err
	}
	defer stream.Close()
	report := tableReport{Columns: model.Names()}
	if t.output.asJSON && t.output.path == "" {
		if err := t.collect(ctx, model, stream, &report); err != nil {
			return err
		}
		return t.printJSON(report)
	}
	progress := t.progress(path)
	defer progress.end()
	err = t.write(t.output.path, func(w io.Writer) error {
		if toStandardOutput(t.output.path) {
			w = struct{ io.Writer }{w} // even where it is a file, it may not begin at its start
		}
		return t.pass(ctx, model, stream, w, format, &report)
	})
	progress.end()
	if err != nil {
		return err
	}
	t.warn(t.flags.texts(stream.Warnings()))
	if !t.output.asJSON {
		return nil
	}
	report.File, report.Format = t.output.path, string(format)
	return t.printJSON(report)
}

// progress shows that work goes on, where rows on standard output do not.
func (t *transform) progress(path string) *progress {
	if toStandardOutput(t.output.path) {
		return &progress{}
	}
	return startProgress(t.err, "transforming "+path)
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

// pass writes the components of all rows.
func (t *transform) pass(ctx context.Context, model *suffice.Projection, stream *table.Stream, w io.Writer, format table.WriteFormat, report *tableReport) error {
	out, err := table.NewWriter(ctx, w, report.Columns, format)
	if err != nil {
		return err
	}
	err = t.each(ctx, model, stream, func(z []float64) error {
		report.Rows += len(z) / model.Dim()
		return out.Append(z)
	})
	if err != nil {
		out.Stop()
		return err
	}
	return out.Close()
}

// collect holds the components of all rows, which one object is to have.
func (t *transform) collect(ctx context.Context, model *suffice.Projection, stream *table.Stream, report *tableReport) error {
	err := t.each(ctx, model, stream, func(z []float64) error {
		for row := range slices.Chunk(slices.Clone(z), model.Dim()) {
			report.Values = append(report.Values, row)
		}
		return nil
	})
	if err != nil {
		return err
	}
	report.Rows = len(report.Values)
	t.warn(t.flags.texts(stream.Warnings()))
	return nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/internal/humanize"
	"suffice/rows"
	"suffice/table"
)

// applying is what commands share that make a row of each row of a table with a model.
type applying struct {
	streams
	dataOptions
	output cli.TableOutput
}

// addApplying adds their options, around a command's own.
func (a *applying) addApplying(cmd *cobra.Command, flags *pflag.FlagSet, own func()) {
	a.output.Add(flags)
	a.addKeep(flags)
	own()
	a.addReading(flags)
	a.AddJSON(flags, aboutTable)
	cli.Complete(cmd, "to", cli.WriteFormats)
}

// making is what is made of rows: columns, and what they hold, row by row.
type making struct {
	columns []string
	texts   [][]string // that numbers of a column stand for, or nil
	of      func(ctx context.Context, x rows.Source) ([]float64, error)
}

// applyRows reads the rows of a table, a few at a time, and writes what prepare says to make of them.
func (a *applying) applyRows(ctx context.Context, paths []string, doing string, prepare func(path string) (*suffice.Projection, making, error)) (report tableReport, unlike *unlikeRows, err error) {
	if bothStandardInput(paths) {
		return report, nil, cli.Usagef("only one of model and file can be standard input")
	}
	if err := checkApart(a.output.Path, paths...); err != nil {
		return report, nil, err
	}
	format, err := a.output.Check(a.AsJSON)
	if err = cmp.Or(err, a.checkKeep(a.AsJSON, a.output.Path)); err != nil {
		return report, nil, err
	}
	model, made, err := prepare(paths[0])
	if err != nil {
		return report, nil, err
	}
	cli.AllowGarbage(cli.StreamGarbage)
	stream, err := a.stream(ctx, a.streams, model, paths[1])
	if err != nil {
		return report, nil, err
	}
	defer stream.Close()
	watched := a.Err
	if cli.ToStandardOutput(a.output.Path) { // where rows show that work goes on
		watched = io.Discard
	}
	progress := cli.StartProgress(watched, doing+" "+paths[1])
	defer progress.End()
	unlike = &unlikeRows{model: model}
	var kept keeping
	columns, texts, err := kept.layout(ctx, stream, format, made.columns, made.texts)
	if err != nil {
		return report, nil, a.flags.InFlags(err)
	}
	report, err = a.writeTexts(ctx, a.output, format, columns, texts, func(visit visitTexts) error {
		return eachRows(ctx, stream, func(x rows.Source) error {
			values, err := made.of(ctx, x)
			if err = cmp.Or(err, unlike.count(ctx, x)); err != nil {
				return err
			}
			block, texts, err := kept.join(stream, values, made.texts)
			if err != nil {
				return err
			}
			return visit(block, texts)
		})
	})
	progress.End()
	if err == nil {
		a.warn(a.flags.Texts(stream.Warnings()))
		a.warn(unlike.warnings())
	}
	return report, unlike, err
}

// stream opens the file at path, or standard input for "-", to read the model's inputs.
func (o *dataOptions) stream(ctx context.Context, s streams, model *suffice.Projection, path string) (*table.Stream, error) {
	o.memory.begin()
	if err := o.remembered(model, path); err != nil {
		return nil, err
	}
	wanted := table.WantedBy(model)
	wanted.Target, wanted.Missing, wanted.Keep = nil, table.Missing(o.missing), o.keep
	if path == "-" {
		stream, err := table.NewStream(ctx, s.In, "standard input", o.reading(), wanted)
		return stream, needsColumn(err)
	}
	if err := checkAddress(path); err != nil {
		return nil, err
	}
	if cluster.IsGenerated(path) {
		g, err := cluster.ParseGenerated(path)
		if err != nil {
			return nil, err
		}
		stream, err := table.NewStream(ctx, g.Open(), path, o.reading(), wanted)
		return stream, needsColumn(err)
	}
	stream, err := table.OpenStream(ctx, path, o.reading(), wanted)
	return stream, needsColumn(err)
}

// eachRows calls visit with the inputs of all rows, a few at a time.
func eachRows(ctx context.Context, stream *table.Stream, visit func(x rows.Source) error) error {
	for {
		x, err := stream.NextRows(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return needsColumn(err)
		}
		err = visit(x)
		if far, ok := errors.AsType[*suffice.NotFinite](err); ok {
			return stream.ProblemOf(far.Row, far.Problem())
		}
		if err != nil {
			return err
		}
	}
}

// unlikeRows counts rows that are unlike those that a model was fitted on.
type unlikeRows struct {
	model     *suffice.Projection
	rows, far int
}

func (u *unlikeRows) count(ctx context.Context, x rows.Source) error {
	which, err := u.model.Unlike(ctx, x)
	u.rows, u.far = u.rows+x.Len(), u.far+len(which)
	return err
}

// warnings says how many there are, where there are some.
func (u *unlikeRows) warnings() []string {
	if u.far == 0 {
		return nil
	}
	return []string{unlikeText(u.far, u.rows)}
}

func unlikeText(unlike, rows int) string {
	return fmt.Sprintf("%d of %s lie outside the training distribution (unlike the rows of the fit): what the model says of them is extrapolation", unlike, humanize.Count(rows, "row"))
}

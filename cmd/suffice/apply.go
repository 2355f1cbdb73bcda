package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"suffice"
	"suffice/internal/engine"
	"suffice/internal/wording"
	"suffice/rows"
	"suffice/table"
)

// stream opens the file at path, or standard input for "-", to read the model's inputs.
func (o *dataOptions) stream(ctx context.Context, s streams, model *suffice.Projection, path string) (*table.Stream, error) {
	o.memory.begin()
	o.remembered(model, path)
	wanted := table.WantedBy(model)
	wanted.Target, wanted.Missing, wanted.Keep = nil, table.Missing(o.missing), o.keep
	if path == "-" {
		stream, err := table.NewStream(ctx, s.in, "standard input", o.reading(), wanted)
		return stream, needsColumn(err)
	}
	if err := checkAddress(path); err != nil {
		return nil, err
	}
	if engine.IsGenerated(path) {
		g, err := engine.ParseGenerated(path)
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
	return fmt.Sprintf("%d of %s are unlike those of the fit: the model may not hold there", unlike, wording.Count(rows, "row"))
}

package remote

import (
	"context"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/output"
	"suffice/rows"
)

// TakeRows is [rows.Take] of a table that may be elsewhere: then it comes without the levels
// of its columns.
func TakeRows(ctx context.Context, x rows.Source, which []int) (rows.Source, error) {
	if _, elsewhere := rows.Unweighted(x).(blocks.Aggregator); elsewhere {
		return blocks.Take(ctx, x, which)
	}
	return rows.Take(ctx, x, which)
}

// Take copies the given rows of x and y, in the given order.
func Take(ctx context.Context, x rows.Source, y output.Output, which []int) (rows.Source, output.Output, error) {
	part, err := Some(ctx, y, which)
	if err != nil {
		return nil, nil, err
	}
	taken, err := TakeRows(ctx, x, which)
	return taken, part, err
}

// Few is x and y, or where y is elsewhere as many of their rows, drawn at random, as may be
// taken here.
func Few(ctx context.Context, x rows.Source, y output.Output) (rows.Source, output.Output, error) {
	if _, elsewhere := y.(*Output); !elsewhere {
		return x, y, nil
	}
	return Take(ctx, x, y, few(x.Len()))
}

// few draws rows.
func few(n int) []int { return draw.Many(n, Held, rand.New(rand.NewPCG(uint64(n), 0xfe3))) }

// FewRows is x or, where it is elsewhere, as many of its rows as may be taken here.
func FewRows(ctx context.Context, x rows.Source) (rows.Source, error) {
	if _, elsewhere := rows.Unweighted(x).(blocks.Aggregator); elsewhere {
		return blocks.Take(ctx, x, few(x.Len()))
	}
	return x, nil
}

// Truths are the targets of the given rows: numbers and labels as they are, and a column of 0
// and 1 for each class, with the names of the columns.
func (y *Output) Truths(ctx context.Context, which []int) ([]string, blocks.InMemory, error) {
	if y.Kind() != output.KindClass {
		values, err := blocks.TakeAligned(ctx, y.x, y.raw(), which)
		return y.target.Names, blocks.InMemory{Matrix: values}, err
	}
	values, err := blocks.TakeAligned(ctx, y.x, blocks.Apply(&linear{Values: y.values}, y.raw()), which)
	names := make([]string, len(y.values.Classes))
	for k, c := range y.values.Classes {
		names[k] = y.className(int(c))
	}
	return names, blocks.InMemory{Matrix: values}, err
}

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/table"
)

// keeping are the columns of the input that go out beside what is made of it.
type keeping struct {
	width int // of them
}

// addKeep adds the option of commands that write a row for each that they read.
func (o *dataOptions) addKeep(flags *pflag.FlagSet) {
	flags.StringArrayVar(&o.keep, "keep", nil, "`columns` of the file to write beside: id,price or 'id*'")
}

// checkKeep finds what is wrong with the option.
func (o *dataOptions) checkKeep(asJSON bool, path string) error {
	return cli.Refuse(len(o.keep) > 0 && asJSON && cli.ToStandardOutput(path), "--keep with --json needs a file to write the table to; name one with -o")
}

// layout puts the columns that are kept before a command's own.
func (k *keeping) layout(ctx context.Context, stream *table.Stream, format table.WriteFormat, columns []string, texts [][]string) ([]string, [][]string, error) {
	asText := format == "" || strings.HasPrefix(string(format), "csv") || strings.HasPrefix(string(format), "tsv")
	kept, err := stream.Kept(ctx, asText)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	var all [][]string
	for _, column := range kept {
		if slices.Contains(columns, column.Name) {
			return nil, nil, fmt.Errorf("--keep %s: the table that is written has a column of that name already; rename it in the file", column.Name)
		}
		names = append(names, column.Name)
		if column.Text {
			all = append(all, []string{})
		} else {
			all = append(all, nil)
		}
	}
	k.width = len(kept)
	return append(names, columns...), append(all, texts...), nil
}

// join puts what is kept of the rows that were read last before what was made of them.
func (k *keeping) join(stream *table.Stream, made []float64, texts [][]string) ([]float64, [][]string, error) {
	if k.width == 0 {
		return made, nil, nil
	}
	beside, own, err := stream.Beside()
	if err != nil {
		return nil, nil, err
	}
	rows, width := len(beside)/k.width, len(texts)
	out := make([]float64, 0, len(beside)+len(made))
	for i := range rows {
		out = append(out, beside[i*k.width:(i+1)*k.width]...)
		out = append(out, made[i*width:(i+1)*width]...)
	}
	return out, append(own, texts...), nil
}

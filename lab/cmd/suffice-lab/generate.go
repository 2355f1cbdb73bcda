package main

import (
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/testing/artificial"
	"suffice/table"
)

// generate is the command that writes artificial data.
type generate struct {
	cli.Streams
	n          int
	seed       uint64
	output, to string
}

// maxRows keeps a slip of the finger from filling memory and disk.
const maxRows = 100_000_000

func newGenerate(s cli.Streams) *cobra.Command {
	g := &generate{Streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "generate data1|data2|data3|data4 [flags]",
		Short: "Write artificial data with a known answer",
		Long: `Generate writes one of the artificial data sets of the SCA paper as CSV, with
inputs x1, x2, ... and the target y. What y depends on is known:

  data1   4 inputs, y = x2 + 0.5 e
  data2   10 inputs, y = x3^2 + 0.1 e
  data3   4 inputs, y = (x1^2 + x2) / (0.5 + (x2 + 1.5)^2) + (1 + x2)^2 + 0.1 e
  data4   5 inputs, y near 0 where |x2| <= 1/6, elsewhere near 1 or -1`,
		Example: `  suffice-lab generate data3 --n 400 --seed 1 -o data3.csv
  suffice-lab generate data2 | suffice fit - --target y --dim 1`,
		Args:      cli.Takes("one name"),
		ValidArgs: cli.Names(artificial.All(), func(d artificial.Data) string { return d.Name }),
		RunE:      func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), args[0]) },
	})
	flags.IntVarP(&g.n, "n", "n", 1000, "`rows` to draw")
	flags.Uint64Var(&g.seed, "seed", 1, "seed of the random numbers")
	flags.StringVarP(&g.output, "output", "o", "", "write to this `file` instead of standard output, in the\nformat that its ending says (.csv, .parquet, ...)")
	flags.StringVar(&g.to, "to", "csv", "the `format` on standard output")
	return cmd
}

func (g *generate) run(ctx context.Context, name string) error {
	data, err := artificial.ByName(name)
	if err != nil {
		return cli.UsageError(err.Error())
	}
	format := table.WriteFormat(g.to)
	if g.output != "" {
		if format, err = table.FormatOf(g.output); err != nil {
			return cli.Usagef("%v", err)
		}
	}
	if err := cmp.Or(cli.Refuse(g.n < 1 || g.n > maxRows, "--n %d: the number of rows must be from 1 to %d", g.n, maxRows), format.Check(), cli.CheckWritable(g.output)); err != nil {
		return err
	}
	all, err := data.Rows(g.n, g.seed)
	if err != nil {
		return err
	}
	return g.Write(g.output, func(w io.Writer) error { return table.Write(ctx, w, all, format) })
}

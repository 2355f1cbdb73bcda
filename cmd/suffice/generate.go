package main

import (
	"context"

	"github.com/spf13/cobra"

	"suffice/internal/paper"
	"suffice/rows"
)

// generate is the command that writes artificial data.
type generate struct {
	streams
	n      int
	seed   uint64
	output tableOutput
}

// maxRows keeps a slip of the finger from filling memory and disk.
const maxRows = 100_000_000

func newGenerate(s streams) *cobra.Command {
	g := &generate{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "generate data1|data2|data3|data4 [flags]",
		Short: "Write artificial data with a known answer",
		Long: `Generate writes one of the artificial data sets of the SCA paper as CSV, with
inputs x1, x2, ... and the target y. What y depends on is known:

  data1   4 inputs, y = x2 + 0.5 e
  data2   10 inputs, y = x3^2 + 0.1 e
  data3   4 inputs, y = (x1^2 + x2) / (0.5 + (x2 + 1.5)^2) + (1 + x2)^2 + 0.1 e
  data4   5 inputs, y near 0 where |x2| <= 1/6, elsewhere near 1 or -1`,
		Example: `  suffice generate data3 --n 400 --seed 1 -o data3.csv
  suffice generate data2 | suffice fit - --target y --dim 1`,
		Args:      takes("one name"),
		ValidArgs: dataNames(paper.All()),
		RunE:      func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), args[0]) },
	})
	flags.IntVarP(&g.n, "n", "n", 1000, "`rows` to draw")
	flags.Uint64Var(&g.seed, "seed", 1, "seed of the random numbers")
	g.output.add(flags)
	g.addJSON(flags, aboutTable)
	complete(cmd, "to", writeFormats)
	return cmd
}

func dataNames(sets []paper.Data) []string {
	return names(sets, func(data paper.Data) string { return data.Name })
}

func (g *generate) run(ctx context.Context, name string) error {
	data, err := paper.ByName(name)
	if err != nil {
		return usageError(err.Error())
	}
	if g.n < 1 || g.n > maxRows {
		return usagef("--n %d: the number of rows must be from 1 to %d", g.n, maxRows)
	}
	format, err := g.output.check(g.asJSON)
	if err != nil {
		return err
	}
	all, err := withTarget(data, g.n, g.seed)
	if err != nil {
		return err
	}
	report, err := g.writeRows(ctx, g.output, format, rows.Names(all), func(visit func([]float64) error) error {
		return rows.Each(ctx, all, rows.BlockLen(all.Width()), func(_, _ int, block []float64) error { return visit(block) })
	})
	if err != nil || !g.asJSON {
		return err
	}
	return g.printJSON(report)
}

// withTarget draws the data and puts y beside the inputs.
func withTarget(data paper.Data, n int, seed uint64) (*rows.Matrix, error) {
	x, y := data.Generate(n, seed)
	all := make([]float64, 0, n*(data.D+1))
	for i := range n {
		all = append(append(all, x[i*data.D:(i+1)*data.D]...), y[i])
	}
	matrix, err := rows.NewMatrix(data.D+1, all)
	if err != nil {
		return nil, err
	}
	return matrix.WithNames(append(data.Names(), "y"))
}

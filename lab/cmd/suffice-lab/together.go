package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/lab/experiment"
	"suffice/lab/together"
)

func newTogether(s cli.Streams) *cobra.Command {
	var c together.Counts
	return newExperiment(s, &making{
		command: &cobra.Command{
			Use:   "together",
			Short: "Count what is said of rows that belong together, and of leaks",
			Long: `Together draws tables whose rows belong together, as those of persons, batches
and times do, and counts how many are a finding with these told, and without,
and how many are said to have such rows; and tables with an input that gives the
target away, and how many are asked about. Columns of persons and days are no
inputs. Names that end in _real have something to find. With --blocks, persons
are told as blocks within which rows can be exchanged.`,
			Example: `  suffice-lab reproduce together --tables patients,walk --methods sir
  suffice-lab reproduce together --repeats 100 --state together.jsonl`,
		},
		flags: func(a *asked, flags *pflag.FlagSet) {
			flags.StringSliceVar(&a.tables, "tables", cli.Names(together.Kinds(), func(k together.Kind) string { return k.Name }), "`kinds` of tables")
			flags.StringSliceVar(&a.methods, "methods", []string{"sir", "sca"}, "`names` of the methods")
			flags.IntVar(&a.repeats, "repeats", 100, "tables of each kind")
			flags.Uint64Var(&a.from, "from", 16, "`number` of the first table")
			flags.Uint64Var(&a.seed, "seed", 1, "seed of each fit")
			flags.IntVarP(&c.Dim, "dim", "d", 0, "`number` of components (default: as many as predict best)")
			flags.BoolVar(&c.Blocks, "blocks", false, "tell persons as blocks")
		},
		check: func(a *asked) (err error) {
			c.Tables, c.From, c.Seed = a.repeats, a.from, a.seed
			if c.Kinds, err = cli.EachOnce("--tables", a.tables, together.ByName); err != nil {
				return err
			}
			c.Methods, err = a.reducing()
			return cmp.Or(err, cli.Refuse(c.Dim < 0, "--dim %d: the number of components must be at least 1", c.Dim))
		},
		make: func(context.Context, *asked) (experiment.Experiment, error) { return c.Experiment(), nil },
	})
}

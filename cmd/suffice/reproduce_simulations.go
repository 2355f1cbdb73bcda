package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/simulations"
)

// simulationsCommand measures methods on the models of the literature.
type simulationsCommand struct {
	streams
	cells, methods []string
	replicates     int
	from, seed     uint64
	experimentFiles

	experiment simulations.Experiment
}

func newSimulations(s streams) *cobra.Command {
	c := &simulationsCommand{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "simulations",
		Short: "Compare methods on models of the literature, beside R's MAVE",
		Long: `Simulations measures the error of the subspace found on tables drawn from models
of the literature, whose subspace is known, beside the best of what R's MAVE and
others reach. Methods have their defaults and are told the number of directions.
A cell is a model with a number of rows and of inputs; --cells takes groups,
models, and cells of any size:

  first   24 cells: Li 1991, Xia 2007, Li and Wang 2007, Fukumizu and Leng 2014,
          classes, heavy tails, outliers, inputs that hang together
  cve     7 models of conditional variance estimation, Fertl and Bura 2021
  ecve    7 models of its ensembles
  seas    2 models with 1000 inputs, Zeng, Mai and Zhang 2022; not by default
  cve1    one model, at the sizes at which it is judged
  cve1_50_30   the same with 50 rows and 30 inputs

A table is determined by the cell and the number of the replicate, and has the
numbers that NumPy draws. Rivals were measured on replicates 1 to 5. A method is
left out where it does not apply, as cca with two directions of one number.
docs/simulations.md has the formulas.

With --state, finished fits are kept in a file, and a run that was interrupted
goes on where it stopped.`,
		Example: `  suffice reproduce simulations --cells cve1,ecve --methods sca,kdr,sir
  suffice reproduce simulations --from 101 --replicates 20 --state s.jsonl
  suffice reproduce simulations --cells cve2_200_10 --replicates 3 --json`,
		Args: takesNothing,
		RunE: checked(c.check, c.run),
	})
	flags.StringSliceVar(&c.cells, "cells", usualGroups(), "groups, models or `cells`")
	flags.StringSliceVar(&c.methods, "methods", []string{"sca", "kdr"}, "`names` of the methods to compare")
	flags.IntVar(&c.replicates, "replicates", 5, "tables of each cell")
	flags.Uint64Var(&c.from, "from", 1, "`number` of the first replicate")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of each fit")
	flags.StringArrayVarP(&c.outputs, "output", "o", nil, "write to this `file`: .md or .csv; may be given\nseveral times")
	flags.StringVar(&c.state, "state", "", "keep finished fits in this `file`, and go on from it")
	c.addJSON(flags, "print one JSON object instead of the table")
	complete(cmd, "methods", methodValues())
	complete(cmd, "cells", append(simulations.Groups(), names(simulations.Models(), func(m simulations.Model) string { return m.Name })...))
	return cmd
}

// usualGroups are all but the one whose tables have 1000 inputs.
func usualGroups() []string {
	return slices.DeleteFunc(simulations.Groups(), func(group string) bool { return group == "seas" })
}

// check finds what is wrong with the options before any work.
func (c *simulationsCommand) check(given, []string) (err error) {
	c.experiment, err = c.chosen()
	return cmp.Or(err, c.checkWritable())
}

// chosen is the experiment of the options.
func (c *simulationsCommand) chosen() (simulations.Experiment, error) {
	e := simulations.Experiment{Replicates: c.replicates, From: c.from, Seed: c.seed}
	if err := cmp.Or(
		refuse(c.replicates < 1, "--replicates %d: there must be at least 1", c.replicates),
		refuse(len(c.cells) == 0, "--cells: name at least one"),
		refuse(len(c.methods) == 0, "--methods: name at least one method"),
	); err != nil {
		return e, err
	}
	err := c.experimentFiles.check(".md or .csv", simulationsResult{}.writer)
	if err != nil {
		return e, err
	}
	if e.Cells, err = simulations.CellsNamed(c.cells); err != nil {
		return e, usagef("--cells: %s", err)
	}
	if e.Methods, err = chosenMethods(c.methods); err != nil {
		return e, err
	}
	for _, m := range e.Methods {
		if err := appliesNowhere(m, e.Cells); err != nil {
			return e, err
		}
	}
	return e, nil
}

// appliesNowhere says why a method is not for any of the cells, or nil.
func appliesNowhere(m suffice.Method, cells []simulations.Cell) error {
	applies := func(c simulations.Cell) bool { return simulations.Applies(m, c) }
	return cmp.Or(reducesNothing(m), refuse(!slices.ContainsFunc(cells, applies), "--methods: %s cannot find the directions of any of these cells, such as %s; leave it out or choose other cells", m.Name, cells[0].Name()))
}

func (c *simulationsCommand) run(ctx context.Context, _ []string) error {
	open := func(path string) (*simulations.State, error) { return simulations.OpenState(path, c.seed) }
	return withState(c.state, open, &c.experiment.State, func() error {
		return measuredTo(ctx, c.streams, c.experimentFiles, func(ctx context.Context, progress *progress) (simulationsResult, error) {
			c.experiment.Progress = progress.trialsDone
			result, err := c.experiment.Run(ctx)
			return simulationsResult{Replicates: c.replicates, From: c.from, Seed: c.seed, Result: result}, err
		})
	})
}

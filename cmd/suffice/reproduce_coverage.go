package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"suffice/internal/page"
	"suffice/internal/paper"
	"suffice/internal/simulations"
	"suffice/internal/wording"
)

// coverageCommand measures how often the intervals of fit --bootstrap hold the truth.
type coverageCommand struct {
	streams
	cells                 []string
	method                string
	replicates, resamples int
	from, seed            uint64

	experiment simulations.Coverage
	measures   []func(context.Context) (simulations.Covered, error)
}

func newCoverage(s streams) *cobra.Command {
	c := &coverageCommand{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "coverage",
		Short: "Count how often the intervals of weights hold the truth",
		Long: `Coverage draws tables whose subspace is known, fits them, finds the 95% intervals
of the weights that fit --bootstrap finds, and counts how often they hold the
true weight, over replicates, components and inputs. The true directions are
turned to the components found first, since a subspace has no directions of its
own. Cells are those of reproduce simulations, of any size, and the paper's data
sets with a number of rows: data1_1000.`,
		Example: `  suffice reproduce coverage --replicates 20 --resamples 50
  suffice reproduce coverage --cells li_rat_400_10 --replicates 200 --json`,
		Args: takesNothing,
		RunE: checked(c.check, c.run),
	})
	flags.StringSliceVar(&c.cells, "cells", []string{"li_rat_400_10", "si_lin_500_50", "data1_1000"}, "`cells` to draw tables of")
	flags.StringVar(&c.method, "method", "sca", "`name` of the method")
	flags.IntVar(&c.replicates, "replicates", 20, "tables of each cell")
	flags.IntVar(&c.resamples, "resamples", 200, "halves of each table")
	flags.Uint64Var(&c.from, "from", 1, "`number` of the first replicate")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of each fit")
	c.addJSON(flags, "print one JSON object instead of the table")
	complete(cmd, "method", methodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (c *coverageCommand) check(given, []string) error {
	if err := cmp.Or(
		refuse(c.replicates < 1, "--replicates %d: there must be at least 1", c.replicates),
		refuse(c.resamples < 2, "--resamples %d: there must be at least 2", c.resamples),
		refuse(len(c.cells) == 0, "--cells: name at least one"),
	); err != nil {
		return err
	}
	methods, err := chosenMethods([]string{c.method})
	if err != nil {
		return err
	}
	c.experiment = simulations.Coverage{Method: methods[0], Replicates: c.replicates, From: c.from, Resamples: c.resamples, Seed: c.seed}
	c.measures = nil
	for _, name := range c.cells {
		if err := c.add(name); err != nil {
			return usagef("--cells: %s", err)
		}
	}
	return nil
}

// add finds what a name stands for.
func (c *coverageCommand) add(name string) error {
	data, n, err := paperRows(name)
	if err != nil {
		return err
	}
	if n > 0 {
		c.measures = append(c.measures, func(ctx context.Context) (simulations.Covered, error) {
			return c.experiment.OfPaper(ctx, data, n)
		})
		return nil
	}
	cells, err := simulations.CellsNamed([]string{name})
	for _, cell := range cells {
		c.measures = append(c.measures, func(ctx context.Context) (simulations.Covered, error) {
			return c.experiment.Of(ctx, cell)
		})
	}
	return err
}

// paperRows is the paper's data set and the number of rows that a name such as data1_1000
// stands for; no rows where it names none of them.
func paperRows(name string) (data paper.Data, n int, err error) {
	set, _, _ := strings.Cut(name, "_")
	if data, err = paper.ByName(set); err != nil {
		return data, 0, nil //nolint:nilerr // it is the name of something else
	}
	if _, err := fmt.Sscanf(name, set+"_%d", &n); err != nil || n < 20 {
		return data, 0, fmt.Errorf("%s does not say how many rows; write %s_1000", name, set)
	}
	return data, n, nil
}

func (c *coverageCommand) run(ctx context.Context, _ []string) error {
	progress := startProgress(c.err, "drawing")
	defer progress.end()
	result := coverageResult{Method: c.method, Replicates: c.replicates, From: c.from, Resamples: c.resamples, Seed: c.seed}
	for i, measure := range c.measures {
		c.experiment.Progress = func(done, all int) {
			progress.set("%s cell %d of %d, %s", page.Bar(done, all), i+1, len(c.measures), wording.Count(done, "table"))
		}
		covered, err := measure(ctx)
		if err != nil {
			return err
		}
		result.Cells = append(result.Cells, covered)
	}
	progress.end()
	return c.tell(result, result.text)
}

// coverageResult is what --json prints.
type coverageResult struct {
	Method     string                `json:"method"`
	Replicates int                   `json:"replicates"`
	From       uint64                `json:"from"`
	Resamples  int                   `json:"resamples"`
	Seed       uint64                `json:"seed"`
	Cells      []simulations.Covered `json:"cells"`
}

func (r coverageResult) text() string {
	var out page.Text
	out.Line("95%% intervals of weights that hold the truth, %s, %s, %s, seed %d\n", r.Method, wording.Count(r.Replicates, "replicate"), wording.Count(r.Resamples, "resample"), r.Seed)
	out.Line("%-18s %8s %8s %8s %8s %8s %8s %8s", "cell", "weights", "covered", "length", "size", "error", "angle", "seconds")
	for _, c := range r.Cells {
		out.Line("%-18s %8d %7.1f%% %8.3f %8.2f %8.3f %7.0f%% %8.2f", c.Cell, c.Weights, 100*c.Share, c.Length, c.Size, c.Error, 100*c.Angles, c.Seconds)
	}
	return out.String()
}

package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"suffice/internal/page"
	"suffice/internal/simulations"
	"suffice/internal/wording"
)

// coverageCommand measures how often the intervals of fit --bootstrap hold the truth.
type coverageCommand struct {
	drawnTables
	resamples int
}

func newCoverage(s streams) *cobra.Command {
	c := &coverageCommand{drawnTables: drawnTables{streams: s}}
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
	c.add(flags, []string{"li_rat_400_10", "si_lin_500_50", "data1_1000"}, 20, "each fit")
	flags.IntVar(&c.resamples, "resamples", 200, "halves of each table")
	complete(cmd, "method", methodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (c *coverageCommand) check(given, []string) error {
	return cmp.Or(refuse(c.resamples < 2, "--resamples %d: there must be at least 2", c.resamples), c.drawnTables.check(false))
}

func (c *coverageCommand) run(ctx context.Context, _ []string) error {
	return measured(ctx, c.streams, func(ctx context.Context, progress *progress) (coverageResult, error) {
		c.tries.Progress = progress.trialsDone
		cells, err := simulations.Coverage{Replicates: c.tries, Resamples: c.resamples}.Of(ctx, c.kinds)
		return coverageResult{c.method, c.tries.Replicates, c.tries.From, c.resamples, c.tries.Seed, cells}, err
	})
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

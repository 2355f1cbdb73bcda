package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/internal/page"
	"suffice/internal/simulations"
	"suffice/internal/wording"
)

// dimsCommand counts how often the number of components is found.
type dimsCommand struct{ drawnTables }

func newReproduceDims(s streams) *cobra.Command {
	c := &dimsCommand{drawnTables{streams: s}}
	cmd, flags := options(&cobra.Command{
		Use:   "dims",
		Short: "Count how often the number of components is found",
		Long: `Dims draws tables whose number of directions is known, and counts how often the
number that fit finds is the true one. Cells are those of reproduce simulations,
of any size, the paper's data sets with a number of rows, data1_400, and noise:
noise_200_20 are 200 rows of 20 inputs and a number that has nothing to do with
them, classes_200_20 the same with three classes.`,
		Example: `  suffice reproduce dims --replicates 10
  suffice reproduce dims --cells noise_200_20,classes_200_20 --replicates 100
  suffice reproduce dims --cells cve --from 201 --replicates 20 --json`,
		Args: takesNothing,
		RunE: checked(c.check, c.run),
	})
	c.add(flags, []string{"li_rat_400_10", "lw_a_200_10", "rings_400_10", "xia_sign_400_20", "data1_400", "data2_400", "data3_400", "data4_400", "cve"}, 10, "the folds and fits")
	complete(cmd, "method", methodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (c *dimsCommand) check(given, []string) error {
	return cmp.Or(c.drawnTables.check(true), refuse(c.tries.Method.KeepsInputs, "--method: %s keeps all inputs", c.method))
}

func (c *dimsCommand) run(ctx context.Context, _ []string) error {
	return measured(ctx, c.streams, func(ctx context.Context, progress *progress) (dimsResult, error) {
		c.tries.Progress = progress.trialsDone
		cells, err := simulations.Numbers{Replicates: c.tries}.Of(ctx, c.kinds)
		return dimsResult{c.method, c.tries.Replicates, c.tries.From, c.tries.Seed, cells}, err
	})
}

// dimsResult is what --json prints.
type dimsResult struct {
	Method     string                 `json:"method"`
	Replicates int                    `json:"replicates"`
	From       uint64                 `json:"from"`
	Seed       uint64                 `json:"seed"`
	Cells      []simulations.Numbered `json:"cells"`
}

func (r dimsResult) text() string {
	var out page.Text
	out.Line("the number of components found, %s, %s of each cell from %d, seed %d\n", r.Method, wording.Count(r.Replicates, "table"), r.From, r.Seed)
	out.Line("%-16s %5s %6s %7s  %5s  %-14s %s", "cell", "true", "right", "in fit", "p<.05", "R2 or accuracy", "found")
	for _, c := range r.Cells {
		var said []string
		for _, number := range slices.Sorted(maps.Keys(c.Found)) {
			said = append(said, fmt.Sprintf("%d: %d", number, c.Found[number]))
		}
		out.Line("%-16s %5d %6d %7d  %5d  %6.3f (%.3f)  %s", c.Cell, c.Dim, c.Right, c.Fitted, c.Small, c.Value, c.SE, strings.Join(said, ", "))
	}
	out.Line("\n0 found means that noise would have done as well; the model of a fit has at least\none component all the same, with a warning")
	return out.String()
}

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
type dimsCommand struct {
	streams
	cells      []string
	method     string
	replicates int
	from, seed uint64

	experiment simulations.Numbers
	kinds      []simulations.Drawn
}

func newReproduceDims(s streams) *cobra.Command {
	c := &dimsCommand{streams: s}
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
	flags.StringSliceVar(&c.cells, "cells", []string{"li_rat_400_10", "lw_a_200_10", "rings_400_10", "xia_sign_400_20", "data1_400", "data2_400", "data3_400", "data4_400", "cve"}, "`cells` to draw tables of\n")
	flags.StringVar(&c.method, "method", "sca", "`name` of the method")
	flags.IntVar(&c.replicates, "replicates", 10, "tables of each cell")
	flags.Uint64Var(&c.from, "from", 1, "`number` of the first replicate")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of the folds and fits")
	c.addJSON(flags, "print one JSON object instead of the table")
	complete(cmd, "method", methodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (c *dimsCommand) check(given, []string) error {
	if err := cmp.Or(
		refuse(c.replicates < 1, "--replicates %d: there must be at least 1", c.replicates),
		refuse(len(c.cells) == 0, "--cells: name at least one"),
	); err != nil {
		return err
	}
	methods, err := chosenMethods([]string{c.method})
	if err != nil {
		return err
	}
	if methods[0].KeepsInputs {
		return usagef("--method: %s keeps all inputs", c.method)
	}
	c.experiment, c.kinds = simulations.Numbers{Method: methods[0], Replicates: c.replicates, From: c.from, Seed: c.seed}, nil
	for _, name := range c.cells {
		if err := c.add(name); err != nil {
			return usagef("--cells: %s", err)
		}
	}
	return nil
}

// add finds what a name stands for.
func (c *dimsCommand) add(name string) error {
	var n, d int
	set, _, _ := strings.Cut(name, "_")
	if set == "noise" || set == "classes" {
		if _, err := fmt.Sscanf(name, set+"_%d_%d", &n, &d); err != nil || n < 20 || d < 1 {
			return fmt.Errorf("%s does not say how many rows and inputs; write %s_200_20", name, set)
		}
		c.kinds = append(c.kinds, simulations.Noise(name, n, d, set == "classes"))
		return nil
	}
	data, n, err := paperRows(name)
	if err != nil {
		return err
	}
	if n > 0 {
		c.kinds = append(c.kinds, simulations.DrawnOfPaper(name, data, n))
		return nil
	}
	cells, err := simulations.CellsNamed([]string{name})
	for _, cell := range cells {
		c.kinds = append(c.kinds, simulations.DrawnOf(cell))
	}
	return err
}

func (c *dimsCommand) run(ctx context.Context, _ []string) error {
	progress := startProgress(c.err, "drawing")
	defer progress.end()
	result := dimsResult{Method: c.method, Replicates: c.replicates, From: c.from, Seed: c.seed}
	for i, kind := range c.kinds {
		c.experiment.Progress = func(done, all int) {
			progress.set("%s %s, cell %d of %d", page.Bar(done, all), kind.Name, i+1, len(c.kinds))
		}
		found, err := c.experiment.Of(ctx, kind)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.Name, err)
		}
		result.Cells = append(result.Cells, found)
	}
	progress.end()
	return c.tell(result, result.text)
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

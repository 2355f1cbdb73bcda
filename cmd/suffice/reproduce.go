package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"suffice/paper"
)

// reproduce is the command that repeats the paper's experiments.
type reproduce struct {
	streams
	trials, n, centres int
	seed               uint64
	data, methods      []string
	asJSON             bool
}

func newReproduce(s streams) *cobra.Command {
	r := &reproduce{streams: s}
	cmd := &cobra.Command{
		Use:   "reproduce table1",
		Short: "Repeat an experiment of the SCA paper",
		Long: `Reproduce repeats the paper's Table 1: the error of the subspace found, on
artificial data with a known answer, over many trials. The paper's own figures
stand beside. Trial k, counted from 0, uses the given seed plus k for its data
and its fit; suffice generate and suffice fit repeat a single one.`,
		Example: `  suffice reproduce table1 --trials 10
  suffice reproduce table1 --data data2,data3 --methods sca --trials 40 --json`,
		Args:      takes("one experiment, table1"),
		ValidArgs: []string{"table1"},
		RunE:      func(cmd *cobra.Command, args []string) error { return r.run(cmd.Context(), args[0]) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&r.trials, "trials", 100, "trials of each method on each data set")
	flags.IntVarP(&r.n, "n", "n", 1000, "`rows` of a trial")
	flags.Uint64Var(&r.seed, "seed", 1, "seed of the first trial")
	flags.StringSliceVar(&r.data, "data", dataNames(), "data `sets`")
	flags.StringSliceVar(&r.methods, "methods", []string{"sca0", "sca"}, "`methods` to compare")
	flags.IntVar(&r.centres, "centres", 0, "kernel centres of a set (default: as the method has)")
	flags.BoolVar(&r.asJSON, "json", false, "print one JSON object instead of the table")
	return cmd
}

func (r *reproduce) run(ctx context.Context, experiment string) error {
	table1, err := r.table1(experiment)
	if err != nil {
		return err
	}
	progress := startProgress(r.err, "starting")
	defer progress.end()
	table1.Progress = func(done, all int, data, method string) {
		progress.set("%s on %s: trial %d of %d", method, data, done+1, all)
	}
	table, err := table1.Run(ctx)
	if err != nil {
		return err
	}
	progress.end()
	if r.asJSON {
		return r.printJSON(r.report(table))
	}
	return r.print(r.text(table))
}

// table1 makes the experiment of the options.
func (r *reproduce) table1(experiment string) (paper.Table1, error) {
	t := paper.Table1{Trials: r.trials, N: r.n, Seed: r.seed}
	switch {
	case experiment != "table1":
		return t, usagef("there is no experiment %q; choose table1", experiment)
	case r.trials < 1:
		return t, usagef("--trials %d: there must be at least 1", r.trials)
	case r.n < 2 || r.n > maxRows:
		return t, usagef("--n %d: the number of rows must be from 2 to %d", r.n, maxRows)
	case r.centres < 0:
		return t, usagef("--centres %d: the number of centres must be at least 1", r.centres)
	}
	for _, name := range r.data {
		data, err := paper.ByName(name)
		if err != nil {
			return t, usagef("--data: %s", err)
		}
		t.Data = append(t.Data, data)
	}
	for _, name := range r.methods {
		switch name {
		case "sca0":
			t.Methods = append(t.Methods, paper.SCA0(r.centres))
		case "sca":
			t.Methods = append(t.Methods, paper.SCA(r.centres))
		default:
			return t, usagef("--methods: there is no method %q; choose sca0 or sca", name)
		}
	}
	return t, nil
}

// text is the table for people.
func (r *reproduce) text(table []paper.Row) string {
	var out strings.Builder
	fmt.Fprintf(&out, "error of the subspace, %s of %d rows, seed %d\n\n", count(r.trials, "trial"), r.n, r.seed)
	fmt.Fprintf(&out, "%-7s %-7s %-16s %8s %9s   %s\n", "data", "method", "mean (sd)", "largest", "seconds", "paper")
	floor := false
	for _, row := range table {
		printed := ""
		if figure, ok := paper.Printed(row.Data, row.Method); ok {
			printed = fmt.Sprintf("%.3f (%.3f)", figure.Mean, figure.SD)
		}
		floor = floor || row.Method == "ols"
		line := fmt.Sprintf("%-7s %-7s %-16s %8.4f %9.2f   %s", row.Data, row.Method,
			fmt.Sprintf("%.4f (%.4f)", row.Mean, row.SD), row.Max, row.Seconds, printed)
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	out.WriteString("\nseconds: mean time of a fit; paper: its Table 1, 100 trials of 1000 rows\n")
	if floor {
		out.WriteString("ols: least squares with the true model of data1, the floor on the same data\n")
	}
	return out.String()
}

// table1Report is what --json prints.
type table1Report struct {
	Trials int         `json:"trials"`
	N      int         `json:"n"`
	Seed   uint64      `json:"seed"`
	Rows   []reportRow `json:"rows"`
}

type reportRow struct {
	Data      string   `json:"data"`
	Method    string   `json:"method"`
	Mean      float64  `json:"mean"`
	SD        float64  `json:"sd"`
	Max       float64  `json:"max"`
	Seconds   float64  `json:"seconds"`
	PaperMean *float64 `json:"paper_mean"` // null where the paper has none
	PaperSD   *float64 `json:"paper_sd"`
}

func (r *reproduce) report(table []paper.Row) table1Report {
	report := table1Report{Trials: r.trials, N: r.n, Seed: r.seed}
	for _, row := range table {
		out := reportRow{Data: row.Data, Method: row.Method, Mean: row.Mean, SD: row.SD, Max: row.Max, Seconds: row.Seconds}
		if figure, ok := paper.Printed(row.Data, row.Method); ok {
			out.PaperMean, out.PaperSD = &figure.Mean, &figure.SD
		}
		report.Rows = append(report.Rows, out)
	}
	return report
}

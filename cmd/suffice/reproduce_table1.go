package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/paper"
	"suffice/output"
)

// table1 is the command that repeats the paper's first experiment.
type table1 struct {
	streams
	trials, n, centres int
	seed               uint64
	data, methods      []string
	experimentFiles

	experiment paper.Table1
}

func newTable1(s streams) *cobra.Command {
	t := &table1{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "table1",
		Short: "Compare methods on artificial data, as the paper's Table 1 does",
		Long: `Table1 repeats the paper's Table 1: the error of the subspace found, on
artificial data with a known answer, over many trials. The paper's own figures
stand beside. Trial k, counted from 0, uses the given seed plus k for its data
and its fit; suffice generate and suffice fit repeat a single one.

With --state, finished trials are kept in a file, and a run that was interrupted
goes on where it stopped.`,
		Example: `  suffice reproduce table1 --trials 10
  suffice reproduce table1 --data data2,data3 --methods sca --trials 40 --json
  suffice reproduce table1 --state table1.jsonl -o table1.md -o table1.png`,
		Args: takesNothing,
		RunE: checked(t.check, t.run),
	})
	flags.IntVar(&t.trials, "trials", 100, "trials of each method on each data set")
	flags.IntVarP(&t.n, "n", "n", 1000, "`rows` of a trial")
	flags.Uint64Var(&t.seed, "seed", 1, "seed of the first trial")
	flags.StringSliceVar(&t.data, "data", dataNames(paper.All()), "data `sets`")
	flags.StringSliceVar(&t.methods, "methods", nil, "`names` of the methods to compare (default: the paper's)")
	flags.IntVar(&t.centres, "centres", 0, "kernel centres of a set (default: as the method has)")
	flags.StringArrayVarP(&t.outputs, "output", "o", nil, "write to this `file`: .md, .csv, or a box plot,\n.png, .svg or .pdf; may be given several times")
	flags.StringVar(&t.state, "state", "", "keep finished trials in this `file`, and go on from it")
	t.addJSON(flags, "print one JSON object instead of the table")
	return cmd
}

// check finds what is wrong with the options before any work.
func (t *table1) check(given given, _ []string) (err error) {
	if !given("methods") {
		t.methods = paper.Compared()
	}
	t.experiment, err = t.chosen()
	return cmp.Or(err, t.checkWritable())
}

func (t *table1) run(ctx context.Context, _ []string) error {
	open := func(path string) (*paper.State, error) {
		return paper.OpenState(path, paper.StateSettings{N: t.n, Seed: t.seed, Centres: t.centres})
	}
	return withState(t.state, open, &t.experiment.State, func() error {
		return measuredTo(ctx, t.streams, t.experimentFiles, func(ctx context.Context, progress *progress) (table1Result, error) {
			t.experiment.Progress = progress.trialsDone
			table, err := t.experiment.Run(ctx)
			return table1Result{Trials: t.trials, N: t.n, Seed: t.seed, Rows: table, Times: paper.Times(table)}, err
		})
	})
}

// chosen is the experiment of the options.
func (t *table1) chosen() (paper.Table1, error) {
	e := paper.Table1{Trials: t.trials, N: t.n, Seed: t.seed}
	if err := cmp.Or(
		refuse(t.trials < 1, "--trials %d: there must be at least 1", t.trials),
		refuse(t.n < 2 || t.n > maxRows, "--n %d: the number of rows must be from 2 to %d", t.n, maxRows),
		refuse(t.centres < 0, "--centres %d: the number of centres must be at least 1", t.centres),
		refuse(len(t.data) == 0, "--data: name at least one data set"),
		refuse(len(t.methods) == 0, "--methods: name at least one method"),
	); err != nil {
		return e, err
	}
	if err := t.experimentFiles.check(".md, .csv, .png, .svg or .pdf", table1Result{}.writer); err != nil {
		return e, err
	}
	var err error
	if e.Data, err = eachOnce("--data", t.data, paper.ByName); err != nil {
		return e, err
	}
	methods, err := chosenMethods(t.methods)
	if err != nil {
		return e, err
	}
	for _, m := range methods {
		if err := cannot(m, e.Data); err != nil {
			return e, err
		}
		e.Methods = append(e.Methods, paper.MethodOf(m, t.centres))
	}
	return e, nil
}

// cannot says why a method is not for the table of these data sets, or nil.
func cannot(m suffice.Method, sets []paper.Data) error {
	if m.KeepsInputs || m.Most == nil {
		return reducesNothing(m)
	}
	most := m.Most(output.Numbers([]float64{0, 1})) // y is one number
	tooMany := func(d paper.Data) bool { return d.Dim() > most }
	first, instead := slices.IndexFunc(sets, tooMany), ""
	if first < 0 {
		return nil
	}
	if can := slices.DeleteFunc(slices.Clone(sets), tooMany); len(can) > 0 {
		instead = " or choose --data " + strings.Join(dataNames(can), ",")
	}
	return usagef("--methods: %s cannot find %d components of one number (%s); leave it out%s", m.Name, sets[first].Dim(), sets[first].Name, instead)
}

package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"suffice/internal/page"
	"suffice/internal/realtables"
)

// benchReal is the command that tells how well components predict on real tables.
type benchReal struct {
	streams
	folder        string
	tables        []string
	methods       []string
	dims          []int
	splits, seeds int
	seed          uint64
	state         string

	experiment realtables.Experiment
}

func newBenchReal(s streams) *cobra.Command {
	b := &benchReal{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "real",
		Short: "Measure how well components predict on real tables",
		Long: `Real fits methods with their defaults on a part of the rows of real tables, and
predicts the others from the components: by the nearest neighbours, and by
kernel ridge regression. Both choose their settings by cross-validation within
the training rows, and take the components as suffice transform gives them.
Half of the rows are for training, at most 2000. The error is the share that is
left of that of guessing the mean or the most frequent class: 0 is perfect, 1 is
of no use. The first method is compared with the others.

The tables are not ours to ship; docs/real.md says which they are.`,
		Example: `  suffice bench real
  suffice bench real --tables housing,wine --methods sca,kdr,sir --dims 1,2
  suffice bench real --seeds 2 --state real.jsonl --json`,
		Args: takesNothing,
		RunE: checked(b.check, b.run),
	})
	flags.StringVar(&b.folder, "data", "../shared/data/tabular", "`directory` of the tables")
	flags.StringSliceVar(&b.tables, "tables", nil, "`names` of tables (default: all)")
	flags.StringSliceVar(&b.methods, "methods", []string{"sca", "kdr"}, "`names` as suffice methods has them")
	flags.IntSliceVar(&b.dims, "dims", []int{1, 2, 5}, "`numbers` of components")
	flags.IntVar(&b.splits, "splits", 5, "random divisions of each table")
	flags.IntVar(&b.seeds, "seeds", 1, "fits of each division, with seeds of their own")
	flags.Uint64Var(&b.seed, "seed", 1, "seed of the divisions and of the fits")
	flags.StringVar(&b.state, "state", "", "keep finished fits in this `file`, and go on from it")
	b.addJSON(flags, "print one JSON object instead of the tables")
	complete(cmd, "methods", methodValues())
	complete(cmd, "tables", realtables.Names())
	return cmd
}

// check finds what is wrong with the options before any work.
func (b *benchReal) check(given given, _ []string) error {
	if !given("tables") {
		b.tables = realtables.Names()
	}
	errs := []error{
		refuse(len(b.tables) == 0, "--tables: name at least one table"),
		refuse(len(b.methods) == 0, "--methods: name at least one method"),
		refuse(len(b.dims) == 0, "--dims: name at least one number of components"),
		refuse(b.splits < 1, "--splits %d: there must be at least 1", b.splits),
		refuse(b.seeds < 1, "--seeds %d: there must be at least 1", b.seeds),
		refuse(b.state == "-", "--state -: the state must be a file"),
	}
	for i, dim := range b.dims {
		errs = append(errs, refuse(dim < 1, "--dims %d: the number of components must be at least 1", dim),
			refuse(slices.Contains(b.dims[:i], dim), "--dims: %d is there twice", dim))
	}
	return cmp.Or(append(errs, b.choose())...)
}

// choose finds the tables and methods, and the folder.
func (b *benchReal) choose() error {
	e := realtables.Experiment{Folder: b.folder, Dims: slices.Sorted(slices.Values(b.dims)), Splits: b.splits, Seeds: b.seeds, Seed: b.seed}
	for i, name := range b.tables {
		t, err := realtables.ByName(name)
		if err != nil {
			return usagef("--tables: %s", err)
		}
		if twice(b.tables, i) {
			return usagef("--tables: %s is there twice", name)
		}
		e.Tables = append(e.Tables, t)
	}
	methods, err := chosenMethods(b.methods)
	if err != nil {
		return err
	}
	for _, m := range methods {
		e.Methods = append(e.Methods, realtables.Ours(m))
	}
	b.experiment = e
	switch err := realtables.Find(b.folder, e.Tables); {
	case errors.Is(err, realtables.ErrNoFolder):
		return usagef("there is no directory %s with the tables; name it with --data, docs/real.md says which files it has", b.folder)
	case err != nil:
		return usagef("--data %s", err)
	}
	return nil
}

func (b *benchReal) run(ctx context.Context, _ []string) (err error) {
	if b.state != "" {
		if b.experiment.State, err = realtables.OpenState(b.state, b.seed); err != nil {
			return err
		}
		defer closeState(b.experiment.State, &err)
	}
	return measured(ctx, b.streams, func(ctx context.Context, progress *progress) (realReport, error) {
		b.experiment.Progress = func(at realtables.Progress) {
			progress.set("%s %d of %d, %s on %s%s", page.Bar(at.Done, at.All), at.Done, at.All, at.Method, at.Table, page.Left(at.Left))
		}
		result, err := b.experiment.Run(ctx)
		if err != nil {
			return realReport{}, err
		}
		return realReport{Splits: b.splits, FitSeeds: b.seeds, Seed: b.seed, Methods: b.methods, Dims: b.experiment.Dims, Result: result}, nil
	})
}

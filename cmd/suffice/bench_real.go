package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/peers"
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
	pythonOptions

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

The methods are those of suffice methods; auto, the one of them that predicts
best within the training rows, as fit --method auto chooses it; and rmave,
refined minimum average variance estimation, which runs in Python with NumPy, in
an environment of its own that is made the first time.

The tables are not ours to ship; docs/real.md says which they are.`,
		Example: `  suffice bench real
  suffice bench real --tables housing,wine --methods sca,kdr,sir --dims 1,2
  suffice bench real --seeds 2 --state real.jsonl --json`,
		Args: takesNothing,
		RunE: checked(b.check, b.run),
	})
	flags.StringVar(&b.folder, "data", "../shared/data/tabular", "`directory` of the tables\n")
	flags.StringSliceVar(&b.tables, "tables", nil, "`names` of tables (default: all)")
	flags.StringSliceVar(&b.methods, "methods", []string{"sca", "kdr"}, "`names` as suffice methods has them, auto or rmave\n")
	flags.IntSliceVar(&b.dims, "dims", []int{1, 2, 5}, "`numbers` of components")
	flags.IntVar(&b.splits, "splits", 5, "random divisions of each table")
	flags.IntVar(&b.seeds, "seeds", 1, "fits of a division, each with its own seed")
	flags.Uint64Var(&b.seed, "seed", 1, "seed of the divisions and of the fits")
	flags.StringVar(&b.state, "state", "", "keep finished fits in this `file`, and go on from it")
	b.addPython(flags, " of rmave")
	b.addJSON(flags, "print one JSON object instead of the tables")
	complete(cmd, "methods", append(methodValues(), autoValue, realtables.RMAVEName+"\trefined minimum average variance estimation, in NumPy"))
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
	var err error
	if e.Tables, err = eachOnce("--tables", b.tables, realtables.ByName); err != nil {
		return err
	}
	if _, err = eachOnce("--methods", b.methods, func(name string) (m suffice.Method, err error) {
		if name == realtables.RMAVEName || name == realtables.AutoName {
			return m, nil
		}
		return methodOrChain(name)
	}); err != nil {
		return err
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

// setMethods makes the methods, and the environment of the one that needs Python.
func (b *benchReal) setMethods(ctx context.Context) error {
	for _, name := range b.methods {
		m, err := b.method(ctx, name)
		if err != nil {
			return err
		}
		b.experiment.Methods = append(b.experiment.Methods, m)
	}
	return nil
}

func (b *benchReal) method(ctx context.Context, name string) (realtables.Method, error) {
	switch name {
	case realtables.AutoName:
		return realtables.Auto(), nil
	case realtables.RMAVEName:
		python, err := b.open(ctx, b.streams, peers.NumPy)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("rmave needs Python with NumPy: %w; see --python and --env, or leave it out of --methods", err)
		}
		return realtables.RMAVE(python), err
	}
	m, err := methodOrChain(name)
	return realtables.Ours(m), err
}

func (b *benchReal) run(ctx context.Context, _ []string) error {
	if err := b.setMethods(ctx); err != nil {
		return err
	}
	open := func(path string) (*realtables.State, error) { return realtables.OpenState(path, b.seed) }
	return withState(b.state, open, &b.experiment.State, func() error {
		return measured(ctx, b.streams, func(ctx context.Context, progress *progress) (realReport, error) {
			b.experiment.Progress = progress.trialsDone
			result, err := b.experiment.Run(ctx)
			return realReport{Splits: b.splits, FitSeeds: b.seeds, Seed: b.seed, Methods: b.methods, Dims: b.experiment.Dims, Result: result}, err
		})
	})
}

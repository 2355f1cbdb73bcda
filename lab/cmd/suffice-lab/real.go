package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/lab/experiment"
	"suffice/lab/peers"
	"suffice/lab/realtables"
)

// addFolder adds the options that say which real tables are taken.
func (a *asked) addFolder(flags *pflag.FlagSet, folder *string) {
	flags.StringVar(folder, "folder", "../shared/data/tabular", "`directory` of the tables\n")
	flags.StringSliceVar(&a.tables, "tables", nil, "`names` of tables (default: all)")
	flags.IntVar(&a.repeats, "repeats", 1, "random divisions of each table")
	flags.Uint64Var(&a.seed, "seed", 1, "seed of the first division and its fits")
}

// realTables are those that the options name.
func (a *asked) realTables(folder string) ([]realtables.Table, error) {
	if a.tables == nil {
		a.tables = realtables.Names()
	}
	tables, err := cli.EachOnce("--tables", a.tables, realtables.ByName)
	if err != nil {
		return nil, err
	}
	switch err := realtables.Find(folder, tables); {
	case errors.Is(err, realtables.ErrNoFolder):
		return nil, cli.Usagef("there is no directory %s with the tables; name it with --folder, docs/real.md says which files it has", folder)
	case err != nil:
		return nil, cli.Usagef("--folder %s", err)
	}
	return tables, nil
}

func newBenchReal(s cli.Streams) *cobra.Command {
	var c realtables.Components
	return newExperiment(s, &making{
		command: &cobra.Command{
			Use:   "real",
			Short: "Measure how well real tables are predicted from components",
			Long: `Real fits methods on a part of the rows of real tables, predicts the others from
their components, by the nearest neighbours and by kernel ridge regression, and
divides the error by that of guessing the mean or the most frequent class: 0 is
perfect, 1 is of no use. Half of the rows are for training, at most 2000. The
first method is compared with the others by the geometric mean over the tables.
With --fits 2, it also counts where another seed gives another answer.

Methods are those of suffice methods, auto, which chooses one by the training
rows, and rmave, refined MAVE in NumPy, which needs Python. The tables are not
ours to ship; docs/real.md says which they are.`,
			Example: `  suffice-lab bench real --methods sca,kdr,rmave --repeats 2 -o real.md
  suffice-lab bench real --tables housing,wine --dims 1,2 --state real.jsonl`,
		},
		flags: func(a *asked, flags *pflag.FlagSet) {
			a.addFolder(flags, &c.Folder)
			flags.StringSliceVar(&a.methods, "methods", []string{"sca", "kdr"}, "`names` of the methods to compare")
			flags.IntSliceVar(&a.dims, "dims", []int{1, 2, 5}, "`numbers` of components")
			flags.IntVar(&c.Fits, "fits", 1, "fits of each method on each division, with other\nseeds")
			a.addPython(flags)
		},
		check: func(a *asked) (err error) {
			c.Dims, c.Splits, c.Seed = slices.Sorted(slices.Values(a.dims)), a.repeats, a.seed
			if err = cmp.Or(
				cli.Refuse(c.Fits < 1, "--fits %d: there must be at least 1", c.Fits),
				cli.Refuse(len(a.methods) == 0, "--methods: name at least one method"),
				cli.Refuse(len(a.dims) == 0, "--dims: name at least one number of components"),
			); err != nil {
				return err
			}
			if c.Tables, err = a.realTables(c.Folder); err != nil {
				return err
			}
			c.Methods, err = cli.EachOnce("--methods", a.methods, func(name string) (realtables.Method, error) {
				switch name {
				case realtables.AutoName:
					return realtables.Auto(), nil
				case realtables.RMAVEName: // its Python is looked for when there is work to do
					return realtables.Method{Name: name}, nil
				}
				m, err := cli.MethodNamed(name)
				return realtables.Ours(m), err
			})
			return err
		},
		make: func(ctx context.Context, a *asked) (e experiment.Experiment, err error) {
			for k, m := range c.Methods {
				if m.Name != realtables.RMAVEName {
					continue
				}
				python, err := a.openPython(ctx, peers.NumPy)
				if err != nil && ctx.Err() == nil {
					err = fmt.Errorf("rmave needs Python with NumPy: %w; see --python and --env, or leave it out of --methods", err)
				}
				if err != nil {
					return e, err
				}
				c.Methods[k] = realtables.RMAVE(python)
			}
			return c.Experiment(ctx)
		},
	})
}

func newBenchPredict(s cli.Streams) *cobra.Command {
	var c realtables.Contest
	dim := "auto"
	return newExperiment(s, &making{
		command: &cobra.Command{
			Use:   "predict",
			Short: "Measure our predictions beside scikit-learn's on real tables",
			Long: `Predict does on a part of the rows of real tables what fit --predictor does, and
predicts the others. Beside it, scikit-learn predicts them
from all inputs: a random forest and gradient boosting with their defaults, and
kernel ridge regression whose width and ridge are chosen by cross-validation.
Half of the rows are for training, at most 2000. The error is the share that is
left of that of guessing the mean or the most frequent class: 0 is perfect, 1 is
of no use. Seconds are those of fit and prediction on one core.

Scikit-learn runs in an environment of its own that is made the first time.
The tables are not ours to ship; docs/real.md says which they are.`,
			Example: `  suffice-lab bench predict
  suffice-lab bench predict --tables housing,wine --dim 5 --json`,
		},
		flags: func(a *asked, flags *pflag.FlagSet) {
			a.addFolder(flags, &c.Folder)
			flags.StringVar(&dim, "dim", dim, "`number` of our components, or auto")
			a.addPython(flags)
		},
		check: func(a *asked) (err error) {
			c.Splits, c.Seed, c.Dim = a.repeats, a.seed, 0
			if dim != "auto" {
				if c.Dim, err = strconv.Atoi(dim); err != nil || c.Dim < 1 {
					return cli.Usagef("--dim %s: the number of components must be at least 1, or auto", dim)
				}
			}
			c.Tables, err = a.realTables(c.Folder)
			return err
		},
		make: func(ctx context.Context, a *asked) (e experiment.Experiment, err error) {
			if c.Python, err = a.openPython(ctx, peers.ScikitLearn); err != nil {
				if ctx.Err() == nil {
					err = fmt.Errorf("the others need Python with scikit-learn: %w; see --python and --env", err)
				}
				return e, err
			}
			return c.Experiment(ctx)
		},
	})
}

// minPeerRows is enough for ten slices and fifty inputs to be told from noise.
const minPeerRows = 200

func newBenchPeers(s cli.Streams) *cobra.Command {
	var c peers.Contest
	m := &making{
		command: &cobra.Command{
			Use:   "peers",
			Short: "Measure our methods beside those of Python's libraries",
			Long: `Peers measures our methods beside those of scikit-learn, statsmodels, sliced and
direpack: the same data, the same number of threads, a fresh process for each
fit. It makes a Python environment of its own and installs them there; the next
time it is used again. Without Python, or where nothing can be installed, only
ours are measured, and it says so.

There are 50 standard normal inputs, and y depends on the first two, once by
trends and once symmetrically, where methods of means and lines see nothing:

  trend       y = x1 / (0.5 + (x2 + 1.5)^2) + 0.1 e
  symmetric   y = x1^2 + x2^2 + 0.1 e

Time is what cores worked for the fit alone, with the data in memory; memory is
the most that the process held, the program and the data included. A method that
takes longer than --limit, or needs more memory than there is, is not run with
more rows.
docs/bench.md says what each figure is.`,
			Example: `  suffice-lab bench peers -o peers.md -o peers.png
  suffice-lab bench peers --sizes 1000,10000 --limit 30s --json`,
		},
		flags: func(a *asked, flags *pflag.FlagSet) {
			flags.IntSliceVar(&c.Sizes, "sizes", []int{1000, 10_000, 100_000, 1_000_000}, "`numbers` of rows")
			flags.DurationVar(&c.Limit, "limit", 2*time.Minute, "`time` after which a fit is ended")
			flags.Uint64Var(&c.Seed, "seed", 1, "`seed` of the data and of the fits")
			a.addPython(flags)
		},
		check: func(*asked) error {
			errs := []error{cli.Refuse(c.Limit <= 0, "--limit %s: the time must be above 0", c.Limit)}
			for _, n := range c.Sizes {
				errs = append(errs, cli.Refuse(n < minPeerRows || n > maxNumbers/peers.Inputs, "--sizes %d: the number of rows must be from %d to %d", n, minPeerRows, maxNumbers/peers.Inputs))
			}
			return cmp.Or(append(errs, checkSizes(c.Sizes))...)
		},
	}
	m.make = func(ctx context.Context, a *asked) (e experiment.Experiment, err error) {
		self, err := os.Executable()
		if err != nil {
			return e, err
		}
		c.Threads, c.Program = runtime.GOMAXPROCS(0), []string{self, "bench", "one"}
		if c.Python, err = a.openPython(ctx, peers.Packages()...); err != nil {
			if ctx.Err() != nil {
				return e, ctx.Err()
			}
			cli.Say(a.Err, "suffice-lab: warning: only our methods are measured: %s; see --python and --env", cli.OneLine(err.Error()))
			c.Python = nil
		}
		e, m.end, err = c.Begin(ctx)
		return e, err
	}
	return newExperiment(s, m)
}

// checkSizes makes sure that numbers of rows ascend.
func checkSizes(sizes []int) error {
	for i := range sizes[min(1, len(sizes)):] {
		if sizes[i+1] <= sizes[i] {
			return cli.Usagef("--sizes: name the numbers of rows in ascending order, each once")
		}
	}
	return cli.Refuse(len(sizes) == 0, "--sizes: name at least one number of rows")
}

// newBenchOne is what bench peers runs in a process of its own for each fit, to measure
// its memory. It is not for people.
func newBenchOne(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:    "one METHOD X.npy Y.npy SEED [flags]",
		Short:  "Measure one fit of arrays, for bench peers",
		Hidden: true,
		Args:   cli.Takes("a method", "x", "y", "a seed"),
		RunE: func(cmd *cobra.Command, args []string) error {
			seed, err := strconv.ParseUint(args[3], 10, 64)
			if err != nil {
				return cli.Usagef("seed %q is not a whole number from 0 up", args[3])
			}
			return peers.Fit(cmd.Context(), s.Out, args[0], args[1], args[2], seed)
		},
	}
}

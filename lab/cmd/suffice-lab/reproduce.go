package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/internal/termtext"
	"suffice/internal/testing/artificial"
	"suffice/lab/experiment"
	"suffice/lab/figure2"
	"suffice/lab/paper"
	"suffice/lab/simulations"
)

func newTable1(s cli.Streams) *cobra.Command {
	var t paper.Table1
	return newExperiment(s, &making{
		command: &cobra.Command{
			Use:   "table1",
			Short: "Compare methods on artificial data, as the paper's Table 1 does",
			Long: `Table1 repeats the paper's Table 1: the error of the subspace found, on
artificial data with a known answer, over many trials. The paper's own figures
stand below. Trial k, counted from 0, uses the given seed plus k for its data
and its fit; suffice-lab generate and suffice fit repeat a single one.

With --state, finished trials are kept in a file, and a run that was interrupted
goes on where it stopped.`,
			Example: `  suffice-lab reproduce table1 --repeats 10
  suffice-lab reproduce table1 --tables data2,data3 --methods sca --json
  suffice-lab reproduce table1 --state table1.jsonl -o table1.md -o table1.png`,
		},
		flags: func(a *asked, flags *pflag.FlagSet) {
			flags.StringSliceVar(&a.tables, "tables", cli.Names(artificial.All(), func(d artificial.Data) string { return d.Name }), "data `sets`")
			flags.StringSliceVar(&a.methods, "methods", paper.Compared(), "`names` of the methods to compare\n")
			flags.IntVar(&a.repeats, "repeats", 100, "trials of each method on each data set")
			flags.IntVarP(&a.n, "n", "n", 1000, "`rows` of a trial")
			flags.Uint64Var(&a.seed, "seed", 1, "seed of the first trial")
			flags.IntVar(&a.centres, "centres", 0, "kernel centres of a set (default: as the method has)")
		},
		check: func(a *asked) (err error) {
			t = paper.Table1{Trials: a.repeats, N: a.n, Seed: a.seed, Centres: a.centres}
			if err = cli.Refuse(a.n < minBenchRows || a.n > maxRows, "--n %d: the number of rows must be from %d to %d", a.n, minBenchRows, maxRows); err != nil {
				return err
			}
			if t.Data, err = cli.EachOnce("--tables", a.tables, artificial.ByName); err != nil {
				return err
			}
			t.Methods, err = a.reducing()
			return err
		},
		make: func(context.Context, *asked) (experiment.Experiment, error) { return t.Experiment(), nil },
	})
}

// addDrawn adds the options of commands that draw tables whose directions are known.
func (a *asked) addDrawn(flags *pflag.FlagSet, tables []string, count int, from uint64) {
	flags.StringSliceVar(&a.tables, "tables", nil, "groups, models or `cells` to draw tables of\n(default: "+strings.Join(termtext.Wrapped(strings.Join(tables, ", "), 42), "\n")+")")
	a.usual = tables
	flags.IntVar(&a.repeats, "repeats", count, "tables of each cell")
	flags.Uint64Var(&a.from, "from", from, "`number` of the first table")
	flags.Uint64Var(&a.seed, "seed", 1, "seed of each fit")
}

// addReplicates adds those of commands that try methods on such tables.
func (a *asked) addReplicates(flags *pflag.FlagSet, tables, methods []string, count int) {
	flags.StringSliceVar(&a.methods, "methods", methods, "`names` of the methods")
	a.addDrawn(flags, tables, count, 1)
}

// replicates finds the methods and the kinds of tables; these may be noise.
func (a *asked) replicates(noise bool) (r simulations.Replicates, kinds []simulations.Kind, err error) {
	r = simulations.Replicates{Count: a.repeats, From: a.from, Seed: a.seed}
	if r.Methods, err = a.reducing(); err != nil {
		return r, nil, err
	}
	if kinds, err = a.kinds(noise); err != nil {
		return r, nil, err
	}
	for _, m := range r.Methods {
		applies := slices.ContainsFunc(kinds, func(k simulations.Kind) bool { return k.Takes == nil || k.Takes(m) })
		err = cmp.Or(err, cli.Refuse(!applies, "--methods: %s cannot find the directions of any of these tables; leave it out or choose other ones", m.Name))
	}
	return r, kinds, err
}

// kinds are the kinds of tables that are drawn; these may be noise.
func (a *asked) kinds(noise bool) ([]simulations.Kind, error) {
	if a.tables == nil {
		a.tables = a.usual
	}
	kinds, err := simulations.Kinds(a.tables, noise)
	if err != nil {
		return nil, cli.Usagef("--tables: %s", err)
	}
	return kinds, cli.Refuse(len(kinds) == 0, "--tables: name at least one")
}

// newReplicates makes a command that draws tables whose directions are known.
func newReplicates(s cli.Streams, command *cobra.Command, noise bool, flags func(*asked, *pflag.FlagSet), of func(simulations.Replicates, []simulations.Kind) experiment.Experiment) *cobra.Command {
	var made experiment.Experiment
	return newExperiment(s, &making{
		command: command, flags: flags,
		check: func(a *asked) error {
			r, kinds, err := a.replicates(noise)
			if err == nil {
				made = of(r, kinds)
			}
			return err
		},
		make: func(context.Context, *asked) (experiment.Experiment, error) { return made, nil },
	})
}

func newSimulations(s cli.Streams) *cobra.Command {
	return newReplicates(s, &cobra.Command{
		Use:   "simulations",
		Short: "Compare methods on models of the literature, beside R's MAVE",
		Long: `Simulations measures the error of the subspace found on tables drawn from models
of the literature, whose subspace is known, beside the best of what R's MAVE and
others reach. Methods have their defaults and are told the number of directions.
A cell is a model with a number of rows and of inputs; --tables takes groups,
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
		Example: `  suffice-lab reproduce simulations --tables cve1,ecve --methods sca,kdr,sir
  suffice-lab reproduce simulations --from 101 --repeats 20 --state s.jsonl
  suffice-lab reproduce simulations --tables cve2_200_10 --repeats 3 --json`,
	}, false, func(a *asked, flags *pflag.FlagSet) {
		usual := slices.DeleteFunc(simulations.Groups(), func(group string) bool { return group == "seas" })
		a.addReplicates(flags, usual, []string{"sca", "kdr"}, 5)
	}, simulations.Errors)
}

func newDims(s cli.Streams) *cobra.Command {
	return newReplicates(s, &cobra.Command{
		Use:   "dims",
		Short: "Count how often the number of components is found",
		Long: `Dims draws tables whose number of directions is known, and counts how often the
number that fit finds is the true one. Tables are those of simulations, of any
size, the paper's data sets with a number of rows, data1_400, and noise:
noise_200_20 are 200 rows of 20 inputs and a number that has nothing to do with
them, classes_200_20 the same with three classes. 0 found means that noise would
have done as well; the model of a fit has one component at least all the same.`,
		Example: `  suffice-lab reproduce dims --repeats 10
  suffice-lab reproduce dims --tables noise_200_20,classes_200_20 --repeats 100
  suffice-lab reproduce dims --tables cve --from 201 --repeats 20 --json`,
	}, true, func(a *asked, flags *pflag.FlagSet) {
		a.addReplicates(flags, []string{"li_rat_400_10", "lw_a_200_10", "rings_400_10", "xia_sign_400_20", "data1_400", "data2_400", "data3_400", "data4_400", "cve"}, []string{"sca"}, 10)
	}, simulations.Numbers)
}

func newCoverage(s cli.Streams) *cobra.Command {
	resamples := 0
	return newReplicates(s, &cobra.Command{
		Use:   "coverage",
		Short: "Count how often the intervals of weights hold the truth",
		Long: `Coverage draws tables whose subspace is known, fits them, finds the intervals of
the weights that suffice fit finds when it is asked for them, and counts how
often they hold the true weight, over replicates, components and inputs. The
true directions are turned to the components found first, since a subspace has
no directions of its own. Tables are those of simulations, of any size, and the
paper's data sets with a number of rows: data1_1000.`,
		Example: `  suffice-lab reproduce coverage --repeats 20 --resamples 50
  suffice-lab reproduce coverage --tables li_rat_400_10 --repeats 200 --json`,
	}, false, func(a *asked, flags *pflag.FlagSet) {
		a.addReplicates(flags, []string{"li_rat_400_10", "si_lin_500_50", "data1_1000"}, []string{"sca"}, 20)
		flags.IntVar(&resamples, "resamples", 200, "halves of each table")
	}, func(r simulations.Replicates, kinds []simulations.Kind) experiment.Experiment {
		return simulations.Coverage(r, kinds, resamples)
	})
}

func newFigure2(s cli.Streams) *cobra.Command {
	var f figure2.Figure
	return newExperiment(s, &making{
		command: &cobra.Command{
			Use:   "figure2 FILE... --target COLUMNS [flags]",
			Short: "Compare methods on real data, as the paper's Figure 2 does",
			Long: `Figure2 repeats the paper's Figure 2 on any table with labels, a class or
numbers: the error of the nearest training row in the components of each
method, against the number of components, over many random divisions of the
rows. Files of the same columns are put one below the other. Marks are filled
where a method is the best, or not different from it by a t-test at 1%.

With --state, finished fits are kept in a file, and a run that was interrupted
goes on where it stopped.`,
			Example: `  suffice-lab reproduce figure2 emotions.arff.gz --labels emotions.xml \
    --repeats 20 -o emotions.png
  suffice-lab reproduce figure2 scene-train.arff.gz scene-test.arff.gz \
    --labels scene.xml --train 1000 --state scene.jsonl -o scene.png`,
			Args: cobra.ArbitraryArgs,
		},
		flags: func(a *asked, flags *pflag.FlagSet) {
			flags.StringArrayVarP(&f.Target, "target", "t", nil, "`columns` to predict: a,b or 'label_*'")
			flags.StringVar(&f.Labels, "labels", "", "MULAN `file.xml` that names the label columns")
			flags.StringArrayVarP(&f.Inputs, "inputs", "i", nil, "`columns` that are inputs (default: all others)")
			flags.StringArrayVarP(&f.Exclude, "exclude", "x", nil, "`columns` that are not inputs: a,b or 'id*'")
			flags.StringVar(&f.Missing, "missing", "", "missing values: error (default), drop, mean or median")
			flags.StringSliceVar(&f.NA, "na", nil, "`marks` of missing values beside the usual: -999,n.k.")
			flags.StringSliceVar(&a.methods, "methods", []string{"sca", "mddm", "cca", "pca", "none"}, "`names` of the methods to compare\n")
			flags.IntSliceVar(&a.dims, "dims", []int{1, 2, 5, 10, 20, 50}, "`numbers` of components, up to the number of inputs\n")
			flags.IntVar(&f.Train, "train", 1000, "training `rows` of a division, or two thirds where\nthose are fewer")
			flags.IntVar(&a.repeats, "repeats", 100, "random divisions")
			flags.IntVar(&a.centres, "centres", 0, "kernel centres of a set (default: as the method has)")
			flags.Uint64Var(&a.seed, "seed", 1, "seed of the first division and its fits")
		},
		check: func(a *asked) (err error) {
			f.Methods, err = cli.Methods("--methods", a.methods)
			return cmp.Or(err, cli.Refuse(f.Train < 2, "--train %d: there must be at least 2 training rows", f.Train))
		},
		make: func(ctx context.Context, a *asked) (experiment.Experiment, error) {
			if len(a.tables) == 0 {
				return experiment.Experiment{}, cli.Usagef("figure2 takes the files to predict from, but got none")
			}
			f.Files, f.Dims, f.Repeats, f.Seed, f.Centres = a.tables, a.dims, a.repeats, a.seed, a.centres
			e, err := f.Experiment(ctx)
			if errors.Is(err, figure2.ErrNoTarget) {
				err = cli.Usagef("the table does not say what to predict; name it with --target or --labels")
			}
			return e, err
		},
	})
}

package main

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/lab/ablation"
	"suffice/lab/experiment"
	"suffice/lab/realtables"
)

// usualCells are diverse: one direction and several, trends, squares, classes, noise that the inputs
// scale, outliers, inputs that hang together, few rows and, for what needs them, many.
var usualCells = []string{
	"li_rat_400_10", "xia_sign_400_20", "lw_a_200_10", "lw_d_400_10", "si_lin_500_50", "bin_sq_400_10", "rings_400_10",
	"outliers_400_10", "yl_het_400_10", "cve4_200_20", "ecve5_200_10", "lw_b_2000_10",
}

// newAblate makes the command that tells what each number of the search is worth.
func newAblate(s cli.Streams) *cobra.Command {
	var of ablation.Ablation
	var numbers, real []string
	return newExperiment(s, &making{
		command: &cobra.Command{
			Use:   "ablate",
			Short: "Tell what each number of SCA's search is worth",
			Long: `Ablate changes the numbers that SCA's search has, one at a time: it halves and
doubles each, or switches what is true or false, and sets the error of the
subspace and the time beside those with the numbers as they are, on the same
tables. These are drawn from models whose subspace is known, as for reproduce
simulations; --data adds real ones, judged by predictions as in bench real.

Figures are ratios: below 1, the changed number is better or faster. Those that
differ from 1 by more than two standard errors have a star. Trials run side by
side, one core each. All numbers take some minutes on two cores;
--numbers picks some, and with --state finished fits are kept in a file, and a
run that was interrupted goes on where it stopped.`,
			Example: `  suffice-lab ablate --state ablate.jsonl -o ablate.md
  suffice-lab ablate --numbers Scouts,FewSteps --tables cve --repeats 20
  suffice-lab ablate --quick --data ../shared/data/tabular`,
		},
		flags: func(a *asked, flags *pflag.FlagSet) {
			flags.StringSliceVar(&numbers, "numbers", nil, "`names` of the numbers to change (default: all)")
			flags.BoolVar(&of.Quick, "quick", false, "those of a quick fit, which is one of many")
			a.addDrawn(flags, usualCells, 5, 1001)
			flags.StringVar(&of.Folder, "data", "", "`folder` of real tables (default: none)")
			flags.StringSliceVar(&real, "real", nil, "`names` of real tables (default: abalone, autompg,\nglass, housing, vehicle, wine)")
		},
		check: func(a *asked) (err error) {
			of.Repeats, of.From, of.Seed = a.repeats, a.from, a.seed
			if of.Drawn, err = a.kinds(false); err != nil {
				return err
			}
			if of.Variants, err = variants(ablation.Variants(ablation.Of(of.Quick)), numbers); err != nil {
				return err
			}
			of.Real, err = a.realThere(of.Folder, real)
			return err
		},
		make: func(ctx context.Context, _ *asked) (experiment.Experiment, error) { return of.Experiment(ctx) },
		sum:  func(r *experiment.Result) findings { return of.Sum(r) },
	})
}

// variants are those of the numbers that are named, or all.
func variants(all []ablation.Variant, names []string) (some []ablation.Variant, err error) {
	if names == nil {
		return all, nil
	}
	each, err := cli.EachOnce("--numbers", names, func(name string) ([]ablation.Variant, error) { return ablation.Named(all, name) })
	for _, of := range each {
		some = append(some, of...)
	}
	if err == nil && len(some) == 0 {
		err = cli.Usagef("--numbers: name at least one")
	}
	return some, err
}

// realThere are the real tables that are named, by default some of few rows, and there; a line tells
// of one that is not.
func (a *asked) realThere(folder string, names []string) (there []realtables.Table, err error) {
	if folder == "" {
		return nil, nil
	}
	if names == nil {
		names = []string{"abalone", "autompg", "glass", "housing", "vehicle", "wine"}
	}
	tables, err := cli.EachOnce("--real", names, realtables.ByName)
	for _, t := range tables {
		if missing := realtables.Find(folder, []realtables.Table{t}); missing != nil {
			cli.Say(a.Err, "suffice-lab: warning: %s is left out: %s", t.Name, missing)
			continue
		}
		there = append(there, t)
	}
	return there, err
}

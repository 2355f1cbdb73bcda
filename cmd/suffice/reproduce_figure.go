package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"suffice/internal/results"
)

// figure is the command that repeats the paper's experiments on real data: a comparison
// with the paper's methods, dimensions and divisions.
type figure struct {
	compare
	data []string
}

func newFigure(s streams) *cobra.Command {
	f := &figure{compare: compare{streams: s, usual: usualComparison{
		Usual:   results.Usual{Methods: []string{"sca", "mddm", "cca", "pca", "none"}, Dims: []int{1, 2, 5, 10, 20, 50}, Train: 1000},
		repeats: 100, asPaper: true,
	}}}
	cmd, flags := options(&cobra.Command{
		Use:   "figure --data FILE[,FILE] --labels FILE.xml [-o FILE.png]",
		Short: "Compare methods on real data, as the paper's Figure 2 does",
		Long: `Figure repeats the paper's Figure 2 on any table with labels, a class or
numbers: the error of the nearest training row in the components of each
method, against the number of components, over many random divisions of the
rows. Files of the same columns are put one below the other. Marks are filled
where a method is the best, or not different from it by a t-test at 1%. It is
suffice compare with the judge, methods, dimensions and divisions of the paper.

With --state, finished fits are kept in a file, and a run that was interrupted
goes on where it stopped.`,
		Example: `  suffice reproduce figure --data emotions.arff.gz --labels emotions.xml \
    --repeats 20 -o emotions.png
  suffice reproduce figure --data scene-train.arff.gz,scene-test.arff.gz \
    --labels scene.xml --train 1000 --state scene.jsonl -o scene.png`,
		Args: takesNothing,
		RunE: checked(f.check, f.run),
	})
	flags.StringSliceVar(&f.data, "data", nil, "`files` of the same columns, or - for standard input")
	f.addComparing(flags)
	f.addResult(flags)
	complete(cmd, "methods", methodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (f *figure) check(given given, _ []string) error {
	_, err := eachOnce("--data", f.data, func(path string) (string, error) { return path, nil })
	return cmp.Or(refuse(len(f.data) == 0, "figure needs --data, the file to predict from"), err, f.compare.check(given, f.data))
}

func (f *figure) run(ctx context.Context, _ []string) error { return f.compare.run(ctx, f.data) }

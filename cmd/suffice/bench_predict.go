package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"suffice/internal/page"
	"suffice/internal/peers"
	"suffice/internal/realtables"
	"suffice/internal/wording"
)

// benchPredict is the command that sets our predictions beside those of scikit-learn.
type benchPredict struct {
	benchReal
	dim string
}

func newBenchPredict(s streams) *cobra.Command {
	b := &benchPredict{benchReal: benchReal{streams: s, seeds: 1, dims: []int{1}, methods: []string{"sca"}}}
	cmd, flags := options(&cobra.Command{
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
		Example: `  suffice bench predict
  suffice bench predict --tables housing,wine --dim 5 --json`,
		Args: takesNothing,
		RunE: checked(b.check, b.run),
	})
	flags.StringVar(&b.folder, "data", "../shared/data/tabular", "`directory` of the tables\n")
	flags.StringSliceVar(&b.tables, "tables", nil, "`names` of tables (default: all)")
	flags.StringVar(&b.dim, "dim", autoDim, "`number` of our components, or auto")
	flags.IntVar(&b.splits, "splits", 1, "random divisions of each table")
	flags.Uint64Var(&b.seed, "seed", 1, "seed of the divisions and of the fits")
	b.addPython(flags, "")
	b.addJSON(flags, "print one JSON object instead of the tables")
	complete(cmd, "tables", realtables.Names())
	return cmd
}

func (b *benchPredict) run(ctx context.Context, _ []string) error {
	dim, err := dimOf(b.dim)
	if err != nil {
		return usagef("--dim %s: %s", b.dim, err)
	}
	python, err := b.open(ctx, b.streams, peers.ScikitLearn)
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("the others need Python with scikit-learn: %w; see --python and --env", err)
		}
		return err
	}
	return measured(ctx, b.streams, func(ctx context.Context, progress *progress) (predictReport, error) {
		standing, err := realtables.Contest{
			Folder: b.folder, Tables: b.experiment.Tables, Python: python, Dim: dim, Splits: b.splits, Seed: b.seed, Progress: progress.trialsDone,
		}.Run(ctx)
		return predictReport{Splits: b.splits, Seed: b.seed, ScikitLearn: python.Versions["scikit-learn"], Standing: standing}, err
	})
}

// predictReport is what --json prints.
type predictReport struct {
	Splits      int    `json:"splits"`
	Seed        uint64 `json:"seed"`
	ScikitLearn string `json:"scikit_learn"`
	*realtables.Standing
}

// text has a line for each table, then the ratios.
func (r predictReport) text() string {
	var out page.Text
	out.Line("prediction error, as a share of that of guessing without inputs, and seconds")
	out.Line("%s of each table, seed %d, scikit-learn %s\n", wording.Count(r.Splits, "random division"), r.Seed, r.ScikitLearn)
	const layout = "%-12s %4s %8s %8s %8s %8s  %5.5s %5.5s %5.5s %5.5s"
	names, g := append([]string{realtables.OursName}, realtables.Rivals()...), &grid{columns: []string{"dim"}}
	for _, measure := range []string{"error", "seconds"} {
		for _, name := range names {
			g.columns = append(g.columns, name+measure)
		}
	}
	for _, p := range r.Places {
		g.set(p.Table, p.Predictor+"error", fmt.Sprintf("%.4f", p.Error))
		g.set(p.Table, p.Predictor+"seconds", fmt.Sprintf("%.*f", decimals(p.Seconds), p.Seconds))
		if p.Predictor == realtables.OursName {
			g.set(p.Table, "dim", fmt.Sprintf("%.3g", p.Dim))
		}
	}
	out.Line(layout, page.Values(slices.Concat([]string{"", "dim"}, names, names))...)
	g.write(&out, layout)
	out.Line("\ngeometric mean of our error divided by that of others")
	for _, m := range r.Margins {
		out.Line("%-8s %-30s %6.3f, ours is better on %d of %d", m.Target, m.To, m.Mean, m.Better, m.Tables)
	}
	for _, p := range r.Places {
		if p.Grouped != "" && p.Predictor == realtables.OursName {
			out.Line(groupedLine, p.Table, p.Grouped)
		}
		if p.Failed > 0 {
			out.Line("%s failed %s on %s: %s", p.Predictor, times(p.Failed), p.Table, p.Problem)
		}
	}
	return out.String()
}

func decimals(seconds float64) int {
	if seconds < 100 {
		return 1
	}
	return 0
}

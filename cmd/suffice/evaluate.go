package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/internal/humanize"
	"suffice/internal/metrics"
	"suffice/internal/termtext"
	htmlreport "suffice/report"
	"suffice/table"
)

// evaluating is the command that judges a model by rows that it has not seen.
type evaluating struct {
	streams
	dataOptions
}

func newEvaluate(s streams) *cobra.Command {
	e := &evaluating{streams: s}
	e.digest, e.sums = true, true
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "evaluate MODEL FILE [flags]",
		Short: "Tell how well a model predicts the rows of a table",
		Long: `Evaluate predicts the target of a table with a model that suffice fit
--predictor wrote, and compares it with the target that the table has: how wrong
it is, beside a guess without inputs (the mean or the most frequent class of the
rows of the fit), and how many rows lie outside the training distribution. The
rows should be others than those of the fit. MODEL or FILE may be -.`,
		Example: `  suffice fit train.csv --target price --dim 3 --predictor -o model.json
  suffice evaluate model.json test.csv
  suffice evaluate model.json visits.csv --group person
  suffice evaluate model.json assay.csv --block plate
  suffice evaluate model.json test.csv --json`,
		Args: cli.Takes("a model", "a file"),
		RunE: cli.Checked(e.checkReading, e.run),
	})
	e.addReading(flags)
	flags.StringVar(&e.group, "group", "", "`column` of what rows belong to, such as a person:\ntell standard errors by these")
	flags.StringVar(&e.time, "time", "", "`column` of when rows were made: tell standard errors\nby stretches of time")
	flags.StringVar(&e.block, "block", "", "`column` of blocks, such as a batch: tell what holds\nwithin them")
	e.addEvery(flags)
	e.AddJSON(flags, "print one JSON object instead of the table")
	return cmd
}

func (e *evaluating) run(ctx context.Context, paths []string) error {
	if bothStandardInput(paths) {
		return cli.Usagef("only one of model and file can be standard input")
	}
	model, err := e.predictingModel(paths[0])
	if err != nil {
		return err
	}
	data, choice, err := e.apply(ctx, e.streams, model, paths[1])
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	if choice.Y == nil {
		return fmt.Errorf("%s does not have %s, the target of the model, to compare predictions with", data.Source(), humanize.Quoted(model.Output.Names))
	}
	progress := cli.StartProgress(e.Err, "judging")
	judged, err := e.judge(ctx, model, data, choice)
	progress.End()
	if err != nil {
		return about(data, placed(err, data, choice))
	}
	if seenBy(model, data) == htmlreport.SeenRows {
		e.warn([]string{fmt.Sprintf("%s has the rows that the model was fitted on, which it predicts better than others", data.Source())})
	}
	return e.Tell(judged, func() string { return judgedText(model, data.Source(), judged, e.by()) })
}

// judge measures predictions, by groups, times or blocks where a column names these.
func (e *evaluating) judge(ctx context.Context, model *suffice.Projection, data *table.Table, choice *table.Choice) (*evaluate.ModelResult, error) {
	if e.group == "" && e.time == "" && e.block == "" {
		return judge(ctx, model, choice)
	}
	if _, away := choice.X.(*cluster.Rows); away {
		return nil, cli.Usagef("--group, --time and --block are for rows on this machine")
	}
	if e.time != "" {
		times, err := data.Times(e.time, choice.Rows)
		if err != nil {
			return nil, err
		}
		return evaluate.ModelByTime(ctx, model, choice.X, choice.Target(), times)
	}
	by, column := evaluate.ModelByGroup, e.group
	if e.block != "" {
		by, column = evaluate.ModelWithin, e.block
	}
	groups, err := data.Groups(column, choice.Rows)
	if e.every != "" {
		groups, err = data.Stretches(column, e.every, choice.Rows)
	}
	if err != nil {
		return nil, err
	}
	return by(ctx, model, choice.X, choice.Target(), groups)
}

// by is what standard errors are by.
func (e *evaluating) by() string {
	switch {
	case e.time != "":
		return "stretches of time, for rows of another time"
	case e.block != "":
		return "blocks; what holds within them is measured, and the guess is of each"
	}
	return "groups, for a row of another one"
}

// judge measures predictions of the rows of a choice, which may be elsewhere.
func judge(ctx context.Context, model *suffice.Projection, choice *table.Choice) (*evaluate.ModelResult, error) {
	if away, ok := choice.X.(*cluster.Rows); ok {
		return away.Judge(ctx, model)
	}
	return evaluate.Model(ctx, model, choice.X, choice.Target())
}

// judgedText is what a person reads.
func judgedText(m *suffice.Projection, source string, j *evaluate.ModelResult, by string) string {
	var out termtext.Text
	out.Line("%s\n", heading(source, humanize.Count(j.Rows, "row"), m.Output.Names, m.Output.Kind))
	errors := ""
	if j.SE != nil {
		errors = fmt.Sprintf(" %10s", "±")
	}
	out.Line("%-24s %10s%s %10s", "", "model", errors, "guess")
	for _, m := range metrics.All() {
		value, ok := j.Measures[m.Name]
		if !ok {
			continue
		}
		guess := ""
		if v, ok := j.Baseline[m.Name]; ok {
			guess = fmt.Sprintf("%.4g", v)
		}
		if j.SE != nil {
			errors = fmt.Sprintf(" %10s", "")
		}
		if se, ok := j.SE[m.Name]; ok {
			errors = fmt.Sprintf(" %10.2g", se)
		}
		out.Line("%-24s %10s%s %10s", m.Title, fmt.Sprintf("%.4g", value), errors, guess)
		if m.Name == metrics.Coverage90 && j.Thirds != nil {
			out.Line("  of low, middle and high predictions: %.4g, %.4g, %.4g", j.Thirds[0], j.Thirds[1], j.Thirds[2])
		}
	}
	if j.SE != nil {
		out.Line("")
		for _, line := range termtext.Wrapped(fmt.Sprintf("±: standard error by %d %s", j.Groups, by), termtext.Width) {
			out.Line("%s", line)
		}
	}
	if j.Unlike > 0 {
		out.Line("\n%s", unlikeText(j.Unlike, j.Rows))
	}
	return out.String()
}

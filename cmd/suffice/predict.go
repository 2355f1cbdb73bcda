package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/render"
	"suffice/rows"
)

// predicting is the command that predicts the target of a model.
type predicting struct {
	applying
	interval      int
	probabilities bool
}

func newPredict(s streams) *cobra.Command {
	p := &predicting{applying: applying{streams: s}}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "predict MODEL FILE [flags]",
		Short: "Predict the target of a model for the rows of a table",
		Long: `Predict applies a model that suffice fit --predictor wrote to a table in any
format, and writes what it predicts for each row: a number, a class, or 0 and 1
for each label. It finds the model's inputs by name, as transform does, and says
how many rows lie outside the training distribution. MODEL or FILE may be -.`,
		Example: `  suffice fit houses.csv --target price --dim 3 --predictor -o model.json
  suffice predict model.json new.csv --interval 90 -o prices.csv
  suffice predict model.json new.csv --keep id -o prices.csv
  suffice predict model.json new.csv --probabilities | head`,
		Args: cli.Takes("a model", "a file"),
		RunE: cli.Checked(p.checkReading, p.run),
	})
	p.addApplying(cmd, flags, func() {
		flags.IntVar(&p.interval, "interval", 0, "columns for the interval that holds this `number` of\npercent: 50, 80, 90, 95 or 99")
		flags.BoolVar(&p.probabilities, "probabilities", false, "columns for the probability of each class or label")
	})
	return cmd
}

func (p *predicting) run(ctx context.Context, paths []string) error {
	var sheet *render.Predictions
	report, unlike, err := p.applyRows(ctx, paths, "predicting", func(path string) (_ *suffice.Projection, m making, err error) {
		model, err := p.predictingModel(path)
		if err != nil {
			return nil, m, err
		}
		if sheet, err = p.sheet(model); err != nil {
			return nil, m, err
		}
		model = model.Used() // inputs of weight 0 need not be there
		return model, making{sheet.Columns, sheet.Texts, func(ctx context.Context, x rows.Source) ([]float64, error) {
			return sheet.Rows(ctx, model, x)
		}}, nil
	})
	if err != nil || !p.AsJSON {
		return err
	}
	return p.PrintJSON(predictions{report, withTexts(report.Values, sheet.Texts), unlike.far})
}

// predictingModel reads a model that has a predictor.
func (s streams) predictingModel(path string) (*suffice.Projection, error) {
	model, err := s.readModel(path)
	if err == nil && model.Predictor == nil {
		err = fmt.Errorf("%s has no predictor; make a model that has one with suffice fit --predictor -o", nameOf(path))
	}
	return model, err
}

func nameOf(path string) string {
	if path == "-" {
		return "the model on standard input"
	}
	return path
}

// predictions are what --json prints.
type predictions struct {
	tableReport
	Values [][]any `json:"values,omitempty"` // with the names of classes
	Unlike int     `json:"unlike"`           // rows
}

// sheet lays out the table that predict writes, and finds options that the model has no use for.
func (p *predicting) sheet(model *suffice.Projection) (*render.Predictions, error) {
	of := model.Predictor
	if p.probabilities && of.Kind.Numeric() {
		return nil, cli.Usagef("--probabilities is for classes and labels, but the model predicts numbers; say --interval 90")
	}
	if p.interval != 0 && !of.HasInterval(p.interval) {
		return nil, wrongInterval(p.interval, of)
	}
	return render.PredictionsOf(model, p.interval, p.probabilities), nil
}

func wrongInterval(percent int, of *suffice.Predictor) error {
	if !of.Kind.Numeric() {
		return cli.Usagef("--interval is for numbers, but the model predicts classes or labels; say --probabilities")
	}
	has := cli.Names(of.Intervals, func(i suffice.Interval) string { return strconv.Itoa(i.Percent) })
	if len(has) == 0 {
		return errors.New("the model has no intervals: it was fitted on too few rows")
	}
	return cli.Usagef("--interval %d: the model has intervals of %s percent", percent, strings.Join(has, ", "))
}

// withTexts are rows with texts in place of their numbers.
func withTexts(table [][]float64, columns [][]string) (all [][]any) {
	for _, row := range table {
		var values []any
		for j, v := range row {
			if texts := columns[j]; texts != nil {
				values = append(values, texts[int(v)])
			} else {
				values = append(values, v)
			}
		}
		all = append(all, values)
	}
	return all
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/results"
	"suffice/rows"
)

// predicting is the command that predicts the target of a model.
type predicting struct {
	streams
	dataOptions
	output        tableOutput
	interval      int
	probabilities bool
}

func newPredict(s streams) *cobra.Command {
	p := &predicting{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "predict MODEL FILE [flags]",
		Short: "Predict the target of a model for the rows of a table",
		Long: `Predict applies a model that suffice fit --predictor wrote to a table in any
format, and writes what it predicts for each row: a number, a class, or 0 and 1
for each label. It finds the model's inputs by name, as transform does, and says
how many rows are unlike those of the fit. MODEL or FILE may be -.`,
		Example: `  suffice fit houses.csv --target price --dim 3 --predictor -o model.json
  suffice predict model.json new.csv --interval 90 -o prices.csv
  suffice predict model.json new.csv --keep id -o prices.csv
  suffice predict model.json new.csv --probabilities | head`,
		Args: takes("a model", "a file"),
		RunE: checked(p.checkReading, p.run),
	})
	p.output.add(flags)
	p.addKeep(flags)
	flags.IntVar(&p.interval, "interval", 0, "columns for the interval that holds this `number` of\npercent: 50, 80, 90, 95 or 99")
	flags.BoolVar(&p.probabilities, "probabilities", false, "columns for the probability of each class or label")
	p.addReading(flags)
	p.addJSON(flags, aboutTable)
	complete(cmd, "to", writeFormats)
	return cmd
}

func (p *predicting) run(ctx context.Context, paths []string) error {
	if bothStandardInput(paths) {
		return usagef("only one of model and file can be standard input")
	}
	if err := checkApart(p.output.path, paths...); err != nil {
		return err
	}
	format, err := p.output.check(p.asJSON)
	if err = cmp.Or(err, p.checkKeep(p.asJSON, p.output.path)); err != nil {
		return err
	}
	model, err := p.predictingModel(paths[0])
	if err != nil {
		return err
	}
	sheet, err := p.sheet(model)
	if err != nil {
		return err
	}
	model = model.Used() // inputs of weight 0 need not be there
	allowGarbage(streamGarbage)
	stream, err := p.stream(ctx, p.streams, model, paths[1])
	if err != nil {
		return err
	}
	defer stream.Close()
	watched := p.err
	if toStandardOutput(p.output.path) { // where rows show that work goes on
		watched = io.Discard
	}
	progress := startProgress(watched, "predicting "+paths[1])
	defer progress.end()
	unlike := &unlikeRows{model: model}
	var kept keeping
	columns, texts, err := kept.layout(ctx, stream, format, sheet.Columns, sheet.Texts)
	if err != nil {
		return p.flags.inFlags(err)
	}
	report, err := p.writeTexts(ctx, p.output, format, columns, texts, func(visit visitTexts) error {
		return eachRows(ctx, stream, func(x rows.Source) error {
			predicted, err := model.Predict(ctx, x)
			if err != nil {
				return err
			}
			if err := unlike.count(ctx, x); err != nil {
				return err
			}
			block, texts, err := kept.join(stream, sheet.Rows(predicted), sheet.Texts)
			if err != nil {
				return err
			}
			return visit(block, texts)
		})
	})
	progress.end()
	if err != nil {
		return err
	}
	p.warn(p.flags.texts(stream.Warnings()))
	p.warn(unlike.warnings())
	if !p.asJSON {
		return nil
	}
	return p.printJSON(predictions{report, sheet.values(report.Values), unlike.far})
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

// sheet is the table that predict writes.
type sheet struct{ *results.Predictions }

// sheet lays it out, and finds options that the model has no use for.
func (p *predicting) sheet(model *suffice.Projection) (s sheet, err error) {
	of := model.Predictor
	if p.probabilities && of.Kind.Numeric() {
		return s, usagef("--probabilities is for classes and labels, but the model predicts numbers; say --interval 90")
	}
	var half []float64
	if p.interval != 0 {
		var ok bool
		if half, ok = of.Half(p.interval); !ok {
			return s, wrongInterval(p.interval, of)
		}
	}
	return sheet{results.PredictionsOf(model, half, p.probabilities)}, nil
}

func wrongInterval(percent int, of *suffice.Predictor) error {
	if !of.Kind.Numeric() {
		return usagef("--interval is for numbers, but the model predicts classes or labels; say --probabilities")
	}
	has := names(of.Intervals, func(i suffice.Interval) string { return strconv.Itoa(i.Percent) })
	if len(has) == 0 {
		return errors.New("the model has no intervals: it was fitted on too few rows")
	}
	return usagef("--interval %d: the model has intervals of %s percent", percent, strings.Join(has, ", "))
}

// values are rows with texts in place of their numbers.
func (s sheet) values(table [][]float64) (all [][]any) {
	for _, row := range table {
		var values []any
		for j, v := range row {
			if texts := s.Texts[j]; texts != nil {
				values = append(values, texts[int(v)])
			} else {
				values = append(values, v)
			}
		}
		all = append(all, values)
	}
	return all
}

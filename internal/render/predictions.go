// Package render is what models, predictions and comparisons look like to people, on the command
// line and on the page alike: what large values of a component mean, what to check before a model
// is used, which columns predictions have, what is compared where nobody says, and how it is told
// what is best.
package render

import (
	"context"
	"fmt"
	"math"
	"slices"

	"suffice"
	"suffice/internal/metrics"
	"suffice/output"
)

// Predictions is the table of what a model predicts.
type Predictions struct {
	Columns []string
	Texts   [][]string // what the numbers of a column stand for, or nil

	of            *suffice.Predictor
	percent       int // of intervals; 0 means none
	probabilities bool
}

// PredictionsOf lays out what a model predicts: numbers with intervals of so many percent,
// unless it is 0, or classes and labels, with their probabilities where these are wanted.
func PredictionsOf(model *suffice.Projection, percent int, probabilities bool) *Predictions {
	of := model.Predictor
	p := &Predictions{of: of, percent: percent, probabilities: probabilities && !of.Kind.Numeric()}
	switch of.Kind {
	case output.KindClass:
		target := classColumn(model)
		p.add(target, of.Names)
		for _, class := range of.Names {
			p.addIf(p.probabilities, target+"="+class)
		}
	case output.KindLabels:
		for _, name := range of.Names {
			p.add(name, nil)
		}
		for _, name := range of.Names {
			p.addIf(p.probabilities, name+"_probability")
		}
	default:
		for _, name := range of.Names {
			p.add(name, nil)
			p.addIf(percent != 0, name+"_lower")
			p.addIf(percent != 0, name+"_upper")
		}
	}
	return p
}

// classColumn is the name of the column that holds the class.
func classColumn(model *suffice.Projection) string {
	if len(model.Output.Names) == 1 {
		return model.Output.Names[0]
	}
	return "class"
}

func (p *Predictions) add(name string, texts []string) {
	p.Columns, p.Texts = append(p.Columns, name), append(p.Texts, texts)
}

func (p *Predictions) addIf(wanted bool, name string) {
	if wanted {
		p.add(name, nil)
	}
}

// Rows are the cells of what a model that has the predictor says of rows, row by row.
func (p *Predictions) Rows(ctx context.Context, model *suffice.Projection, x suffice.Rows) ([]float64, error) {
	predicted, lower, upper, err := model.PredictIntervals(ctx, x, p.percent)
	if err != nil {
		return nil, err
	}
	out := make([]float64, 0, predicted.Len()*len(p.Columns))
	for i := range predicted.Len() {
		row := predicted.Row(i)
		switch {
		case p.of.Kind == output.KindClass:
			out = append(out, float64(metrics.Largest(row)))
		case p.of.Kind == output.KindLabels:
			for _, v := range row {
				has := 0.
				if metrics.Has(v) {
					has = 1
				}
				out = append(out, has)
			}
		case p.percent == 0:
			out = append(out, row...)
		default:
			for j, v := range row {
				out = append(out, v, lower.Row(i)[j], upper.Row(i)[j])
			}
		}
		if p.probabilities {
			out = append(out, row...)
		}
	}
	return out, nil
}

// PredictorInWords says what a predictor is, and of what.
func PredictorInWords(p *suffice.Predictor) string {
	how := map[string]string{"gaussian": "Gaussian", "laplace": "Laplace", "manhattan": "Manhattan"}[p.Kernel] + " kernels"
	nonzero := func(row []float64) bool { return slices.ContainsFunc(row, func(v float64) bool { return v != 0 }) }
	switch {
	case !slices.ContainsFunc(p.Weights, nonzero) && !slices.ContainsFunc(p.Slopes, nonzero):
		return "the same for all rows"
	case len(p.Slopes) > 0 && len(p.Centres) > 0:
		how += " and " + map[bool]string{true: "a straight line", false: "logistic regression"}[p.Link == ""]
	case len(p.Slopes) > 0 && p.Link != "":
		how = "logistic regression"
	case len(p.Slopes) > 0:
		how = "a straight line"
	}
	switch {
	case len(p.Components) == 0:
		how += " on the components"
	case len(p.Slopes) > 0 && len(p.Centres) == 0:
		how += " of all inputs"
	default:
		how += " on all inputs, which count as much as they tell"
	}
	if slices.Contains(p.Log, true) {
		how += ", of logarithms"
	}
	return how
}

// Within says how far from predictions so many percent of the numbers are, at most, where there
// is one number a row and the model knows.
func Within(p *suffice.Predictor, percent int) (text string, ok bool) {
	at := slices.IndexFunc(p.Intervals, func(i suffice.Interval) bool { return i.Percent == percent })
	if at < 0 || p.Kind != output.KindNumber {
		return "", false
	}
	half, about := p.Intervals[at].Half[0], ""
	if p.Deviation != nil { // which is 1 for a typical row
		about = "about "
	}
	if len(p.Log) > 0 && p.Log[0] {
		return fmt.Sprintf("%sa factor of %.4g", about, math.Exp(half)), true
	}
	return fmt.Sprintf("%s%.4g", about, half), true
}

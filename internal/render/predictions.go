// Package render is what models, predictions and comparisons look like to people, on the command
// line and on the page alike: what large values of a component mean, what to check before a model
// is used, which columns predictions have, what is compared where nobody says, and how it is told
// what is best.
package render

import (
	"suffice"
	"suffice/internal/metrics"
	"suffice/output"
	"suffice/rows"
)

// Predictions is the table of what a model predicts.
type Predictions struct {
	Columns []string
	Texts   [][]string // what the numbers of a column stand for, or nil

	of            *suffice.Predictor
	half          []float64
	probabilities bool
}

// PredictionsOf lays out what a model predicts: numbers with intervals of these half widths,
// unless they are nil, or classes and labels, with their probabilities where these are wanted.
func PredictionsOf(model *suffice.Projection, half []float64, probabilities bool) *Predictions {
	of := model.Predictor
	p := &Predictions{of: of, half: half, probabilities: probabilities && !of.Kind.Numeric()}
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
			p.addIf(half != nil, name+"_lower")
			p.addIf(half != nil, name+"_upper")
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

// Rows are the cells of predictions, row by row.
func (p *Predictions) Rows(predicted *rows.Matrix) []float64 {
	out := make([]float64, 0, predicted.Len()*len(p.Columns))
	for i := range predicted.Len() {
		out = p.AppendRow(out, predicted.Row(i))
	}
	return out
}

// AppendRow appends the cells of one row.
func (p *Predictions) AppendRow(out, predicted []float64) []float64 {
	switch p.of.Kind {
	case output.KindClass:
		out = append(out, float64(metrics.Largest(predicted)))
	case output.KindLabels:
		for _, p := range predicted {
			has := 0.
			if metrics.Has(p) {
				has = 1
			}
			out = append(out, has)
		}
	default:
		for j, v := range predicted {
			if out = append(out, v); p.half != nil {
				out = append(out, v-p.half[j], v+p.half[j])
			}
		}
	}
	if p.probabilities {
		out = append(out, predicted...)
	}
	return out
}

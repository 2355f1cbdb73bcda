// Package scoring tells how well a model predicts rows with their target, by sums over them that
// can be taken in several places.
package scoring

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Result tells how well a model predicts some rows; evaluate.ModelResult says what the measures are.
type Result struct {
	Rows     int                           `json:"rows"`
	Measures map[string]float64            `json:"measures"`
	Baseline map[string]float64            `json:"baseline"`                     // the same of a guess without inputs: that of the training rows
	Targets  map[string]map[string]float64 `json:"targets,omitempty"`            // each of several numbers, in its own units
	Thirds   []float64                     `json:"coverage_90_thirds,omitempty"` // the share within the interval of 90 percent of low, middle and high predictions
	Unlike   int                           `json:"unlike"`                       // rows that are unlike the training rows

	Groups int                `json:"groups,omitempty"` // that rows belong to, where that was told, or stretches of time, or blocks
	SE     map[string]float64 `json:"se,omitempty"`     // standard errors of the measures, by these
}

// Model judges a model that has a predictor by rows with their target.
func Model(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*Result, error) {
	t, err := tallyOf(ctx, m, x, y, true, false)
	if err != nil {
		return nil, err
	}
	return t.Result(m), nil
}

// predictions are the truth and what a model says of it, with the ends of intervals where it has
// them, and how many rows are unlike those that it was fitted on.
type predictions struct {
	truth, predicted, lower, upper linalg.Matrix
	unlike                         int
}

func predictionsOf(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (p predictions, err error) {
	percent := 0
	if m.Predictor.HasInterval(coverage) {
		percent = coverage
	}
	predicted, lower, upper, err := m.PredictIntervals(ctx, x, percent)
	if err != nil {
		return p, err
	}
	p.predicted, p.lower, p.upper = matrixOf(predicted), matrixOf(lower), matrixOf(upper)
	if p.truth, err = truthOf(m.Predictor, y); err != nil {
		return p, err
	}
	which, err := m.Unlike(ctx, x)
	p.unlike = len(which)
	return p, err
}

// matrixOf is rows in memory as a matrix, of none where they are nil.
func matrixOf(m *rows.Matrix) (all linalg.Matrix) {
	if m != nil {
		all = linalg.New(m.Len(), m.Width())
		for i := range all.Rows {
			copy(all.Row(i), m.Row(i))
		}
	}
	return all
}

// checkJudging says where a model cannot be judged by rows with their target.
func checkJudging(m *suffice.Projection, x rows.Source, y *output.Target) error {
	if m.Predictor == nil {
		return errors.New("the model has no predictor; fit one beside the components")
	}
	if x.Len() != y.Len() || x.Len() == 0 {
		return fmt.Errorf("%d rows of inputs, but %d of outputs; there must be as many, and some", x.Len(), y.Len())
	}
	return nil
}

// truthOf is the target in the columns of the predictor: numbers, or 1 for the class or the
// labels of a row. A class that the predictor does not know is none of its columns.
func truthOf(p *suffice.Predictor, y *output.Target) (linalg.Matrix, error) {
	if y.Kind != p.Kind {
		return linalg.Matrix{}, fmt.Errorf("the model predicts a target of kind %q, but the table has one of kind %q", p.Kind, y.Kind)
	}
	truth := linalg.New(y.Len(), len(p.Names))
	if y.Kind == output.KindClass {
		at := make([]int, len(y.Classes))
		for c, name := range y.Classes {
			at[c] = slices.Index(p.Names, name)
		}
		for i, c := range y.Class {
			if at[c] >= 0 {
				truth.Set(i, at[c], 1)
			}
		}
		return truth, nil
	}
	for c, name := range y.Names {
		j := slices.Index(p.Names, name)
		if j < 0 && y.Kind == output.KindLabels {
			continue // nothing is said of a label that is new
		}
		if j < 0 {
			return truth, fmt.Errorf("the model does not predict %q", name)
		}
		for i := range truth.Rows {
			truth.Set(i, j, y.Values[i*len(y.Names)+c])
		}
	}
	return truth, nil
}

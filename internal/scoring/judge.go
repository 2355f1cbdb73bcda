// Package scoring tells how well a model predicts rows with their target, by sums over them that
// can be taken in several places.
package scoring

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/output"
	"suffice/rows"
)

// Result tells how well a model predicts some rows; evaluate.ModelResult says what the measures are.
type Result struct {
	Rows     int                           `json:"rows"`
	Measures map[string]float64            `json:"measures"`
	Baseline map[string]float64            `json:"baseline"`          // the same of a guess without inputs: that of the training rows
	Targets  map[string]map[string]float64 `json:"targets,omitempty"` // each of several numbers, in its own units
	Unlike   int                           `json:"unlike"`            // rows that are unlike the training rows

	Groups int                `json:"groups,omitempty"` // that rows belong to, where that was told
	SE     map[string]float64 `json:"se,omitempty"`     // standard errors of the measures, by groups
}

// Model judges a model that has a predictor by rows with their target.
func Model(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*Result, error) {
	t, err := tallyOf(ctx, m, x, y, metrics.Exact)
	if err != nil {
		return nil, err
	}
	return t.Result(m), nil
}

// predictions are the truth and what a model says of it, and how many rows are unlike those
// that it was fitted on.
func predictions(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (truth, predicted linalg.Matrix, unlike int, err error) {
	all, err := m.Predict(ctx, x)
	if err != nil {
		return truth, predicted, 0, err
	}
	if truth, err = truthOf(m.Predictor, y); err != nil {
		return truth, predicted, 0, err
	}
	said, err := all.Block(ctx, 0, all.Len(), nil)
	if err != nil {
		return truth, predicted, 0, err
	}
	which, err := m.Unlike(ctx, x)
	return truth, linalg.Of(all.Len(), all.Width(), said), len(which), err
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

// covered counts the numbers that are within intervals.
func covered(truth, predicted linalg.Matrix, half []float64) (count int) {
	for i := range truth.Rows {
		for j, v := range truth.Row(i) {
			if math.Abs(v-predicted.At(i, j)) <= half[j] {
				count++
			}
		}
	}
	return count
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

// Package truth has tables whose subspace is known, and tells how far a fit is from it.
package truth

import (
	"context"
	"fmt"
	"math"
	"time"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/lab/experiment"
	"suffice/output"
	"suffice/rows"
)

// Table is one whose subspace is known.
type Table struct {
	X          linalg.Matrix
	Y          []float64     // numbers, or classes counted from 0
	Directions linalg.Matrix // that y depends on, one a row, in the units of X; not orthonormal
	Classes    bool          // whether Y are classes
}

// Dim is the number of true directions.
func (t Table) Dim() int { return t.Directions.Rows }

// Inputs are those that a method reads.
func (t Table) Inputs() (*rows.Matrix, error) { return rows.NewMatrix(t.X.Cols, t.X.Data) }

// Output is what a method explains.
func (t Table) Output() output.Output {
	if !t.Classes {
		return output.Numbers(t.Y)
	}
	classes := make([]string, len(t.Y))
	for i, v := range t.Y {
		classes[i] = fmt.Sprintf("c%g", v)
	}
	return output.ClassNames(classes)
}

// Measures of a fit of such a table.
const (
	Error = "error" // distance of the subspace found from the true one
	Found = "found" // share of the inputs that y depends on which have weight; only where a method leaves some out
	False = "false" // share of the others which have weight
)

// Fit fits the table with a method that is told the number of directions.
func (t Table) Fit(ctx context.Context, method suffice.Reducer) (trial experiment.Trial, err error) {
	x, err := t.Inputs()
	if err != nil {
		return trial, err
	}
	start := time.Now()
	model, err := method.Fit(ctx, x, t.Output())
	if err != nil {
		return trial, err
	}
	trial.Values = map[string]float64{experiment.Seconds: time.Since(start).Seconds()}
	t.selection(model, trial.Values)
	if spread, ok := model.Settings["spread"].(float64); ok { // for docs/sca.md#what-goes-wrong
		trial.Values["spread"] = spread
	}
	found, err := model.Directions()
	if err != nil {
		return trial, err
	}
	trial.Values[Error], err = t.Error(found)
	return trial, err
}

// selection compares the inputs that have weight in a model, where some have none, with those that
// y depends on.
func (t Table) selection(m *suffice.Projection, values map[string]float64) {
	used := m.UsedInputs()
	if len(used) == t.X.Cols {
		return
	}
	matter := make([]bool, t.X.Cols)
	count := 0.
	for j := range matter {
		for k := range t.Directions.Rows {
			matter[j] = matter[j] || t.Directions.At(k, j) != 0
		}
		if matter[j] {
			count++
		}
	}
	values[Found], values[False] = 0, 0
	for _, j := range used {
		if matter[j] {
			values[Found] += 1 / count
		} else {
			values[False] += 1 / (float64(t.X.Cols) - count)
		}
	}
}

// Error is |P - P*| / √(2m) in the Frobenius norm, P and P* being the projectors on the
// directions found, of which there are m as well, and on the true ones.
func (t Table) Error(found [][]float64) (float64, error) {
	a, b := linalg.FromSlices(found), t.Directions.Clone()
	if a.Rows != b.Rows || a.Cols != b.Cols {
		return math.NaN(), fmt.Errorf("%s of %d inputs found, but there are %d of %d", humanize.Count(a.Rows, "direction"), a.Cols, b.Rows, b.Cols)
	}
	for _, frame := range []linalg.Matrix{a, b} {
		if err := stiefel.Orthonormalize(frame); err != nil {
			return math.NaN(), err
		}
	}
	return stiefel.Distance(a, b), nil
}

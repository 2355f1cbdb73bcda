package trials

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/wording"
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

// Fit is what came of a fit of such a table.
type Fit struct {
	Error   float64 `json:"error"`   // distance of the subspace found from the true one
	Seconds float64 `json:"seconds"` // by the clock

	*Selection // nil where no input was left out
}

// Selection tells which inputs a method that leaves some out has kept.
type Selection struct {
	Found float64 `json:"found"` // share of the inputs that y depends on which have weight
	False float64 `json:"false"` // share of the others which have weight
}

const largestError = 1 + 1e-9 // it is at most 1, but for rounding

// Check says what is wrong with a fit that was read from a file.
func (f Fit) Check() error {
	switch {
	case f.Error < 0 || f.Error > largestError:
		return fmt.Errorf("the error is %g, but must be from 0 to 1", f.Error)
	case f.Seconds < 0:
		return fmt.Errorf("it took %g seconds", f.Seconds)
	}
	return nil
}

// Fit fits the table with a method that is told the number of directions.
func (t Table) Fit(ctx context.Context, method suffice.Reducer) (fit Fit, err error) {
	x, err := t.Inputs()
	if err != nil {
		return fit, err
	}
	start := time.Now()
	model, err := method.Fit(ctx, x, t.Output())
	if err != nil {
		return fit, err
	}
	fit.Seconds, fit.Selection = time.Since(start).Seconds(), t.selection(model)
	found, err := model.Directions()
	if err != nil {
		return fit, err
	}
	fit.Error, err = t.Error(found)
	return fit, err
}

// Summary is what fits of one kind came to.
type Summary struct {
	Errors       []float64 // in their order
	Mean, SD     float64   // of the errors, with 1/(n-1)
	Max, Seconds float64   // the largest error, and the mean time of a fit
}

// Summarize is the summary of fits.
func Summarize(fits []Fit) (s Summary) {
	for _, f := range fits {
		s.Errors = append(s.Errors, f.Error)
		s.Seconds += f.Seconds / float64(len(fits))
	}
	mean, variance := learn.Moments(s.Errors)
	s.Mean, s.SD, s.Max = mean, math.Sqrt(variance), slices.Max(s.Errors)
	return s
}

// selection compares the inputs that have weight in a model with those that y depends on.
func (t Table) selection(m *suffice.Projection) *Selection {
	used := m.UsedInputs()
	if len(used) == t.X.Cols {
		return nil
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
	s := &Selection{}
	for _, j := range used {
		if matter[j] {
			s.Found += 1 / count
		} else {
			s.False += 1 / (float64(t.X.Cols) - count)
		}
	}
	return s
}

// Error is |P - P*| / √(2m) in the Frobenius norm, P and P* being the projectors on the
// directions found, of which there are m as well, and on the true ones.
func (t Table) Error(found [][]float64) (float64, error) {
	a, b := linalg.FromSlices(found), t.Directions.Clone()
	if a.Rows != b.Rows || a.Cols != b.Cols {
		return math.NaN(), fmt.Errorf("%s of %d inputs found, but there are %d of %d", wording.Count(a.Rows, "direction"), a.Cols, b.Rows, b.Cols)
	}
	for _, frame := range []linalg.Matrix{a, b} {
		if err := stiefel.Orthonormalize(frame); err != nil {
			return math.NaN(), err
		}
	}
	return stiefel.Distance(a, b), nil
}

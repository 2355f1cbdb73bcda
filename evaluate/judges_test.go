package evaluate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/output"
)

// The twin divides, fits and predicts by hand: the mean of neighbours and ridge regression.
func TestCompareByBothMatchesATwin(t *testing.T) {
	x, targets := lined(t, 80, .3)
	y := &output.Target{Kind: output.KindNumber, Names: []string{"y"}}
	_, y.Values = targets[output.KindNumber].(output.Columnar).Columns()
	got, err := Compare(t.Context(), x, y, CompareOptions{Methods: methods(t, "pca"), Dims: []int{2}, Splits: Splits{Train: 50, Repeats: 2, Seed: 4}})
	if err != nil {
		t.Fatal(err)
	}
	mean, variance := learn.Moments(y.Values)
	scaled := linalg.New(len(y.Values), 1)
	for i, v := range y.Values {
		scaled.Set(i, 0, (v-mean)/math.Sqrt(variance))
	}
	for r := range 2 {
		training, testing, err := Split(80, 50, 4+uint64(r))
		if err != nil {
			t.Fatal(err)
		}
		some := func(rows []int) (part linalg.Matrix) {
			part = linalg.New(len(rows), 1)
			for k, i := range rows {
				part.Set(k, 0, scaled.At(i, 0))
			}
			return part
		}
		own, err := rowsOf(x, training)
		if err != nil {
			t.Fatal(err)
		}
		model, err := suffice.PCA{Dim: 2}.Fit(t.Context(), own, output.Numbers(some(training).Data))
		if err != nil {
			t.Fatal(err)
		}
		z, err := model.Transform(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		at := func(rows []int) (part linalg.Matrix) {
			part = linalg.New(len(rows), 2)
			for k, i := range rows {
				copy(part.Row(k), z.Row(i))
			}
			return part
		}
		fit, err := learn.FitRidge(at(training), some(training), learn.RidgeOptions{Most: 200})
		if err != nil {
			t.Fatal(err)
		}
		ridge := fit.Predict(at(testing))
		neighbours := learn.Neighbours(at(training), at(testing), some(training), learn.SquaredError)
		var squares, absolute, guessed float64
		learnt, _ := learn.Moments(some(training).Data)
		for k, i := range testing {
			off := scaled.At(i, 0) - (ridge.At(k, 0)+neighbours.At(k, 0))/2
			squares, absolute = squares+off*off/30, absolute+math.Abs(off)/30
			guessed += (scaled.At(i, 0) - learnt) * (scaled.At(i, 0) - learnt) / 30
		}
		sd := math.Sqrt(variance)
		if got := got.Rows[0].Errors[r]; math.Abs(got-sd*math.Sqrt(squares)) > 1e-9 {
			t.Errorf("split %d: error %v, want %v", r, got, sd*math.Sqrt(squares))
		}
		if got := got.Baseline.Errors[r]; math.Abs(got-sd*math.Sqrt(guessed)) > 1e-9 {
			t.Errorf("split %d: guessing %v, want %v", r, got, sd*math.Sqrt(guessed))
		}
	}
}

// Each judge predicts a line better than guessing, by the measure that is asked for.
func TestEveryJudgeAndMeasure(t *testing.T) {
	x, targets := lined(t, 150, .1)
	for kind := range targets {
		y := targetFor(kind, targets)
		for _, judge := range Judges() {
			for _, measure := range Measures(kind) {
				got, err := Compare(t.Context(), x, y, CompareOptions{Methods: methods(t, "mddm"), Dims: []int{1}, Splits: Splits{Repeats: 3}, Judge: judge, Measure: measure})
				if err != nil {
					t.Fatal(err)
				}
				if row := got.Rows[0]; row.Mark != MarkBest || len(row.Measures) != len(Measures(kind)) || row.Measures[measure] != row.Mean {
					t.Errorf("%s by %s, %s: %+v, guessing %v", kind, judge, measure, row, got.Baseline.Mean)
				}
			}
		}
	}
	if err := Judge("jury").Check(); err == nil || !strings.Contains(err.Error(), "both, neighbours, ridge, nearest") {
		t.Error(err)
	}
	bad := CompareOptions{Methods: methods(t, "pca"), Dims: []int{1}, Measure: "f1"}
	if _, err := Compare(t.Context(), x, targetFor(output.KindNumber, targets), bad); err == nil {
		t.Error("f1 of a number")
	}
}

// t with 3 degrees of freedom has its 97.5% quantile at 3.182446. The differences are 1, 2,
// 3, 2: mean 2, variance 2/3; half a test row for each training row.
func TestDifferenceByHand(t *testing.T) {
	got := differ95([]float64{2, 4, 6, 8}, []float64{1, 2, 3, 6}, .5)
	half := 3.182446 * math.Sqrt((.25+.5)*2/3)
	if got.Mean != 2 || math.Abs(got.Low-(2-half)) > 1e-5 || math.Abs(got.High-(2+half)) > 1e-5 {
		t.Errorf("%+v, want 2 and %v", got, half)
	}
	if got := differ95([]float64{3}, []float64{1}, .5); got != (Difference{2, 2, 2}) {
		t.Errorf("one split: %+v", got)
	}
}

// On noise nothing is best, and what is said of it is that.
func TestNoiseIsNotBest(t *testing.T) {
	x, _ := lined(t, 120, 1)
	values := make([]float64, 120)
	for i := range values {
		values[i] = math.Mod(float64(i)*math.Phi, 1)
	}
	y := &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: values}
	got, err := Compare(t.Context(), x, y, CompareOptions{Methods: methods(t, "mddm", "pca", "none"), Dims: []int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Choice() != nil {
		t.Errorf("noise has a best: %+v", got.Choice())
	}
	for _, r := range got.Rows {
		if r.Best || r.Mark != MarkWorse && r.Mark != MarkNoBetter || r.ThanBest != nil || r.ThanBaseline == nil {
			t.Errorf("%+v", r)
		}
	}
}

// Marks say how rows stand to the one that is chosen, and to guessing, whichever way is up.
func TestMarks(t *testing.T) {
	for _, measure := range []string{"rmse", "r2"} {
		row := func(method string, dim int, errors ...float64) Row {
			if measure == "r2" {
				for k, v := range errors {
					errors[k] = 1 - v
				}
			}
			mean, _ := learn.Moments(errors)
			return Row{Method: method, Dim: dim, AllDims: method == "none", Mean: mean, Errors: errors}
		}
		baseline := row(Guess, 0, 1, 1.01, 1.02, 1)
		c := &CompareResult{Measure: measure, N: 30, Splits: Splits{Train: 20, Repeats: 4}, Baseline: &baseline, Rows: []Row{
			row("sca", 1, .3, .31, .3, .32), row("sca", 2, .2, .21, .2, .2), row("sca", 3, .21, .2, .2, .21), row("sca", 4, .1, .4, .1, .3),
			row("pca", 1, 1.1, 1.2, 1.3, 1.1), row("pca", 2, .99, 1, 1.02, .99), row("none", 9, .1, .11, .1, .1),
		}}
		c.mark()
		var marks []Mark
		for _, r := range c.Rows {
			marks = append(marks, r.Mark)
		}
		if want := []Mark{"", MarkBest, MarkAsGood, MarkUnclear, MarkWorse, MarkNoBetter, MarkBetter}; !slices.Equal(marks, want) {
			t.Errorf("%s: %q, want %q", measure, marks, want)
		}
	}
}

package crossfit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// firstInput is the method whose component is the first input.
var firstInput = Method{Name: "first", Find: func(_ context.Context, x rows.Source, _ output.Output, _ int, _ uint64) (Project, error) {
	return projecting(linalg.Identity(x.Width()).Slice(0, 1)), nil
}}

// candidatesOf are rows whose target is what is said of the inputs, judged by the first of these.
func candidatesOf(t *testing.T, n int, y func(x []float64, noise float64) float64, classes bool) (*Folds, *Assessment) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, uint64(n)))
	x := normal(t, n, 3, random)
	numbers, class := make([]float64, n), make([]int, n)
	for i := range numbers {
		if numbers[i] = y(x.Row(i), random.NormFloat64()); numbers[i] > 0 {
			class[i] = 1
		}
	}
	of := output.Output(output.Numbers(numbers))
	if classes {
		of = output.Classes(class)
	}
	folds := mustDivide(t, x, of, Options{Seed: 1})
	a, err := Assess(t.Context(), folds, Assessing{Method: firstInput, Inputs: inputs, Dim: 1, NoTest: true})
	if err != nil {
		t.Fatal(err)
	}
	return folds, a
}

func mustBest(t *testing.T, a *Assessment) *Candidate {
	t.Helper()
	best, err := a.Best(t.Context(), a.Of(1), FindLogs)
	if err != nil {
		t.Fatal(err)
	}
	return best
}

// A line of all inputs is predicted by one, and what is said of it is of rows that were not seen: the
// R² of lines that are learnt from the other folds.
func TestBestOfALine(t *testing.T) {
	folds, a := candidatesOf(t, 80, func(x []float64, noise float64) float64 { return x[0] + x[1] - x[2] + .3*noise }, false)
	best := mustBest(t, a)
	if !best.Line || !best.Inputs || best.Log {
		t.Fatalf("chose %+v", best.Recipe)
	}
	var wrong, all, mean float64
	for _, p := range folds.Parts {
		x, err := projecting(linalg.Identity(3))(t.Context(), p.XTrain)
		if err != nil {
			t.Fatal(err)
		}
		test, err := projecting(linalg.Identity(3))(t.Context(), p.XTest)
		if err != nil {
			t.Fatal(err)
		}
		line, err := learn.FitLine(x, p.Train.Columns(0, 1).Clone(), true)
		if err != nil {
			t.Fatal(err)
		}
		by := line.Predict(test)
		for i := range by.Rows {
			wrong += math.Pow(p.Test.At(i, 0)-by.At(i, 0), 2)
			all += math.Pow(p.Test.At(i, 0), 2)
			mean += p.Test.At(i, 0)
		}
	}
	if want := 1 - wrong/(all-mean*mean/80); math.Abs(best.Value-want) > .002 { // ours are drawn towards the mean a little
		t.Errorf("R² %v, want %v", best.Value, want)
	}
}

// Classes that a line divides are told by logistic regression, whose probabilities are calibrated.
func TestBestOfClasses(t *testing.T) {
	_, a := candidatesOf(t, 300, func(x []float64, noise float64) float64 { return 2*x[1] - 2*x[2] + noise }, true)
	best := mustBest(t, a)
	if !best.Link() {
		t.Fatalf("chose %+v", best.Recipe)
	}
	if m := best.Measures(best.Held(false)); m["auc"] < .93 || m["calibration_error"] > .1 {
		t.Errorf("%v", m)
	}
}

// Numbers whose errors are shares of them are predicted by their logarithms, and others are not,
// though they are positive too.
func TestBestOfLogarithms(t *testing.T) {
	_, shares := candidatesOf(t, 120, func(x []float64, noise float64) float64 { return math.Exp(x[0] + .3*noise) }, false)
	if best := mustBest(t, shares); !best.Log {
		t.Errorf("chose %+v of shares", best.Recipe)
	}
	_, plain := candidatesOf(t, 120, func(x []float64, noise float64) float64 { return 20 + 2*x[0] + noise }, false)
	if best := mustBest(t, plain); best.Log {
		t.Errorf("chose %+v of numbers", best.Recipe)
	}
}

// Where steps of single inputs tell the class, Manhattan distances do.
func TestBestOfSteps(t *testing.T) {
	_, a := candidatesOf(t, 200, func(x []float64, noise float64) float64 { return math.Copysign(1, x[1]*x[2]) + .3*noise }, true)
	best := mustBest(t, a)
	if best.Metric != learn.Manhattan {
		t.Fatalf("chose %+v", best.Recipe)
	}
	if auc := best.Measures(best.Held(false))["auc"]; auc < .9 {
		t.Errorf("AUC %v", auc)
	}
}

// A line beside kernels is added to what these predict, whatever metric they have learnt.
func TestLineBesideKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	var x, test linalg.Matrix
	for _, into := range []*linalg.Matrix{&x, &test} {
		*into = linalg.New(60, 3)
		for i := range into.Data {
			into.Data[i] = random.NormFloat64()
		}
	}
	numbers, classes := linalg.New(60, 1), linalg.New(60, 2)
	for i := range x.Rows {
		numbers.Set(i, 0, 5+math.Abs(x.At(i, 0))+x.At(i, 1))
		class := 0
		if x.At(i, 0) > .3*random.NormFloat64() {
			class = 1
		}
		classes.Set(i, class, 1)
	}
	for _, y := range []*target.Encoding{{Kind: output.KindNumber, Values: numbers}, {Kind: output.KindClass, Values: classes}} {
		for _, metric := range learn.Kernels() {
			ridge, of := 0., .7 // of the kernels
			if y.Kind == output.KindClass {
				ridge, of = .01, 1
			}
			predicted := func(r Recipe) linalg.Matrix {
				m, err := r.Learn(x, y, 50, 1, nil)
				if err != nil {
					t.Fatal(err)
				}
				return m.Predict(test)
			}
			kernels, line := predicted(Recipe{Metric: metric}), predicted(Recipe{Line: true, Ridge: ridge})
			for i, got := range predicted(Recipe{Metric: metric, Ridge: ridge, Beside: .3}).Data {
				if want := of*kernels.Data[i] + .3*line.Data[i]; math.Abs(got-want) > 1e-9 {
					t.Fatalf("%s of %s: %v, want %v", metric, y.Kind, got, want)
				}
			}
		}
	}
}

// A predictor tells something of rows where there is something to be told.
func TestTells(t *testing.T) {
	for _, classes := range []bool{false, true} {
		_, noise := candidatesOf(t, 100, func(_ []float64, noise float64) float64 { return noise }, classes)
		if mustBest(t, noise).Tells() {
			t.Error("noise is told by what is not of it")
		}
		_, other := candidatesOf(t, 100, func(x []float64, noise float64) float64 { return x[1] + .5*noise }, classes)
		if !mustBest(t, other).Tells() {
			t.Error("an input tells all of y, but nothing is said to")
		}
	}
}

// Of many rows, metrics that half of the folds are predicted worse by are given up, and the best is not.
func TestBestOfManyRows(t *testing.T) {
	steps := func(x []float64, noise float64) float64 {
		return math.Copysign(1, x[1]) + math.Copysign(1, x[2]) + .3*noise
	}
	folds, a := candidatesOf(t, manyRows+100, steps, false)
	if best := mustBest(t, a); best.Metric != learn.Manhattan || len(best.losses) != folds.Rows {
		t.Errorf("chose %+v, with losses of %d rows", best.Recipe, len(best.losses))
	}
	some, err := folds.tryAll(t.Context(), recipes(output.KindNumber, 3), a.Of(1), a.keeps)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(some, func(c *Candidate) bool { return c.Metric == learn.Gaussian }) {
		t.Error("Gaussian kernels are tried by all folds")
	}
}

package paper

import (
	"context"
	"math"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/testing/artificial"
	"suffice/lab/experiment"
	"suffice/lab/truth"
)

// method is one of the library's.
func method(t testing.TB, name string) suffice.Method {
	t.Helper()
	m, err := suffice.MethodNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func run(t *testing.T, table Table1) *experiment.Result {
	t.Helper()
	r, err := table.Experiment().Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fits are errors of a method on data with seeds from 1 on.
func fits(ctx context.Context, t *testing.T, d artificial.Data, count int, of func(seed uint64) suffice.Reducer) experiment.Figure {
	t.Helper()
	errors := make([]float64, count)
	for k := range errors {
		trial, err := Drawn(d, 1000, uint64(k+1)).Fit(ctx, of(uint64(k+1)))
		if err != nil {
			t.Fatal(err)
		}
		errors[k] = trial.Values[truth.Error]
	}
	return experiment.FigureOf(errors)
}

// A short version of the experiment: 3 trials of Data1. What least squares reaches
// is known: an angle whose tangent has standard deviation 0.5 / √(n/3) in each of
// three directions. What the paper prints stands beside.
func TestTable1OnData1(t *testing.T) {
	r := run(t, Table1{Trials: 3, N: 200, Seed: 1, Centres: 100, Data: artificial.All()[:1], Methods: []suffice.Method{method(t, "sca0")}})
	if len(r.Rows) != 3 || r.Rows[0].Method != "ols*" || r.Rows[1].Method != "sca0" || r.Rows[2].Method != "paper sca0" {
		t.Fatalf("rows %+v, want ols, sca0 and the paper's", r.Rows)
	}
	expected := math.Sqrt(3) * .5 / math.Sqrt(200./3)
	if got := r.Rows[0].Figures[truth.Error].Mean; got < expected/3 || got > 2*expected {
		t.Errorf("least squares has error %.3f, want about %.3f", got, expected)
	}
	if r.Rows[0].Best || !r.Rows[1].Best {
		t.Error("the least to expect is among the best, or the only method is not")
	}
	if f := r.Rows[2].Figures[truth.Error]; f.Mean != .089 || *f.SD != .042 || f.Text != "0.089 (0.042)" {
		t.Errorf("printed %+v", f)
	}
}

// Trial k of a table that starts at seed s is trial 0 of one that starts at s + k, and what a fit of
// the same rows with the same seed gives. A method without so many components is left out.
func TestTrialsAreIndependentOfWhereTheTableStarts(t *testing.T) {
	at := func(seed uint64, trials int) float64 {
		r := run(t, Table1{Trials: trials, N: 60, Seed: seed, Centres: 20, Data: artificial.All()[2:], Methods: []suffice.Method{method(t, "sca0"), method(t, "cca")}})
		if len(r.Rows) != 5 || r.Rows[1].Method != "sca0" || r.Rows[1].Table != "data4" {
			t.Fatalf("%d rows, the second of %s on %s", len(r.Rows), r.Rows[1].Method, r.Rows[1].Table)
		}
		return r.Rows[1].Figures[truth.Error].Mean
	}
	if got, want := at(7, 2), (at(7, 1)+at(8, 1))/2; math.Abs(got-want) > 1e-15 {
		t.Errorf("mean %v, want %v", got, want)
	}
	trial, err := Drawn(artificial.All()[3], 60, 8).Fit(t.Context(), method(t, "sca0").New(suffice.Options{Dim: 1, Centres: 20, Seed: 8}))
	if err != nil || trial.Values[truth.Error] != at(8, 1) {
		t.Errorf("%v alone, %v in the table, %v", trial.Values, at(8, 1), err)
	}
}

// All that the paper prints is there, and its best are the bold ones.
func TestPrinted(t *testing.T) {
	bold := ""
	for _, d := range artificial.All() {
		for _, name := range Compared() {
			figure, ok := Printed(d.Name, name)
			if !ok || figure.Mean <= 0 || figure.SD <= 0 {
				t.Errorf("nothing for %s on %s", name, d.Name)
			}
			if figure.Best {
				bold += " " + d.Name + ":" + name
			}
		}
	}
	if want := "data1:sca data1:lsdr data1:kdr data2:sca data3:sca data3:kdr data4:sca"; strings.TrimSpace(bold) != want {
		t.Errorf("bold are%s, want %s", bold, want)
	}
}

// The short version of the whole table: two trials of each data set with the default settings. The
// limits are those that hold for the mean of 40 trials plus three standard errors of a mean of two,
// for SCA; the paper's mean + sd where these are closer than twice the mean of 40 trials, for KDR;
// about twice the mean of 20 trials, or on Data1, where two trials scatter most, one and a half
// times, for LSDR.
func TestAccuracy(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for name, limits := range map[string][]float64{
		"sca": {.085, .0100, .0200, .0480}, "kdr": {.067, .014, .012, .096}, "lsdr": {.075, .020, .040, .065},
	} {
		for k, d := range artificial.All() {
			got := fits(t.Context(), t, d, 2, func(seed uint64) suffice.Reducer {
				return method(t, name).New(suffice.Options{Dim: d.Dim(), Seed: seed})
			})
			t.Logf("%s on %s: mean %.4f, largest %.4f", name, d.Name, got.Mean, *got.Max)
			if got.Mean > limits[k] {
				t.Errorf("%s on %s: mean error %.4f, want at most %g", name, d.Name, got.Mean, limits[k])
			}
		}
	}
}

// What textbook implementations reach with 1000 rows, by the mean error over 100 trials.
// The paper's own columns for these methods differ, and are not what they are held to.
func TestSlicingMethodsReachWhatCorrectCodeReaches(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	const share = .15
	for name, want := range map[string][]float64{"sir": {.044, .93, .56, .87}, "save": {.044, .100, .059, .128}, "phd": {.87, .115, .080, .85}} {
		for k, d := range artificial.All() {
			got := fits(t.Context(), t, d, 100, func(uint64) suffice.Reducer { return method(t, name).New(suffice.Options{Dim: d.Dim()}) })
			if mean, _ := learn.Moments(got.Values); math.Abs(mean-want[k]) > share*want[k] {
				t.Errorf("%s on %s: mean error %.4f, want %.3f within %g%%", name, d.Name, mean, want[k], 100*share)
			}
		}
	}
}

package simulations

import (
	"math"
	"strings"
	"testing"

	"suffice"
	"suffice/lab/experiment"
	"suffice/lab/truth"
)

func methodsNamed(t *testing.T, names ...string) (methods []suffice.Method) {
	t.Helper()
	for _, name := range names {
		m, err := suffice.MethodNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		methods = append(methods, m)
	}
	return methods
}

func run(t *testing.T, e experiment.Experiment) *experiment.Result {
	t.Helper()
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// errorsOf are the mean errors of fits by cell and method.
func errorsOf(t *testing.T, cells []Cell, r Replicates) map[string]map[string]experiment.Row {
	t.Helper()
	all := map[string]map[string]experiment.Row{}
	for _, row := range run(t, Errors(r, KindsOf(cells))).Rows {
		if all[row.Table] == nil {
			all[row.Table] = map[string]experiment.Row{}
		}
		all[row.Table][row.Method] = row
	}
	return all
}

// A method applies exactly where it fits.
func TestAppliesWhereItFits(t *testing.T) {
	cells, err := CellsNamed([]string{"bin_sq_100_6", "rings_100_6", "ecve1_100_6", "ecve2_100_6"})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range suffice.Methods() {
		for _, c := range cells {
			if m.KeepsInputs || m.Name == "lsdr" || m.Name == "kdr" { // these take long
				continue
			}
			table, err := c.Table(1)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := table.Fit(t.Context(), m.New(suffice.Options{Dim: table.Dim(), Seed: 1})); (err == nil) != Applies(m, c) {
				t.Errorf("%s on %s: applies %v, but %v", m.Name, c.Name(), Applies(m, c), err)
			}
		}
	}
}

// The group of a method is there where it applies to all its cells, with the best of others.
func TestMeansOfGroups(t *testing.T) {
	r := run(t, Errors(Replicates{Methods: methodsNamed(t, "sir", "cca"), Count: 3, From: 7, Seed: 1}, KindsOf(Cells("ecve"))))
	if len(r.Groups) != 3 || r.Groups[0].Method != "sir" || r.Groups[1].Method != "best rival" || r.Groups[2].Method != "paper" {
		t.Fatalf("groups %+v", r.Groups) // cca finds one direction only, so its group is not complete
	}
	mean, missed := 0., 0.
	for _, row := range r.Rows {
		if row.Method == "sir" {
			for _, v := range row.Figures[truth.Error].Values {
				mean += v / 21
				missed += indicator(v > .5) / 21
			}
		}
	}
	figures := r.Groups[0].Figures
	if math.Abs(figures[truth.Error].Mean-mean) > 1e-12 || math.Abs(figures[aboveHalf].Mean-missed) > 1e-12 || math.Abs(r.Groups[1].Figures[truth.Error].Mean-.2693) > 1e-4 {
		t.Errorf("got %+v, want mean %g", figures, mean)
	}
}

// Where a table cannot be drawn or fitted, the error says which it was.
func TestFailuresSayWhere(t *testing.T) {
	c := Cell{Model: Models()[0], N: 2, D: 2}
	_, err := Errors(Replicates{Methods: methodsNamed(t, "sir"), Count: 1, From: 4, Seed: 1}, KindsOf([]Cell{c})).Run(t.Context())
	if err == nil || !strings.HasPrefix(err.Error(), "sir on li_prod_2_2, number 4: ") {
		t.Errorf("got %v", err)
	}
}

// Kinds are cells, the paper's data sets with a number of rows, and noise where it may be.
func TestKinds(t *testing.T) {
	kinds, err := Kinds([]string{"cve1", "data2_60", "noise_40_3", "classes_40_3"}, true)
	if err != nil || len(kinds) != 4 {
		t.Fatalf("%+v, %v", kinds, err)
	}
	for _, k := range kinds {
		table, err := k.Draw(1)
		if err != nil || table.X.Rows != k.N || table.X.Cols != k.D || table.Dim() != k.Dim || table.Classes != (k.Name == "classes_40_3") {
			t.Errorf("%+v, %v", k, err)
		}
	}
	for name, want := range map[string]string{
		"noise_40": "noise_40 does not say how many rows and inputs", "data2": "data2 does not say how many rows", "cve9": "there is no cell", "cve1 cve1_100_20": "cve1_100_20 is there twice",
	} {
		if _, err := Kinds(strings.Fields(name), true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Kinds([]string{"noise_40_3"}, false); err == nil {
		t.Error("noise has no subspace")
	}
}

// Of noise nothing is to be found, and intervals of a plain trend hold its weights.
func TestNumbersAndCoverage(t *testing.T) {
	kinds, err := Kinds([]string{"noise_200_4", "data1_200"}, true)
	if err != nil {
		t.Fatal(err)
	}
	r := Replicates{Methods: methodsNamed(t, "sir"), Count: 2, From: 1, Seed: 1}
	rows := run(t, Numbers(r, kinds)).Rows
	for k, want := range []float64{0, 1} {
		if f := rows[k].Figures; f["true"].Mean != want || f["found"].Mean != want || f["right"].Mean != 1 {
			t.Errorf("%s: %+v", rows[k].Table, f)
		}
	}
	covered := run(t, Coverage(r, kinds[1:], 20)).Rows[0].Figures
	if f := covered["covered"]; f.Mean < .5 || *f.Max > 1 || covered["length"].Mean <= 0 || covered[truth.Error].Mean > .3 {
		t.Errorf("%+v", covered)
	}
}

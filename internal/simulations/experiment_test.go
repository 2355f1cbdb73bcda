package simulations

import (
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/trials"
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

// run makes an experiment, without the times, which differ from run to run.
func run(t *testing.T, e Experiment) Result {
	t.Helper()
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Rows {
		r.Rows[i].Seconds = 0
	}
	for i := range r.Totals {
		r.Totals[i].Seconds = 0
	}
	return r
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
			if _, err := c.fit(t.Context(), m, 1, 1); (err == nil) != Applies(m, c) {
				t.Errorf("%s on %s: applies %v, but %v", m.Name, c.Name(), Applies(m, c), err)
			}
		}
	}
}

func TestMeansOfGroups(t *testing.T) {
	e := Experiment{Cells: Cells("ecve"), Methods: methodsNamed(t, "sir", "cca"), Replicates: 3, From: 7, Seed: 1}
	r := run(t, e)
	if len(r.Groups) != 1 || r.Groups[0].Method != "sir" || r.Groups[0].Cells != 7 {
		t.Fatalf("groups %+v", r.Groups) // cca finds one direction only, so its group is not complete
	}
	mean, variance := 0., 0.
	for _, row := range r.Rows {
		if row.Method == "sir" {
			mean += (row.Errors[0] + row.Errors[1] + row.Errors[2]) / 21
			variance += square(*row.SE) / 49
		}
	}
	group := r.Groups[0]
	if math.Abs(group.Mean-mean) > 1e-12 || math.Abs(*group.SE-math.Sqrt(variance)) > 1e-12 || math.Abs(*group.BestRival-.2693) > 1e-4 {
		t.Errorf("got %+v, want mean %g", group, mean)
	}
	if r.Totals[0].Fits != 21 || r.Totals[1].Fits != 9 {
		t.Errorf("totals %+v", r.Totals)
	}
}

// What was kept is not made again, and the result is the same.
func TestGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	e := Experiment{Cells: Cells("cve")[:2], Methods: methodsNamed(t, "save", "pca"), Replicates: 3, From: 2, Seed: 1}
	want := run(t, e)
	for _, replicates := range []int{1, 3, 3} {
		state, err := OpenState(path, 1)
		if err != nil {
			t.Fatal(err)
		}
		begun, made := state.Len(), 0
		e.State, e.Replicates, e.Progress = state, replicates, func(trials.Progress) { made++ }
		got := run(t, e)
		if made != 4*replicates-begun || state.Len() != 4*replicates {
			t.Errorf("%d fits with %d known", made, begun)
		}
		if replicates == 3 && !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if err := state.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := OpenState(path, 2); err == nil || !strings.Contains(err.Error(), "has fits with seed 1 rather than 2; use these settings, or name another file") {
		t.Errorf("got %v", err)
	}
}

func TestLinesOfAState(t *testing.T) {
	for line, want := range map[string]string{
		`{"cell":"a_1_2","method":"sca","replicate":0,"error":0.5,"seconds":1}`:  "",
		`{"method":"sca","replicate":0,"error":0.5,"seconds":1}`:                 "it has no cell",
		`{"cell":"a_1_2","replicate":0,"error":0.5,"seconds":1}`:                 "it has no method",
		`{"cell":"a_1_2","method":"sca","error":0.5,"seconds":1}`:                "it has no replicate",
		`{"cell":"a_1_2","method":"sca","replicate":0,"seconds":1}`:              "it has no error",
		`{"cell":"a_1_2","method":"sca","replicate":0,"error":0.5}`:              "it has no seconds",
		`{"cell":"a_1_2","method":"sca","replicate":0,"error":1.5,"seconds":1}`:  "the error is 1.5, but must be from 0 to 1",
		`{"cell":"a_1_2","method":"sca","replicate":0,"error":0.5,"seconds":-1}`: "it took -1 seconds",
		`{"cell":1}`: "it cannot be read",
	} {
		got := ""
		if _, _, err := stateOf(1).Read([]byte(line)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

func TestFailuresSayWhere(t *testing.T) {
	c := Cell{Model: Models()[0], N: 2, D: 2}
	_, err := Experiment{Cells: []Cell{c}, Methods: methodsNamed(t, "sir"), Replicates: 1, From: 4, Seed: 1}.Run(t.Context())
	if err == nil || !strings.HasPrefix(err.Error(), "sir on li_prod_2_2, replicate 4: ") {
		t.Errorf("got %v", err)
	}
	if _, err := (Experiment{}).Run(t.Context()); err == nil {
		t.Error("no replicates were made")
	}
}

package realtables

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// someTables writes two tables of 90 rows: a number that bends with x1, and classes by the
// sum of x1 and x2.
func someTables(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	random := rand.New(rand.NewPCG(3, 1))
	numbers, classes := "x1,x2,x3,y\n", "x1,x2,x3,y\n"
	for range 90 {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		numbers += fmt.Sprintf("%g,%g,%g,%g\n", a, b, c, a*a+.1*random.NormFloat64())
		classes += fmt.Sprintf("%g,%g,%g,c%d\n", a, b, c, int(math.Round(1/(1+math.Exp(-3*(a+b))))))
	}
	for name, text := range map[string]string{"autompg.csv.gz": numbers, "glass.csv.gz": classes} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func methodNamed(t *testing.T, name string) Method {
	t.Helper()
	m, err := suffice.MethodNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return Ours(m)
}

func small(t *testing.T, methods ...string) Experiment {
	t.Helper()
	e := Experiment{Folder: someTables(t), Dims: []int{1, 5}, Splits: 2, Seeds: 2, Seed: 4}
	for _, name := range []string{"autompg", "glass"} {
		table, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		e.Tables = append(e.Tables, table)
	}
	for _, name := range methods {
		e.Methods = append(e.Methods, methodNamed(t, name))
	}
	return e
}

// What is found does not depend on the number of threads, and a state file gives it back.
func TestExperiment(t *testing.T) {
	e := small(t, "sca0", "pca")
	state := filepath.Join(t.TempDir(), "s.jsonl")
	run := func(threads int, e Experiment) string {
		t.Helper()
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		result, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range result.Rows {
			result.Rows[i].Seconds = 0
		}
		if len(result.Rows) != 4 { // 5 components of 3 inputs are left out
			t.Errorf("%d rows", len(result.Rows))
		}
		text, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := run(1, e)
	var err error
	if e.State, err = OpenState(state, e.Seed); err != nil {
		t.Fatal(err)
	}
	if again := run(4, e); again != first {
		t.Errorf("one thread\n%s\nfour\n%s", first, again)
	}
	e.Methods = []Method{{Name: "sca0", Fit: noFit}, {Name: "pca", Fit: noFit}}
	if again := run(2, e); again != first {
		t.Errorf("at first\n%s\nfrom the state\n%s", first, again)
	}
	if err := e.State.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenState(state, e.Seed+1); err == nil || !strings.Contains(err.Error(), "seed 4 rather than 5") {
		t.Errorf("another seed: %v", err)
	}
}

func noFit(context.Context, rows.Source, *output.Target, int, uint64) (*suffice.Projection, error) {
	return nil, errors.New("there is nothing to be found")
}

// A method that fails counts as a guess, and its reason is told.
func TestFailedFits(t *testing.T) {
	e := small(t, "pca")
	e.Methods = append(e.Methods, Method{Name: "bad", Fit: noFit, Seedless: true})
	result, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	row := result.Rows[1]
	if row.Method != "bad" || row.Failed != 2 || row.Neighbours != 1 || row.Ridge != 1 || row.Problem != "there is nothing to be found" {
		t.Errorf("got %+v", row)
	}
}

func TestFolders(t *testing.T) {
	if err := Find(filepath.Join(t.TempDir(), "none"), nil); !errors.Is(err, ErrNoFolder) {
		t.Errorf("got %v", err)
	}
	housing, err := ByName("housing")
	if err != nil {
		t.Fatal(err)
	}
	if err := Find(someTables(t), []Table{housing}); err == nil || !strings.Contains(err.Error(), "has no file housing.arff.gz, the table housing; leave that table out") {
		t.Errorf("got %v", err)
	}
	if _, err := ByName("housin"); err == nil || !strings.Contains(err.Error(), `there is no table "housin" (did you mean housing?)`) {
		t.Errorf("got %v", err)
	}
}

// All tables have the rows and inputs that the folder's README tells of.
func TestRealTables(t *testing.T) {
	folder := "../../../shared/data/tabular"
	if Find(folder, Tables()) != nil {
		t.Skip("this wants the folder ../shared/data/tabular beside the checkout, which is not ours to ship")
	}
	want := map[string]string{
		"abalone": "4177x10 number 1", "airfoil": "1503x5 number 1", "autompg": "392x7 number 1", "dermatology": "358x34 class 6",
		"enb": "768x8 numbers 2", "gas": "2565x128 number 1", "glass": "214x9 class 6", "housing": "506x13 number 1",
		"ionosphere": "351x34 class 2", "keggdirected": "5000x20 number 1", "optdigits": "5620x64 class 10", "parkinsons": "5000x20 number 1",
		"pol": "5000x26 number 1", "pumadyn32nm": "5000x32 number 1", "spambase": "4601x57 class 2", "tecator": "240x100 number 1",
		"vehicle": "846x18 class 4", "wine": "178x13 class 3",
	}
	for _, table := range Tables() {
		d, err := table.open(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		a := newAnswers(d.encoded, []int{0, 1, 2}, []int{3})
		if got := fmt.Sprintf("%dx%d %s %d", d.x.Len(), d.x.Width(), d.y.Kind, a.train.Cols); got != want[table.Name] {
			t.Errorf("%s: got %s, want %s", table.Name, got, want[table.Name])
		}
	}
}

// Means, ratios and seeds of two splits, by hand.
func TestResultByHand(t *testing.T) {
	glass, err := ByName("glass")
	if err != nil {
		t.Fatal(err)
	}
	x, err := rows.NewMatrix(1, []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	d := &data{Table: glass, x: x}
	e := Experiment{Methods: []Method{{Name: "a"}, {Name: "b", Seedless: true}, {Name: "c"}}, Dims: []int{1}, Seeds: 2}
	trial := func(neighbours, ridge float64) Trial { return Trial{Neighbours: neighbours, Ridge: ridge, OneRow: .1} }
	grouped := &data{Table: Table{Name: "patients", kind: output.KindClass, grouped: "patient"}, x: x} // in no ratio
	kinds := []kind{{d, e.Methods[0], 1, 0}, {d, e.Methods[0], 1, 1}, {d, e.Methods[1], 1, 0}, {d, e.Methods[2], 1, 0}, {d, e.Methods[2], 1, 1}}
	r := e.result(append(kinds, kind{grouped, e.Methods[0], 1, 0}, kind{grouped, e.Methods[1], 1, 0}), [][]Trial{
		{trial(.4, .2), trial(.2, .2)}, {trial(.6, .3), trial(.2, .2)}, // one row more is no other answer
		{trial(.2, .8), trial(.2, .8)},
		{trial(1, 0), trial(1, 0)}, {trial(1, 0), trial(1, 0)},
		{trial(1, 1), trial(1, 1)}, {trial(.1, .1), trial(.1, .1)},
	})
	if len(r.Rows) != 5 || math.Abs(r.Rows[0].Neighbours-.35) > 1e-12 || math.Abs(r.Rows[0].Ridge-.225) > 1e-12 {
		t.Errorf("rows %+v", r.Rows)
	}
	// No error is taken to be less than that of one row in all four fits, .1/4.
	want := map[string]float64{"neighbours best other": .35 / .2, "ridge best other": .225 / .025, "neighbours b": .35 / .2, "ridge b": .225 / .8, "neighbours c": .35, "ridge c": .225 / .025}
	for _, ratio := range r.Ratios {
		if name := string(ratio.By) + " " + ratio.To; math.Abs(ratio.Mean/want[name]-1) > 1e-12 || ratio.Tables != 1 || ratio.Largest != "glass" {
			t.Errorf("%+v, want %v", ratio, want[name])
		}
	}
	if len(r.Ratios) != 24 { // of one dimension and all, all tables and classes
		t.Errorf("%d ratios", len(r.Ratios))
	}
	first := r.Seeds[0]
	if len(r.Seeds) != 4 || first.Cells != 4 || first.Differ != 1 || first.Tables[0] != "glass/1" || math.Abs(first.Largest-1.5) > 1e-12 || r.Seeds[1].Differ != 0 {
		t.Errorf("seeds %+v", r.Seeds)
	}
}

// Whatever a line of a state file is, reading it ends without a panic, and what is taken
// for a result has errors.
func FuzzTrialOf(f *testing.F) {
	f.Add([]byte(`{"table":"wine","method":"sca","dim":1,"fit":0,"split":0,"neighbours":0.1,"ridge":0.1,"one_row":0,"seconds":1}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		key, trial, err := stateOf(1).Read(line)
		if err == nil && (key.Table == "" || key.Dim < 1 || trial.Neighbours < 0 || trial.Ridge < 0) {
			t.Errorf("%q: %+v %+v", line, key, trial)
		}
	})
}

// The projection of rmave is that of its directions.
func TestAnswersForRMAVE(t *testing.T) {
	y := &target.Encoding{Names: []string{"a", "b"}, Kind: output.KindNumbers, Values: linalg.Of(2, 2, []float64{1, 10, 3, 30})}
	train := newAnswers(y, []int{0, 1}, nil).train
	for i, want := range []float64{-1, -1, 1, 1} {
		if math.Abs(train.Data[i]-want) > 1e-15 {
			t.Errorf("got %v", train.Data)
		}
	}
	if y.Values.At(0, 0) != 1 {
		t.Error("the target was changed")
	}
}

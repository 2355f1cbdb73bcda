package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice/internal/journal"
	"suffice/internal/termtext"
	"suffice/internal/trials"
)

// constant gives the values, a trial each, from repeat 1 on.
func constant(table, method string, dim int, values ...float64) Case {
	return Case{Table: table, Method: method, Dim: dim, Try: func(_ context.Context, repeat uint64) (Trial, error) {
		return Trial{Values: map[string]float64{"error": values[(repeat-1)%uint64(len(values))], Seconds: 1}}, nil
	}}
}

func of(cases ...Case) Experiment {
	return Experiment{
		Name: "test", Title: "errors", Repeats: 4, From: 1, Cases: cases,
		Measures: []Measure{{Name: "error", Means: "what is wrong", Digits: 3, Spread: SD, Marked: true}, {Name: Seconds, Total: true}},
	}
}

func run(t *testing.T, e Experiment) *Result {
	t.Helper()
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Means, deviations and largest values are those of the trials, in their order.
func TestFigures(t *testing.T) {
	r := run(t, of(constant("a", "m", 0, .1, .2, .6, .3)))
	f := r.Rows[0].Figures["error"]
	if !slices.Equal(f.Values, []float64{.1, .2, .6, .3}) || math.Abs(f.Mean-.3) > 1e-15 || math.Abs(*f.SD-math.Sqrt(.14/3)) > 1e-15 || math.Abs(*f.SE-*f.SD/2) > 1e-15 || *f.Max != .6 {
		t.Errorf("%+v", f)
	}
	e := of(constant("a", "m", 0, .1))
	if e.Repeats = 1; run(t, e).Rows[0].Figures["error"].SD != nil {
		t.Error("one trial has no deviation")
	}
	e.Repeats = 0
	if _, err := e.Run(t.Context()); err == nil {
		t.Error("no repeats")
	}
}

// The least mean and what the test does not tell from it are marked, with each number of components;
// what holds for all where it is so beside each. A bound does not compete.
func TestMarks(t *testing.T) {
	every := constant("t", "none", 9, .30, .31, .33, .33)
	every.Every = true
	cases := []Case{
		constant("t", "a", 1, .30, .31, .32, .33), constant("t", "a", 2, .10, .11, .12, .13),
		constant("t", "b", 1, .30, .32, .32, .34), constant("t", "b", 2, .20, .21, .22, .23),
		constant("t", "c"+Bound, 1, .01, .02, .03, .02), every,
	}
	best := func(cases ...Case) (all []bool) {
		for _, row := range run(t, of(cases...)).Rows {
			all = append(all, row.Best)
		}
		return all
	}
	if got, want := best(cases...), []bool{true, true, true, false, false, false}; !slices.Equal(got, want) {
		t.Errorf("best %v, want %v", got, want)
	}
	if got := best(cases[0], cases[2], cases[5]); !got[2] {
		t.Error("none is as good as the others at one component")
	}
}

// Ratios of two tables, by hand: no error of classes is less than the floor.
func TestRatiosByHand(t *testing.T) {
	var cases []Case
	add := func(table, kind string, floor float64, errors map[string][2]float64) {
		for _, name := range []string{"ours", "forest", "boosting", "ridge"} {
			pair := errors[name]
			cases = append(cases, Case{Table: table, Method: name, Kind: kind, Try: func(_ context.Context, repeat uint64) (Trial, error) {
				return Trial{Values: map[string]float64{"error": pair[repeat-1], "one row": floor}}, nil
			}})
		}
	}
	add("glass", "classes", .05, map[string][2]float64{"ours": {.1, .3}, "forest": {0, 0}, "boosting": {.4, .4}, "ridge": {1, 1}})
	add("housing", "numbers", 0, map[string][2]float64{"ours": {.2, .2}, "forest": {.5, .5}, "boosting": {.4, .4}, "ridge": {.1, .1}})
	e := Experiment{
		Name: "test", Repeats: 2, From: 1, Cases: cases,
		Measures: []Measure{{Name: "error", Divided: true, Floor: "one row"}, {Name: "one row", Hidden: true}},
		Against:  []Opponents{{"trees", []string{"forest", "boosting"}}, {"forest", []string{"forest"}}, {"boosting", []string{"boosting"}}, {"ridge", []string{"ridge"}}},
	}
	r := run(t, e)
	want := map[string]float64{
		"all trees": math.Sqrt(.2 / .025 * .2 / .4), "numbers trees": .5, "classes trees": .2 / .025,
		"all forest": math.Sqrt(.2 / .025 * .2 / .5), "numbers ridge": 2, "classes ridge": .2, "classes boosting": .5,
	}
	met := 0
	for _, q := range r.Ratios {
		if mean, ok := want[q.Target+" "+q.To]; ok {
			if met++; math.Abs(q.Mean/mean-1) > 1e-12 {
				t.Errorf("%+v, want %v", q, mean)
			}
		}
	}
	if first := r.Ratios[0]; met != len(want) || len(r.Ratios) != 12 || first.Better != 1 || first.Tables != 2 || first.Largest != "glass" {
		t.Errorf("ratios %+v", r.Ratios)
	}
}

// The mean of a group is there where all its tables are, with the error of independent means.
func TestGroups(t *testing.T) {
	e := of(constant("a", "m", 0, .1, .2, .3, .4), constant("b", "m", 0, .3, .3, .3, .7), constant("a", "half", 0, .1))
	e.Groups = []Group{{"both", []string{"a", "b"}}, {"more", []string{"a", "b", "c"}}}
	e.Cases = append(e.Cases, Case{Table: "a", Method: "paper", Known: map[string]Figure{"error": {Mean: .5, Text: "0.5 other"}}}, Case{Table: "b", Method: "paper", Known: map[string]Figure{"error": {Mean: .7}}})
	r := run(t, e)
	if len(r.Groups) != 2 || r.Groups[0].Method != "m" || r.Groups[1].Method != "paper" {
		t.Fatalf("%+v", r.Groups)
	}
	a, b := r.Rows[0].Figures["error"], r.Rows[1].Figures["error"]
	got := r.Groups[0].Figures["error"]
	if math.Abs(got.Mean-.325) > 1e-15 || math.Abs(*got.SE-math.Sqrt(*a.SE**a.SE+*b.SE**b.SE)/2) > 1e-15 {
		t.Errorf("%+v", got)
	}
	if other := r.Groups[1].Figures["error"]; math.Abs(other.Mean-.6) > 1e-15 || other.SE != nil {
		t.Errorf("%+v", other)
	}
}

// Trial k is the same wherever the experiment begins, and however many threads there are.
func TestRepeats(t *testing.T) {
	c := Case{Table: "a", Method: "m", Try: func(_ context.Context, repeat uint64) (Trial, error) {
		return Trial{Values: map[string]float64{"error": float64(repeat * repeat)}}, nil
	}}
	e := of(c, constant("b", "m", 0, .5))
	e.From = 5
	for _, threads := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(threads)
		got := run(t, e).Rows[0].Figures["error"].Values
		runtime.GOMAXPROCS(before)
		if !slices.Equal(got, []float64{25, 36, 49, 64}) {
			t.Errorf("%d threads: %v", threads, got)
		}
	}
}

// What a file has is not tried again, and the result is the same; another experiment, or other
// settings, are refused.
func TestGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	e := of(constant("a", "m", 1, .1, .2, .3, .4), constant("a", "m", 2, .5, .6, .7, .8))
	e.Settings = []journal.Setting{{Name: "seed", Value: 1}}
	want, err := json.Marshal(run(t, e))
	if err != nil {
		t.Fatal(err)
	}
	for _, repeats := range []int{1, 4, 4} {
		state, err := e.OpenState(path)
		if err != nil {
			t.Fatal(err)
		}
		begun, made := state.Len(), 0
		e.State, e.Repeats, e.Progress = state, repeats, func(trials.Progress) { made++ }
		got, err := json.Marshal(run(t, e))
		if err != nil {
			t.Fatal(err)
		}
		if made != 2*repeats-begun || state.Len() != 2*repeats {
			t.Errorf("%d trials with %d known", made, begun)
		}
		if repeats == 4 && !bytes.Equal(got, want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if err := state.Close(); err != nil {
			t.Fatal(err)
		}
	}
	e.Settings[0].Value = 2
	if _, err := e.OpenState(path); err == nil || !strings.Contains(err.Error(), "has trials with seed 1 rather than 2; use these settings, or name another file") {
		t.Errorf("got %v", err)
	}
	e.Name = "other"
	if _, err := e.OpenState(path); err == nil {
		t.Error("the file of another experiment was taken")
	}
}

// A run that is cancelled keeps what was finished, and goes on from there; a torn last line is dropped.
func TestInterruptedRunGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	ctx, cancel := context.WithCancel(t.Context())
	made := 0
	e := of(Case{Table: "a", Method: "m", Try: func(ctx context.Context, repeat uint64) (Trial, error) {
		if made++; made == 3 {
			cancel()
			return Trial{}, ctx.Err()
		}
		return Trial{Values: map[string]float64{"error": float64(repeat)}}, nil
	}})
	e.InOrder = true
	open := func() {
		t.Helper()
		var err error
		if e.State, err = e.OpenState(path); err != nil {
			t.Fatal(err)
		}
	}
	closed := func() {
		t.Helper()
		if err := e.State.Close(); err != nil {
			t.Fatal(err)
		}
	}
	open()
	if _, err := e.Run(ctx); !errors.Is(err, context.Canceled) || e.State.Len() != 2 {
		t.Errorf("%v, %d kept", err, e.State.Len())
	}
	closed()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)-9], 0o600); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	open()
	if e.State.Len() != 1 {
		t.Errorf("%d kept of a torn file", e.State.Len())
	}
	if got := run(t, e).Rows[0].Figures["error"].Values; !slices.Equal(got, []float64{1, 2, 3, 4}) || made != 6 {
		t.Errorf("%v after %d trials", got, made)
	}
	closed()
}

// An error ends all and says where; a problem of the method is told beside what the others came to,
// and is tried again where an experiment goes on.
func TestFailures(t *testing.T) {
	frail := func(problem bool, err error, values map[string]float64) Case {
		return Case{Table: "data3", Method: "frail", Try: func(_ context.Context, repeat uint64) (Trial, error) {
			if repeat != 3 {
				return Trial{Values: map[string]float64{"error": .1}}, nil
			}
			trial := Trial{Values: values}
			if problem {
				trial.Problem = "no idea"
			}
			return trial, err
		}}
	}
	for want, c := range map[string]Case{
		"frail on data3, number 3: no good":             frail(false, errors.New("no good"), nil),
		"frail on data3, number 3: error is not finite": frail(false, nil, map[string]float64{"error": math.NaN()}),
	} {
		if _, err := of(c).Run(t.Context()); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	e := of(frail(true, nil, map[string]float64{"error": 1}), constant("data3", "b", 0, .2))
	var err error
	if e.State, err = e.OpenState(filepath.Join(t.TempDir(), "s")); err != nil {
		t.Fatal(err)
	}
	r := run(t, e)
	if row := r.Rows[0]; row.Failed != 1 || row.Problem != "no idea" || *row.Figures["error"].Max != 1 || e.State.Len() != 7 {
		t.Errorf("%+v, %d kept", row, e.State.Len())
	}
	if text := r.Text(); !strings.Contains(text, "frail failed 1 time on data3: no idea") {
		t.Errorf("got\n%s", text)
	}
	if err := e.State.Close(); err != nil {
		t.Fatal(err)
	}
}

// Tables of many methods go on below, and no line is wider than a page.
func TestText(t *testing.T) {
	var cases []Case
	for k := range 9 {
		for _, table := range []string{"first", "second"} {
			cases = append(cases, constant(table, fmt.Sprintf("method %d", k), 0, .1, .2, .3, float64(k)))
		}
	}
	cases = append(cases, Case{Table: "first", Method: "paper", Known: map[string]Figure{"error": {Mean: .1, Text: "0.1 by others"}}})
	e := of(cases...)
	e.Measures[0].Divided, e.Notes = true, []string{strings.Repeat("long ", 40)}
	for _, flipped := range []bool{false, true} {
		e.ByTable = flipped
		r := run(t, e)
		text := r.Text()
		for line := range strings.Lines(text) {
			if len([]rune(strings.TrimSuffix(line, "\n"))) > termtext.Width {
				t.Errorf("too wide: %s", line)
			}
		}
		for _, want := range []string{"errors, 4 repeats from 1\n", "method 8", "0.150 (0.129) *", "0.1 by others", "\nseconds", "what is wrong; in brackets the standard deviation", "best other"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		if markdown := r.Markdown(); !strings.Contains(markdown, "| 0.1 by others |") || !strings.Contains(markdown, "errors, 4 repeats from 1:") {
			t.Errorf("got\n%s", markdown)
		}
		var csv bytes.Buffer
		if err := r.WriteCSV(&csv); err != nil || strings.Count(csv.String(), "\n") != 1+2*18+1 {
			t.Errorf("%v\n%s", err, csv.String())
		}
	}
}

// One method has its measures beside each other, and values that are counted.
func TestTextOfOneMethod(t *testing.T) {
	e := of(constant("noise", "sca", 0, 0, 0, 1, 2))
	e.Measures = []Measure{{Name: "error", Digits: 1}, {Name: "found"}}
	e.Measures[0].Counts = true
	if text := run(t, e).Text(); !strings.Contains(text, "noise  0: 2, 1: 1, 2: 1") {
		t.Errorf("got\n%s", text)
	}
}

// Boxes have the figures of others beside them; curves go across components or rows.
func TestPictures(t *testing.T) {
	e := of(constant("a", "m", 1, .1, .2, .3, .4), constant("a", "m", 2, .05, .1, .2, .3))
	e.Cases = append(e.Cases, Case{Table: "a", Method: "paper m", Known: map[string]Figure{"error": {Mean: .25}}})
	for across, want := range map[string]string{"": "chart.Boxes", "components": "chart.Curves", "rows": "chart.Curves"} {
		for i := range e.Cases {
			e.Cases[i].Rows = 100 * (i + 1)
		}
		e.Across = across
		figure := run(t, e).Picture()
		if len(figure.Panels) != 1 || fmt.Sprintf("%T", figure.Panels[0]) != want {
			t.Errorf("%q: %T", across, figure.Panels)
		}
		if err := figure.Write(new(bytes.Buffer), "svg"); err != nil {
			t.Errorf("%q: %v", across, err)
		}
	}
}

// Whatever a line of a state file is, reading it ends without a panic, and what is taken for a trial
// says of which case it is.
func FuzzTrial(f *testing.F) {
	f.Add([]byte(`{"table":"wine","method":"sca","dim":1,"repeat":4,"values":{"error":0.1,"seconds":1}}`))
	f.Add([]byte(`{"table":"wine","method":"sca","dim":1,"repeat":4,"values":{"seconds":-1}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		key, trial, err := Experiment{}.kind().Read(line)
		if err == nil && (key.Table == "" || key.Method == "" || trial.Values == nil || trial.Values[Seconds] < 0) {
			t.Errorf("%q: %+v %+v", line, key, trial)
		}
	})
}

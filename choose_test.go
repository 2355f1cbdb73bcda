package suffice

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice/output"
)

// The first method is kept where others are no better, another one is taken where it is,
// and those that fail or are far behind are said to be.
func TestChoose(t *testing.T) {
	x, targets := lined(t, 240, .3)
	for _, c := range []struct {
		kind           output.Kind
		methods        []Method
		want           string
		behind, failed []string
	}{
		{output.KindNumber, named(t, "sir", "cca"), "sir", nil, nil},
		{output.KindNumber, named(t, "cca", "sir"), "cca", nil, nil},
		{output.KindNumber, named(t, "pca", "sir"), "sir", []string{"pca"}, nil},
		{output.KindLabels, named(t, "pca", "phd", "cca"), "cca", []string{"pca"}, []string{"phd"}},
		{output.KindLabels, named(t, "phd", "mddm"), "mddm", nil, []string{"phd"}},
	} {
		var told []Step
		chosen, err := Choose(t.Context(), NewData(x, targets[c.kind]), ChooseOptions{
			Options: Options{Dim: 1, Seed: 1}, Methods: c.methods, Progress: func(p Step) { told = append(told, p) },
		})
		if err != nil {
			t.Fatal(err)
		}
		var behind, failed []string
		for _, s := range chosen.Scores {
			switch {
			case errors.Is(s.Err, ErrBehind):
				behind = append(behind, s.Method)
			case s.Err != nil:
				failed = append(failed, s.Method)
			}
		}
		if chosen.Method.Name != c.want || !slices.Equal(behind, c.behind) || !slices.Equal(failed, c.failed) || len(chosen.Dropped()) != len(behind)+len(failed) {
			t.Errorf("%s: chose %s, behind %v, failed %v", c.kind, chosen.Method.Name, behind, failed)
		}
		if last := told[len(told)-1]; last.Done != len(c.methods)*len(chosen.folds.Parts) || last.All != last.Done {
			t.Errorf("told %+v at last", last)
		}
	}
}

// The same seed makes the same choice on any number of threads; and none where ctx is done.
func TestChooseIsDetermined(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	x, targets := lined(t, 120, .5)
	choosing := ChooseOptions{Options: Options{Dim: 2, Seed: 2}, Methods: named(t, "sca0", "mddm", "save")}
	var first []float64
	for _, threads := range []int{1, 4} {
		runtime.GOMAXPROCS(threads)
		chosen, err := Choose(t.Context(), NewData(x, targets[output.KindNumber]), choosing)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = chosen.score.Losses
		}
		if !slices.Equal(first, chosen.score.Losses) {
			t.Errorf("%d threads give other losses", threads)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Choose(ctx, NewData(x, targets[output.KindNumber]), choosing); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNothingToChoose(t *testing.T) {
	x, targets := lined(t, 60, .5)
	for want, c := range map[string]ChooseOptions{
		"no method could do it; phd: ":              {Options: Options{Dim: 1}, Methods: named(t, "phd")},
		"7 components, but there must be from 1 to": {Options: Options{Dim: 7}},
	} {
		if _, err := Choose(t.Context(), NewData(x, targets[output.KindLabels]), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := Choose(t.Context(), NewData(x, targets[output.KindNumber]), ChooseOptions{Options: Options{Dim: 2}, Methods: named(t, "cca")}); err == nil || !strings.Contains(err.Error(), "no method to choose") {
		t.Errorf("got %v", err)
	}
}

// The candidates among all methods are those that reduce, the recommended one first, and
// fewer for many inputs.
func TestCandidates(t *testing.T) {
	few, many := affordable(10), affordable(100_000)
	if few[0].Name != Methods()[0].Name || len(many) >= len(few) || len(many) < 3 {
		t.Errorf("%d candidates for few inputs, %d for many", len(few), len(many))
	}
	for _, m := range few {
		if m.KeepsInputs {
			t.Errorf("%s does not reduce", m.Name)
		}
	}
}

// A score is written with its value, and with null and the reason where there is none.
func TestScoresAsJSON(t *testing.T) {
	text, err := json.Marshal([]Score{
		{Measure: "accuracy", Value: .75, SE: .25, Baseline: .5, Rows: 4},
		{Method: "phd", Dim: 2, Measure: "r2", Err: errors.New("it cannot")},
	})
	const want = `[{"method":"","dim":0,"measure":"accuracy","value":0.75,"se":0.25,"baseline":0.5,"rows":4,"seconds":0},` +
		`{"method":"phd","dim":2,"measure":"r2","value":null,"se":null,"baseline":null,"rows":0,"seconds":0,"error":"it cannot"}]`
	if err != nil || string(text) != want {
		t.Errorf("got %s (%v)", text, err)
	}
}

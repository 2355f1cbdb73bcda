package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

// weightedTable is a table with weights, and the same with each row as often as it counts.
func weightedTable() (weighted, repeated string) {
	weighted, repeated = "a,b,w,y\n", "a,b,y\n"
	for i := range 40 {
		a, b, w := math.Sin(float64(i)), math.Cos(3*float64(i)), i%4
		y := a + b*b/2
		weighted += fmt.Sprintf("%g,%g,%d,%g\n", a, b, w, y)
		repeated += strings.Repeat(fmt.Sprintf("%g,%g,%g\n", a, b, y), w)
	}
	return weighted, repeated
}

func TestFitWithWeights(t *testing.T) {
	weighted, repeated := weightedTable()
	type model struct {
		N          int
		Components [][]float64
		Mean       []float64
		Settings   map[string]any
	}
	fitted := func(in string, args ...string) (m model) {
		text := must(t, in, append([]string{"fit", "--no-verdict", "-", "-t", "y", "-d", "1", "--method", "sir", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	got, want := fitted(weighted, "--weights", "w"), fitted(repeated)
	if len(got.Components[0]) != 2 {
		t.Fatalf("components %v", got.Components)
	}
	for j, v := range want.Components[0] {
		if math.Abs(got.Components[0][j]-v) > 1e-9 {
			t.Errorf("components %v, want %v", got.Components, want.Components)
		}
	}
	summary := must(t, weighted, "fit", "-", "-t", "y", "-d", "1", "--weights", "w", "--verbose")
	wantNarrow(t, summary)
	if !strings.Contains(summary, "column w") || !strings.Contains(summary, "30 rows") {
		t.Errorf("the summary says nothing of weights:\n%s", summary)
	}
}

func TestFitRefusesWeights(t *testing.T) {
	weighted, _ := weightedTable()
	for args, want := range map[string]string{
		"--method nca --weights w": "--weights does not apply to method nca",
		"--weights v":              `"v"`,
		"--weights y":              "both the target and the weights",
	} {
		got := invoke(t, weighted, append(strings.Fields("fit - -t y -d 1"), strings.Fields(args)...)...)
		if got.code == codeDone || !strings.Contains(got.err, want) {
			t.Errorf("%s: code %d, %s", args, got.code, got.err)
		}
	}
}

// The number of components is judged by rows as they count, and the next command says so too.
func TestDimsWithWeights(t *testing.T) {
	weighted, _ := weightedTable()
	text := must(t, weighted, "dims", "-", "-t", "y", "--method", "sir", "--weights", "w")
	if !strings.Contains(text, "30 rows, 2 inputs") || strings.Contains(text, "Next") && !strings.Contains(text, "--weights w") {
		t.Errorf("the weights are not those of the rows:\n%s", text)
	}
	var got, plain struct{ Verdict struct{ Value float64 } }
	for to, args := range map[any][]string{&got: {"--weights", "w"}, &plain: {"--exclude", "w"}} {
		text := must(t, weighted, append([]string{"dims", "-", "-t", "y", "--method", "sir", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatal(err)
		}
	}
	if got.Verdict.Value == plain.Verdict.Value {
		t.Errorf("with weights and without, the verdict is %v", got.Verdict.Value)
	}
	if got := invoke(t, weighted, strings.Fields("dims - -t y --method nca --weights w")...); got.code != codeUsage {
		t.Errorf("code %d, %s", got.code, got.err)
	}
}

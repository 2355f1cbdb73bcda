package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	library "suffice"
)

// Auto says which method it took, beside the others, and the model is that of the method.
func TestFitAuto(t *testing.T) {
	takesLong(t)
	inDirectory(t, generated(t, "data2", 60))
	summary := must(t, "", "fit", "d.csv", "-t", "y", "-d", "1", "--method", "auto")
	wantNarrow(t, summary)
	if !strings.Contains(summary, "\nChosen         ") || !strings.Contains(summary, "by R2 on rows that it has not seen: ") {
		t.Errorf("the summary does not say why:\n%s", summary)
	}
	var got struct {
		Method     string
		Components [][]float64
		Choice     struct {
			Method string
			Rows   int
			Scores []struct {
				Method, Measure, Error string
				Value, SE, Baseline    *float64
			}
		}
	}
	text := must(t, "", "fit", "d.csv", "-t", "y", "-d", "1", "--method", "auto", "--json")
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Method != got.Choice.Method || got.Choice.Rows != 60 || len(got.Choice.Scores) < 5 || got.Choice.Scores[0].Method != "sca" {
		t.Errorf("got %+v", got.Choice)
	}
	for _, s := range got.Choice.Scores {
		if (s.Value == nil) != (s.Error != "") || s.Measure != "r2" {
			t.Errorf("score %+v", s)
		}
	}
	var same struct{ Components [][]float64 }
	if err := json.Unmarshal([]byte(must(t, "", "fit", "d.csv", "-t", "y", "-d", "1", "--no-verdict", "--method", got.Method, "--json")), &same); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(same.Components[0], got.Components[0]) {
		t.Errorf("%s alone finds %v, auto %v", got.Method, same.Components[0], got.Components[0])
	}
}

// What applies to one method alone does not apply to the choice among them, and a method
// that there is not is told of auto.
func TestFitAutoRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"--method auto --as-printed": "--as-printed does not apply to method auto",
		"--method auto --no-refine":  "--no-refine does not apply to method auto",
		"--method best":              ", or auto",
	} {
		got := invoke(t, "", append([]string{"fit", "absent.csv", "-t", "y", "-d", "1"}, strings.Fields(args)...)...)
		if !strings.Contains(got.err, want) {
			t.Errorf("%s: %s", args, got.err)
		}
	}
}

// The list ends with what auto chooses from.
func TestMethodsNameTheCandidates(t *testing.T) {
	_, last, ok := strings.Cut(must(t, "", "methods"), "\nauto chooses from ")
	if !ok {
		t.Fatal("nothing is said of auto")
	}
	known := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(last, ",", " "), ":", " "))
	for _, m := range library.Methods() {
		if slices.Contains(known, m.Name) != m.Candidate {
			t.Errorf("%s: candidate %v, listed in %q", m.Name, m.Candidate, last)
		}
	}
}

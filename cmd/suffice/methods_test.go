package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	library "suffice"
	"suffice/internal/humanize"
	"suffice/internal/render"
	"suffice/output"
	"suffice/table"
)

// Every method is listed, once, whatever it says about itself.
func TestMethods(t *testing.T) {
	text := must(t, "", "methods")
	wantNarrow(t, text)
	var report struct {
		Methods []struct{ Name, What, Outputs, Cost string }
	}
	if err := json.Unmarshal([]byte(must(t, "", "methods", "--json")), &report); err != nil {
		t.Fatal(err)
	}
	all := library.Methods()
	if len(report.Methods) != len(all) {
		t.Fatalf("%d of %d methods", len(report.Methods), len(all))
	}
	for i, m := range all {
		if got := report.Methods[i]; got.Name != m.Name || got.What != m.What || got.Outputs != m.Outputs || got.Cost != m.Cost {
			t.Errorf("got %+v, want %+v", got, m)
		}
		if strings.Count("\n"+text, "\n"+m.Name+" ") != 1 {
			t.Errorf("%s is not listed once:\n%s", m.Name, text)
		}
		if m.What == "" || m.Outputs == "" || m.Cost == "" {
			t.Errorf("%s says too little about itself", m.Name)
		}
	}
}

// The letters in the costs are explained, and no others.
func TestMethodsExplainLetters(t *testing.T) {
	letters := func(text string) []string {
		found := regexp.MustCompile(`\b[b-z]\b`).FindAllString(text, -1) // "a" is a word
		slices.Sort(found)
		return slices.Compact(found)
	}
	costs := ""
	for _, m := range library.Methods() {
		costs += m.Cost + "; "
	}
	_, last, _ := strings.Cut(must(t, "", "methods"), "\ncost: ")
	explained, _, _ := strings.Cut(last, "\n")
	if got, want := letters(explained), letters(costs); !slices.Equal(got, want) {
		t.Errorf("explained %q, used %q", got, want)
	}
}

func TestMethodsWrapLongTexts(t *testing.T) {
	text := methodsText([]library.Method{{
		Name: "sca", What: strings.Repeat("many words ", 20), Outputs: "numbers, classes, sets of labels", Cost: strings.Repeat("n", 40),
	}})
	wantNarrow(t, text)
	if !strings.Contains(text, "numbers, classes,  ") || !strings.Contains(text, "sets of labels") || !strings.Contains(text, "nnn…\n") {
		t.Errorf("got\n%s", text)
	}
}

// Options that a method ignores are wrong usage, and those that it takes are not.
func TestOptionsThatApply(t *testing.T) {
	settings := map[table.Setting]string{"NoRefine": "", "AsPrinted": "", "Centres": "=9", "NoScale": "", "Screen": "=auto", "Fewer": "", "Seed": "=2"}
	for _, m := range library.Methods() {
		for setting, value := range settings {
			option := humanize.Option(string(setting))
			got := invoke(t, "", "fit", "absent.csv", "-t", "y", "-d", "1", "--method", m.Name, "--"+option+value)
			refused := strings.Contains(got.err, "--"+option+" does not apply to method "+m.Name)
			if refused == render.Applying(m)[setting] {
				t.Errorf("--%s with %s: %s", option, m.Name, got.err)
			}
		}
	}
}

// Any method of the list can be asked for, or says why not.
func TestFitTakesEveryMethod(t *testing.T) {
	takesLong(t)
	data := drawnCSV(t, "data1", 60, 1)
	for _, m := range library.Methods() {
		if m.Most != nil && m.Most(output.Numbers([]float64{0, 1})) == 0 {
			if got := invoke(t, data, "fit", "-", "-t", "y", "-d", "1", "--method", m.Name); !strings.Contains(got.err, "the output is of kind number; use ") {
				t.Errorf("%s: %s", m.Name, got.err)
			}
			continue
		}
		summary := must(t, data, "fit", "-", "-t", "y", "-d", "1", "--no-verdict", "--method", m.Name, "--verbose")
		wantNarrow(t, summary)
		if !strings.Contains(summary, "\nmethod         "+m.Name) {
			t.Errorf("%s:\n%s", m.Name, summary)
		}
	}
}

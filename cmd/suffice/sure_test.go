package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	library "suffice"
)

// What fit --intervals, which was --bootstrap, finds out is in its summary, the model, inspect, the picture of the
// weights and the report.
func TestFitIntervals(t *testing.T) {
	takesLong(t)
	inDirectory(t, generated(t, "data3", 120))
	summary := must(t, "", "fit", "d.csv", "--target", "y", "--dim", "2", "--method", "sir", "--intervals", "20", "-o", "m.json")
	for _, want := range []string{"±.", "How sure       ±: 95% intervals, by 20 half-samples of 120 rows", "z1 ", "most z1 "} {
		if !strings.Contains(summary, want) {
			t.Errorf("no %q in\n%s", want, summary)
		}
	}
	wantNarrow(t, summary)
	text := must(t, "", "inspect", "m.json")
	for _, want := range []string{"95%", "with z", "±0.", "How sure       ±: 95%"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	wantNarrow(t, text)
	var inspected inspectReport
	if err := json.Unmarshal([]byte(must(t, "", "inspect", "m.json", "--json")), &inspected); err != nil {
		t.Fatal(err)
	}
	first := inspected.Loadings[0]
	if len(first.Intervals) != 2 || first.Intervals[0][0] > first.Weights[0] || len(first.Correlations) != 2 || inspected.Bootstrap.Resamples != 20 {
		t.Errorf("%+v", first)
	}
	must(t, "", "plot", "m.json", "d.csv", "--what", "loadings", "-o", "w.svg")
	picture, err := os.ReadFile("w.svg")
	if err != nil || !strings.Contains(string(picture), "95% intervals") {
		t.Errorf("%v: the picture does not say what the lines are", err)
	}
	must(t, "", "report", "m.json", "d.csv", "--repeats", "0", "-o", "r.html")
	page, err := os.ReadFile("r.html")
	if err != nil || !strings.Contains(string(page), "<h2>How sure</h2>") || !strings.Contains(string(page), "<small>±0.") {
		t.Errorf("%v: the report does not say how sure it is", err)
	}
}

func TestFitIntervalsRefuses(t *testing.T) {
	inDirectory(t, generated(t, "data3", 30))
	got := invoke(t, "", "fit", "d.csv", "--target", "y", "--dim", "1", "--bootstrap", "1")
	if got.code != codeUsage || !strings.Contains(got.err, "--intervals 1: it takes at least 2") {
		t.Errorf("%d, %q", got.code, got.err)
	}
}

// fit --select leaves out inputs that do not tell the target.
func TestFitSelect(t *testing.T) {
	takesLong(t)
	inDirectory(t, generated(t, "data2", 150))
	var fitted library.Projection
	must(t, "", "fit", "d.csv", "--target", "y", "--dim", "1", "--method", "dr", "--select", "--no-verdict", "-o", "m.json")
	file, err := os.ReadFile("m.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &fitted); err != nil {
		t.Fatal(err)
	}
	if used := fitted.UsedInputs(); len(used) == 0 || len(used) > 6 || fitted.Components[0][2] == 0 || len(fitted.Inputs) != 10 {
		t.Errorf("inputs %v have weight, but y is told by the third alone", used)
	}
}

func TestInputs(t *testing.T) {
	inDirectory(t, generated(t, "data3", 150))
	text := must(t, "", "inputs", "d.csv", "--target", "y", "--dim", "2", "--method", "dr", "--copies", "20")
	if !strings.Contains(text, "\nx2 ") || !strings.Contains(text, "needed at 5%: ") {
		t.Errorf("got\n%s", text)
	}
	wantNarrow(t, text)
	var result inputsResult
	if err := json.Unmarshal([]byte(must(t, "", "inputs", "d.csv", "--target", "y", "--dim", "2", "--method", "dr", "--copies", "20", "--json")), &result); err != nil {
		t.Fatal(err)
	}
	if first := result.Inputs[0]; first.Column != "x2" || first.Adjusted > .01 || result.Copies != 20 || result.N != 150 {
		t.Errorf("%+v", result.Inputs)
	}
}

// Columns that go together are told of as one, where none of them is needed by itself, and what is
// lost is a share.
func TestInputsThatGoTogether(t *testing.T) {
	random, table := rand.New(rand.NewPCG(1, 7)), "a,b,c,y\n"
	for range 200 {
		a, c := random.NormFloat64(), random.NormFloat64()
		table += fmt.Sprintf("%.3f,%.3f,%.3f,%.3f\n", a+.05*random.NormFloat64(), a+.05*random.NormFloat64(), c, a+.3*random.NormFloat64())
	}
	inDirectory(t, map[string]string{"d.csv": table})
	text := must(t, "", "inputs", "d.csv", "--target", "y", "--dim", "1", "--method", "sir", "--copies", "20")
	if !strings.Contains(strings.Join(strings.Fields(text), " "), `needed at 5%: one or more of "a", "b", which go together`) || !strings.Contains(text, "\na, b ") {
		t.Errorf("got\n%s", text)
	}
	wantNarrow(t, text)
}

func TestDependenceOfEachColumn(t *testing.T) {
	inDirectory(t, generated(t, "data1", 80))
	text := must(t, "", "dependence", "d.csv", "--and", "y", "--permutations", "39", "--centres", "30")
	if !strings.Contains(text, `1 column at 5%: "x2"`) {
		t.Errorf("got\n%s", text)
	}
	wantNarrow(t, text)
	var result rankedColumns
	if err := json.Unmarshal([]byte(must(t, "", "dependence", "d.csv", "--and", "y", "--permutations", "39", "--centres", "30", "--json")), &result); err != nil {
		t.Fatal(err)
	}
	if len(result.Columns) != 4 || result.Columns[0].Column != "x2" || result.Columns[0].P > .03 {
		t.Errorf("%+v", result.Columns)
	}
}

// Columns that are named as components are were chosen to depend on the target.
func TestDependenceWarnsOfItsOwnMaking(t *testing.T) {
	files := generated(t, "data1", 40)
	files["z.csv"] = strings.Replace(files["d.csv"], "x2", "z1", 1)
	inDirectory(t, files)
	got := invoke(t, "", "dependence", "z.csv", "--between", "z1", "--and", "y", "--permutations", "9", "--centres", "10")
	if got.code != 0 || !strings.Contains(got.err, "test them with rows that the model was not fitted on") {
		t.Errorf("%d, %q", got.code, got.err)
	}
	other := invoke(t, "", "dependence", "d.csv", "--between", "x1", "--and", "y", "--permutations", "9", "--centres", "10")
	if strings.Contains(other.err, "was not fitted on") {
		t.Errorf("%q", other.err)
	}
}

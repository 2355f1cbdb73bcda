package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	library "suffice"
	"suffice/internal/termtext"
)

// Long names are cut in the middle, strange ones made harmless, and lines stay within 80 columns.
func TestWeightsFitThePage(t *testing.T) {
	m := &library.Projection{Components: make([][]float64, 12)}
	for j := range 30 {
		m.Inputs = append(m.Inputs, fmt.Sprintf("a very long name\nof a column, number %d", j))
	}
	for k := range m.Components {
		m.Components[k] = make([]float64, 30)
		m.Components[k][k], m.Components[k][k+1], m.Components[k][k+2] = -.1, .7, -.9
	}
	text := weightsText(m)
	wantNarrow(t, text)
	if strings.Count(text, "\n") != 12 {
		t.Errorf("not one line a component:\n%s", text)
	}
	first, _, _ := strings.Cut(text, "\n")
	if want := "z1             -.90 a very lon… number 2  .70 a very lon… number 1 …"; first != want {
		t.Errorf("got  %q\nwant %q", first, want)
	}
}

// The largest weights come first, those that are small beside them are left out, and what large
// values mean comes last.
func TestWeightsShowTheLargestFirst(t *testing.T) {
	m := &library.Projection{Inputs: []string{"a", "b", "c"}, Components: [][]float64{{.1, -.9, -.00004}, {.04, 0, 1}, {0, 2e-7, 1e-7}}}
	want := "z1             -.90 b  .10 a  (low z1: high y)\nz2             1.00 c …\nz3             2e-07 b  1e-07 c\n"
	if got := weightsText(m, "low z1: high y"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStages(t *testing.T) {
	trace := []library.Pass{{Stage: "first step"}, {Stage: "pass"}, {Stage: "pass"}, {Stage: "ascent"}}
	if got, want := stages(trace), "first step, pass x 2, ascent"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Values and tests are shown where a model has them; what it has not, is not.
func TestSummaryOfValuesAndTests(t *testing.T) {
	m := &library.Projection{
		Method: "sir", Inputs: []string{"a", "b"}, Components: [][]float64{{1, 0}}, Scale: []float64{1, 1}, Seed: 1,
		Output: library.Output{Kind: "number", Names: []string{"y"}}, Values: []float64{.91234567, 1e-12},
		Tests: []library.DimensionTest{{Dim: 0, Statistic: 1234.5678, DF: 14, P: 1e-9}, {Dim: 1, Statistic: 3.21, DF: 6, P: .78123}},
	}
	want := `a.csv: 9 rows, 2 inputs -> y (number)

Result         1 component by sir; without a verdict
z1             1.00 a

are so many components enough? a small p says no
components   statistic     df   p
         0        1235     14   <0.0001
         1        3.21      6   0.7812

Next           say -o model.json; then suffice report model.json FILE

method         sir
values         0.9123, 1e-12
time           0.50 s
`
	result := fitted{model: m, source: "a.csv", n: 9, seconds: .5, verbose: true}
	if got := result.summary(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if report := result.report(); len(report.Values) != 2 || len(report.Tests) != 2 {
		t.Errorf("report %+v", report)
	}
}

// Many values and tests still fit a page of 80 columns.
func TestSummaryOfManyValues(t *testing.T) {
	m := &library.Projection{Output: library.Output{Kind: "number"}, Inputs: []string{"a"}, Components: [][]float64{{1}}, Scale: []float64{2}}
	for k := range 500 {
		m.Values = append(m.Values, -1.2345e-100)
		m.Tests = append(m.Tests, library.DimensionTest{Dim: k, Statistic: 1.2345e100, DF: 123456, P: 1})
	}
	text := fitted{model: m, verbose: true}.summary()
	wantNarrow(t, text)
	if !strings.Contains(text, "-1.234e-100, …\n") || !strings.Contains(text, "… and 490 more\n") {
		t.Errorf("got\n%s", text)
	}
}

// What --json prints has a score only where the method has one, 0 or not, and always a
// list of steps.
func TestReportOfScoreAndTrace(t *testing.T) {
	for _, test := range []struct {
		trace []library.Pass
		want  map[string]string
	}{
		{nil, map[string]string{"trace": "[]"}},
		{[]library.Pass{{Stage: "final", Step: 1}}, map[string]string{"trace": `[{"stage":"final","step":1,"score":0}]`, "score": "0"}},
	} {
		text, err := json.Marshal(fitted{model: &library.Projection{Trace: test.trace}}.report())
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]json.RawMessage
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"trace", "score"} {
			if string(got[name]) != test.want[name] {
				t.Errorf("%s is %s, want %s", name, got[name], test.want[name])
			}
		}
	}
}

func weightsText(m *library.Projection, leanings ...string) string {
	var out termtext.Text
	weights(&out, m, leanings)
	return out.String()
}

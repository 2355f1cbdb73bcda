package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/learn"
	"suffice/internal/termtext"
	"suffice/output"
	"suffice/rows"
)

var update = flag.Bool("update", false, "write the golden report anew")

// tiny is a report of four rows.
func tiny(t *testing.T) Report {
	t.Helper()
	z, err := rows.NewMatrix(2, []float64{0, 1, 1, 0, 2, 3, 3, 1})
	if err != nil {
		t.Fatal(err)
	}
	return Report{
		Model: &suffice.Projection{
			Method: "sca", Inputs: []string{"length", "a <b> & \"c\"", "'x"},
			Components: [][]float64{{.6, .8, 0}, {.8, -.6, 1e-9}}, Mean: []float64{1, 2, 3}, Scale: []float64{2, 1, .5},
			Output: suffice.Output{Kind: "class", Names: []string{"<script>alert(1)</script>"}}, Seed: 3,
			Settings: map[string]any{"dim": 2, "width_z": .123456789, "kernel": "gaussian"},
			Trace:    []suffice.Pass{{Stage: "first step", Step: 1, Score: .5}, {Stage: "final", Step: 1, Score: .75}},
			Tests:    []suffice.DimensionTest{{Dim: 0, Statistic: 12.5, DF: 6, P: .00001}, {Dim: 1, Statistic: 1.5, DF: 2, P: .47}},
		},
		Z: z, Source: "tiny & small.csv",
		Y:         &output.Target{Kind: "class", Names: []string{"<script>alert(1)</script>"}, Class: []int{0, 1, 0, 1}, Classes: []string{"<i>", "b"}},
		ModelFile: "model.json", DataFile: "'tiny & small.csv'",
		Comparison: &evaluate.CompareResult{
			Measure: "error_rate", N: 4, Splits: evaluate.Splits{Train: 3, Test: 1, Repeats: 5},
			Baseline: &evaluate.Row{Method: evaluate.Guess, Mean: .5, SD: .01},
			Rows: []evaluate.Row{
				{Method: "sca", Dim: 2, Mean: .1, SD: .02, Best: true, Mark: evaluate.MarkBest, Errors: []float64{.08, .09, .1, .11, .12}},
				{Method: "pca", Dim: 2, Mean: .3, SD: .05, Errors: []float64{.25, .28, .3, .32, .35}},
				{Method: "none", Dim: 3, AllDims: true, Mean: .11, SD: .03, Best: true, Mark: evaluate.MarkAsGood, Errors: []float64{.08, .1, .11, .12, .14}},
			},
		},
	}
}

func write(t *testing.T, r Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The words of the report are as they were looked at; go test -update writes them anew.
// The pictures have tests of their own.
func TestGolden(t *testing.T) {
	const path = "testdata/tiny.html"
	got := regexp.MustCompile(`(?s)<svg.*?</svg>`).ReplaceAllString(write(t, tiny(t)), "<svg></svg>")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the report differs from %s; look at it and write it anew with -update", path)
	}
}

// wellFormed reads a page as XML and returns its text and its elements.
func wellFormed(t *testing.T, page string) (text string, elements map[string]int) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(page))
	var out strings.Builder
	elements = map[string]int{}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return out.String(), elements
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.CharData:
			out.Write(token)
		case xml.StartElement:
			elements[token.Name.Local]++
		}
	}
}

// Names of columns are text, whatever they hold.
func TestWellFormedAndEscaped(t *testing.T) {
	text, elements := wellFormed(t, write(t, tiny(t)))
	if elements["script"] > 0 || elements["b"] > 0 || elements["i"] > 0 {
		t.Errorf("names became elements: %v", elements)
	}
	if elements["svg"] != 3 {
		t.Errorf("%d pictures", elements["svg"])
	}
	for _, want := range []string{
		"2 components for <script>alert(1)</script>", `a <b> & "c"`, "tiny & small.csv has 4 rows",
		"The error with 2 components of sca is 0.1, and that of guessing without any input is 0.5. With the components it is not clearly different from that with all 3 inputs (0.11), and lower than that with 2 principal components (0.3).",
		"5 random splits into 3 training and 1 test rows", "suffice transform model.json 'tiny & small.csv' -o z.csv", "0.123457", "<0.0001",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

// What a page can tell at all, and every text of a model in it, is text.
func TestAllTextsAreEscaped(t *testing.T) {
	const bad = `"'><script>`
	r := tiny(t)
	m := r.Model
	m.Method, m.Inputs, m.Warnings, m.Relevance = "own"+bad, []string{bad, "c=1", "c=2"}, []string{bad}, []float64{1, .5}
	m.Levels = map[string]suffice.Level{"c=1": {Column: "c" + bad, Value: "1"}, "c=2": {Column: "c" + bad, Value: "2"}}
	m.Correlations, m.Settings = [][]float64{{1, 0, 0}, {0, 1, 0}}, map[string]any{bad: bad}
	m.Sampled = &suffice.Sampled{Rows: 3, Of: 4, What: bad}
	m.Verdict = &suffice.Verdict{Found: true, Measure: "accuracy", Value: .9}
	m.Source, m.Reading = &suffice.Source{File: bad}, &suffice.Reading{NA: []string{bad}}
	m.Bootstrap = &suffice.Bootstrap{Low: [][]float64{{0, 0, 0}, {0, 0, 0}}, High: m.Components, Angles: []float64{1, 2}, Seeds: []float64{3}, Doubts: []string{bad}}
	r.Source, r.ModelFile, r.DataFile, r.Reading, r.Version = bad, bad, bad, bad, bad
	r.Judged = &evaluate.ModelResult{Rows: 4, Unlike: 1, Measures: map[string]float64{"accuracy": .9}, Baseline: map[string]float64{"accuracy": .5}}
	r.Comparison.Rows[0].Method, r.Comparison.Of = bad, 9
	text, elements := wellFormed(t, write(t, r))
	if elements["script"] > 0 {
		t.Errorf("texts became elements: %v", elements)
	}
	for _, want := range []string{"Verdict: 2 components tell", "drawn at random, for " + bad, "Not determined:\n\n" + bad, "Made by suffice " + bad, "Nominal columns, each as one", "1 of 4 rows lie outside the training distribution"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

// Nothing is loaded from anywhere: there is no script, no link, and no address but the
// names of XML.
func TestSelfContained(t *testing.T) {
	page := write(t, tiny(t))
	rest := strings.NewReplacer(`xmlns="http://www.w3.org/2000/svg"`, "", `xmlns:xlink="http://www.w3.org/1999/xlink"`, "").Replace(page)
	for _, bad := range []string{"http:", "https:", "<script", "<link", "@import", "url(", "//cdn", "srcset", "<iframe"} {
		if strings.Contains(strings.ToLower(rest), bad) {
			t.Errorf("the report has %q", bad)
		}
	}
}

// What there is not is left out, and many rows become dots.
func TestWithout(t *testing.T) {
	r := tiny(t)
	r.Comparison, r.Y, r.Source = nil, nil, ""
	r.Model.Trace, r.Model.Tests = nil, nil
	text, elements := wellFormed(t, write(t, r))
	for _, not := range []string{"Does it predict?", "The target along", "enough?", "SMI"} {
		if strings.Contains(text, not) {
			t.Errorf("the report has %q", not)
		}
	}
	if !strings.Contains(text, "The table does not have the target") || elements["svg"] != 2 {
		t.Errorf("%d pictures", elements["svg"])
	}
	data := make([]float64, 2*4500)
	for i := range data {
		data[i] = float64(i*i%997) / 7
	}
	r.Z, _ = rows.NewMatrix(2, data)
	if _, elements := wellFormed(t, write(t, r)); elements["img"] != 1 {
		t.Errorf("%d pictures of dots", elements["img"])
	}
	if err := (Report{}).Write(io.Discard); err == nil {
		t.Error("a report of nothing")
	}
}

// The comparison is that of package evaluate, with the model's own settings, on a part of
// the rows where there are many.
func TestCompare(t *testing.T) {
	for _, n := range []int{60, mostCompared + 50} {
		values, class := make([]float64, 3*n), make([]int, n)
		for i := range class {
			class[i] = i % 2
			values[3*i] = float64(class[i]) + float64(i%7)/100 // tells the class
			values[3*i+1] = float64(i * 7919 % 101)
			values[3*i+2] = float64(i * 104729 % 97)
		}
		x, err := rows.NewMatrix(3, values)
		if err != nil {
			t.Fatal(err)
		}
		y := &output.Target{Kind: "class", Names: []string{"y"}, Class: class, Classes: []string{"a", "b"}}
		m := &suffice.Projection{Method: "cca", Components: [][]float64{{1, 0, 0}}, Scale: []float64{2, 2, 2}}
		got, err := Compare(context.Background(), m, x, y, Options{Repeats: 10, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got.Measure != "error_rate" || got.Repeats != 10 || got.N != min(n, mostCompared) || got.Train >= got.N || len(got.Rows) != 3 ||
			(n > mostCompared) != (got.Of == n) || n <= mostCompared && got.Of != 0 || len(got.Rows[0].Errors) != 10 {
			t.Errorf("%+v", got)
		}
		own, pca, none := got.Rows[0], got.Rows[1], got.Rows[2]
		if own.Method != "cca" || own.Mean != 0 || !own.Best || pca.Method != "pca" || pca.Best || none.Method != "none" || none.Dim != 3 {
			t.Errorf("%+v", got.Rows)
		}
	}
}

// Words say no more than the test does, also between two that are not the best.
func TestAgainst(t *testing.T) {
	sample := func(errors ...float64) *evaluate.Row {
		mean, _ := learn.Moments(errors)
		return &evaluate.Row{Mean: mean, Errors: errors}
	}
	for _, test := range []struct {
		own, other *evaluate.Row
		want       string
	}{
		{sample(1, 1.1, 1.2), sample(5, 5.1, 5.2), "lower than it (5.1)"},
		{sample(5, 5.1, 5.2), sample(1, 1.1, 1.2), "higher than it (1.1)"},
		{sample(2, 1, 3), sample(2, 3, 4), "not clearly different from it (3)"},
		{sample(1), sample(5), "not clearly different from it (5)"},
		{sample(2, 2), sample(2, 2), "the same as it (2)"},
	} {
		if got := against(&evaluate.CompareResult{N: 30, Splits: evaluate.Splits{Train: 20}}, test.own, test.other, "it"); got != test.want {
			t.Errorf("%v against %v: %s, want %s", test.own.Errors, test.other.Errors, got, test.want)
		}
	}
}

// What is worse than guessing is called so, and nothing best.
func TestWorseThanGuessing(t *testing.T) {
	for mark, want := range map[evaluate.Mark]string{
		evaluate.MarkWorse:    "The error with 2 components of sca is 0.1: that is worse than guessing without any input (0.05).",
		evaluate.MarkNoBetter: "The error with 2 components of sca is 0.1: that is not clearly better than guessing without any input (0.05).",
	} {
		r := tiny(t)
		r.Comparison.Baseline.Mean = .05
		for i := range r.Comparison.Rows {
			r.Comparison.Rows[i].Mark = mark
		}
		if text, _ := wellFormed(t, write(t, r)); !strings.Contains(text, want) || strings.Contains(text, "lower than") {
			t.Errorf("the report lacks %q", want)
		}
	}
}

// The page tells what the pictures show, how the table was read, and that only some rows
// were compared; where it was all rows, read as they come, there is nothing to tell.
func TestToldWhereNeeded(t *testing.T) {
	r := tiny(t)
	r.Reading, r.Comparison.Of, r.Model.Warnings = "--missing mean --decimal-comma", 900, []string{"constant <input>"}
	text := write(t, r)
	for _, want := range []string{
		"transform model.json &#39;tiny &amp; small.csv&#39; --missing mean --decimal-comma -o z.csv",
		"plot model.json &#39;tiny &amp; small.csv&#39; --missing mean --decimal-comma --what all",
		"they are splits of 4 of the 900 rows, drawn at random", `aria-label="4 rows by z1 and z2, with`, `aria-label="The weights of the inputs in z1 and z2`,
		"<li>constant &lt;input&gt;</li>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, not := range []string{"--missing", "drawn at random", "Warnings"} {
		if strings.Contains(write(t, tiny(t)), not) {
			t.Errorf("the report has %q", not)
		}
	}
}

// Many inputs are cut off, the largest weights first.
func TestWeights(t *testing.T) {
	m := &suffice.Projection{Components: [][]float64{make([]float64, 100)}, Mean: make([]float64, 100), Scale: make([]float64, 100), Inputs: make([]string, 100)}
	for j := range 100 {
		m.Components[0][j] = float64(j) / 100
		m.Inputs[j] = strings.Repeat("x", j+1)
	}
	w := weightsOf(m)
	table := w["weights"].([]termtext.Values)
	most := table[0]["cells"].([]termtext.Values)[0]
	if len(table) != 40 || w["more"] != 59 || w["without weight"] != 1 || w["below"] != "0.59" || most["weight"] != "0.9900" || most["share"] != 100 {
		t.Errorf("%d rows, %d more below %s", len(table), w["more"], w["below"])
	}
}

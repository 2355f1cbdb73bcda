package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/chart"
	"suffice/output"
	"suffice/rows"
)

// someComponents makes n rows of m components.
func someComponents(t *testing.T, n, m int) *rows.Matrix {
	t.Helper()
	data := make([]float64, n*m)
	for i := range data {
		data[i] = float64((i*7919)%1009) / 100
	}
	z, err := rows.NewMatrix(m, data)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// target makes n rows of a kind of target.
func target(kind output.Kind, n int) *output.Target {
	y := &output.Target{Kind: kind, Names: []string{"y"}}
	switch kind {
	case "number":
		y.Values = make([]float64, n)
	case "numbers":
		y.Names, y.Values = []string{"a", "b"}, make([]float64, 2*n)
	case "class":
		y.Classes = []string{"cat", "dog"}
		for i := range n {
			y.Class = append(y.Class, i%2)
		}
	case "labels":
		y.Names = nil
		for k := range 9 {
			y.Names = append(y.Names, fmt.Sprintf("label %d", k))
		}
		for i := range n {
			for k := range 9 {
				has := 0.
				if i%(10-k) == 0 { // the later, the more frequent
					has = 1
				}
				y.Values = append(y.Values, has)
			}
		}
	case "sequence":
		y.Texts = slices.Repeat([]string{"abc"}, n)
	}
	for i := range y.Values {
		if kind == "number" || kind == "numbers" {
			y.Values[i] = float64(i)
		}
	}
	return y
}

func TestComponents(t *testing.T) {
	const n = 40
	for _, test := range []struct {
		kind   output.Kind
		m      int
		panels string // their types
		note   string
	}{
		{"number", 1, "Points", ""},
		{"numbers", 1, "Points Points", ""},
		{"class", 1, "Histograms", ""},
		{"labels", 1, "Histograms", ""},
		{"", 1, "Histograms", ""},
		{"number", 2, "Points", ""},
		{"numbers", 2, "Points", "coloured by the first of 2 targets"},
		{"class", 2, "Points", ""},
		{"labels", 2, "Points Points Points Points Points Points", "the 6 most frequent of 9 labels"},
		{"sequence", 2, "Points", "without the target: a sequence has no colour"},
		{"", 2, "Points", "without the target, which the table does not have"},
		{"class", 3, "Pairs", ""},
		{"number", 9, "Pairs", "the first 6 of 9 components"},
		{"labels", 3, "Points Points Points Points Points Points", "the first 2 of 3 components. the 6 most frequent of 9 labels"},
	} {
		var y *output.Target
		if test.kind != "" {
			y = target(test.kind, n)
		}
		panels, note, err := components(someComponents(t, n, test.m), y)
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		for _, p := range panels {
			types = append(types, strings.TrimPrefix(fmt.Sprintf("%T", p), "chart."))
		}
		if got := strings.Join(types, " "); got != test.panels || note != test.note {
			t.Errorf("%s, %d components: %s, note %q", test.kind, test.m, got, note)
		}
		var out bytes.Buffer
		if err := (chart.Figure{Panels: panels}).Write(&out, chart.SVG); err != nil {
			t.Errorf("%s, %d components: %v", test.kind, test.m, err)
		}
	}
}

func TestComponentsErrors(t *testing.T) {
	if _, _, err := components(someComponents(t, 3, 2), target("number", 4)); err == nil || err.Error() != "3 rows of components, but 4 of the target" {
		t.Error(err)
	}
	if _, _, err := components(someComponents(t, 0, 2), nil); err == nil || err.Error() != "there are no rows to draw" {
		t.Error(err)
	}
}

// Labels come most frequent first.
func TestFrequentLabels(t *testing.T) {
	if got := frequent(target("labels", 2520), 3); !slices.Equal(got, []int{8, 7, 6}) {
		t.Errorf("%v", got)
	}
}

// Small classes are drawn together.
func TestClassGroups(t *testing.T) {
	y := &output.Target{Kind: "class", Names: []string{"y"}}
	var z []float64
	for k := range 14 {
		y.Classes = append(y.Classes, fmt.Sprint(k))
		for range k + 1 {
			y.Class, z = append(y.Class, k), append(z, float64(k))
		}
	}
	groups := classGroups(z, y)
	if len(groups) != 11 || groups[0].Name != "4" || groups[10].Name != "4 others" || !groups[10].Other || groups[9].Other || len(groups[10].Values) != 1+2+3+4 {
		t.Errorf("%d groups, the first %s, the last %s of %d", len(groups), groups[0].Name, groups[10].Name, len(groups[10].Values))
	}
}

func model() *suffice.Projection {
	return &suffice.Projection{
		Method: "sca", Inputs: []string{"a", "b"}, Components: [][]float64{{.6, .8}, {.8, -.6}},
		Mean: []float64{0, 0}, Scale: []float64{2, 1}, Output: suffice.Output{Kind: "number", Names: []string{"y"}},
		Trace: []suffice.Pass{
			{Stage: "first step", Step: 1, Score: .5}, {Stage: "pass", Step: 1, Score: .6},
			{Stage: "ascent", Step: 1, Score: 3, Measure: "information"}, {Stage: "final", Step: 1, Score: .7},
		},
	}
}

// Scores that cannot be compared are in panels of their own; a stage has one mark in all.
func TestTrace(t *testing.T) {
	panels := trace(model())
	if len(panels) != 2 {
		t.Fatalf("%d panels", len(panels))
	}
	held, other := panels[0].(chart.Line), panels[1].(chart.Line)
	if !slices.Equal(held.X, []float64{1, 2, 4}) || !slices.Equal(held.Y, []float64{.5, .6, .7}) || !slices.Equal(held.Stage, []int{0, 1, 3}) {
		t.Errorf("%+v", held)
	}
	if other.NameY != "information" || !slices.Equal(other.Stage, []int{2}) || !slices.Equal(other.Stages, held.Stages) {
		t.Errorf("%+v", other)
	}
}

func TestFigure(t *testing.T) {
	subject := Report{Model: model(), Z: someComponents(t, 9, 2), Y: target("number", 9), Source: "a.csv"}
	figure, err := subject.Figure(Parts()...)
	if err != nil {
		t.Fatal(err)
	}
	if figure.Title != "a.csv: 2 components of 2 inputs for y (sca)" || len(figure.Panels) != 5 ||
		figure.Note != "weights of inputs scaled to standard deviation 1" {
		t.Errorf("%q, %d panels, note %q", figure.Title, len(figure.Panels), figure.Note)
	}
	subject.Model.Trace = nil
	if _, err := subject.Figure(OfTrace); err == nil || !strings.Contains(err.Error(), "method sca has no steps") {
		t.Error(err)
	}
	if _, err := subject.Figure("colours"); err == nil || !strings.Contains(err.Error(), "choose components, loadings, trace") {
		t.Error(err)
	}
}

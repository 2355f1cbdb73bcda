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
		{"numbers", 2, "Points Points", ""},
		{"class", 2, "Points", ""},
		{"labels", 2, "Points Points Points Points Points Points Points Points Points", ""},
		{"sequence", 2, "Points", "without the target: a sequence has no colour"},
		{"", 2, "Points", "without the target, which the table does not have"},
		{"class", 3, "Pairs", ""},
		{"number", 9, "Pairs", "the first 6 of 9 components"},
		{"labels", 3, "Points Points Points Points Points Points Points Points Points", "the first 2 of 3 components"},
	} {
		var y *output.Target
		if test.kind != "" {
			y = target(test.kind, n)
		}
		panels, note, err := components(someComponents(t, n, test.m), y)
		if err != nil {
			t.Fatal(err)
		}
		if got := typesOf(panels); got != test.panels || note != test.note {
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

// Of many targets those are shown that the components tell most about, most first, however
// frequent others are.
func TestChosen(t *testing.T) {
	const n, labels = 400, 20
	z := someComponents(t, n, 2)
	y := &output.Target{Kind: "labels", Values: make([]float64, n*labels)}
	for k := range labels {
		y.Names = append(y.Names, fmt.Sprint(k))
		for i := range n {
			has := i*7919*(k+3)%11 < 6 // frequent, and nothing to do with z
			switch k {
			case 5:
				has = z.Row(i)[0] > 9 // rare, and told
			case 9:
				has = z.Row(i)[0] > 5 && z.Row(i)[1] > 5
			}
			if has {
				y.Values[i*labels+k] = 1
			}
		}
	}
	shown, note := chosen(z, y, "labels")
	if len(shown) != mostTargets || !slices.Contains(shown[:2], 5) || !slices.Contains(shown[:2], 9) || note != "of 20 labels the 16 that the components tell most about" {
		t.Errorf("%v, %q", shown, note)
	}
	if shown, note = chosen(z, target("numbers", n), "targets"); !slices.Equal(shown, []int{0, 1}) || note != "" {
		t.Errorf("%v, %q", shown, note)
	}
}

// A summary has a panel for each component, or for each of several targets, with a curve
// that tells something.
func TestSummary(t *testing.T) {
	const n = 60
	for _, test := range []struct {
		kind   output.Kind
		m      int
		panels string
		note   string
	}{
		{"number", 1, "Points", ""},
		{"number", 2, "Points Points", ""},
		{"number", 8, "Points Points Points Points Points Points", "the first 6 of 8 components"},
		{"numbers", 2, "Points Points", "each target along the component that tells most about it"},
		{"class", 3, "Shares Shares Shares", ""},
	} {
		panels, note, err := summary(someComponents(t, n, test.m), target(test.kind, n))
		if err != nil {
			t.Fatal(err)
		}
		if got := typesOf(panels); got != test.panels || note != test.note {
			t.Errorf("%s, %d components: %s, note %q", test.kind, test.m, got, note)
		}
		var out bytes.Buffer
		if err := (chart.Figure{Panels: panels}).Write(&out, chart.SVG); err != nil {
			t.Errorf("%s, %d components: %v", test.kind, test.m, err)
		}
	}
	z := someComponents(t, n, 2)
	y := &output.Target{Kind: "numbers", Names: []string{"a", "b"}}
	for i := range n {
		y.Values = append(y.Values, z.Row(i)[1], z.Row(i)[0])
	}
	panels, _, err := summary(z, y)
	if err != nil || panels[0].(chart.Points).NameX != "z2" || panels[1].(chart.Points).NameX != "z1" {
		t.Errorf("%v", err)
	}
	for kind, want := range map[output.Kind]string{"": "the table does not have it", "labels": "not labels"} {
		var y *output.Target
		if kind != "" {
			y = target(kind, n)
		}
		if _, _, err := summary(z, y); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
		if (Report{Z: z, Y: y}).HasSummary() {
			t.Errorf("a summary of %q", kind)
		}
	}
}

func typesOf(panels []chart.Panel) string {
	var types []string
	for _, p := range panels {
		types = append(types, strings.TrimPrefix(fmt.Sprintf("%T", p), "chart."))
	}
	return strings.Join(types, " ")
}

// Small classes are drawn together.
func TestClassGroups(t *testing.T) {
	y := &output.Target{Kind: "class", Names: []string{"y"}}
	var z []float64
	for k := range 24 {
		y.Classes = append(y.Classes, fmt.Sprint(k))
		for range k + 1 {
			y.Class, z = append(y.Class, k), append(z, float64(k))
		}
	}
	groups := classGroups(z, y)
	if len(groups) != 21 || groups[0].Name != "4" || groups[20].Name != "4 others" || !groups[20].Other || groups[19].Other || len(groups[20].Values) != 1+2+3+4 {
		t.Errorf("%d groups, the first %s, the last %s of %d", len(groups), groups[0].Name, groups[20].Name, len(groups[20].Values))
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
	if figure.Title != "a.csv: 2 components of 2 inputs for y (sca)" || len(figure.Panels) != 7 ||
		figure.Note != "weights of inputs scaled to standard deviation 1" {
		t.Errorf("%q, %d panels, note %q", figure.Title, len(figure.Panels), figure.Note)
	}
	subject.Model.Trace = nil
	if _, err := subject.Figure(OfTrace); err == nil || !strings.Contains(err.Error(), "method sca has no steps") {
		t.Error(err)
	}
	if _, err := subject.Figure("colours"); err == nil || !strings.Contains(err.Error(), "choose components, summary, loadings, trace") {
		t.Error(err)
	}
}

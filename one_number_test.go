package suffice_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// numberCase is a table, and a cheap method for it.
type numberCase struct {
	data        *suffice.Data
	method      string
	noPredictor bool // there is none for such a target
}

// numberCases are small tables of all kinds of targets.
func numberCases(t *testing.T) map[string]numberCase {
	t.Helper()
	const n = 45
	random := rand.New(rand.NewPCG(9, 4))
	x := make([][]float64, n)
	line, far, spread, two := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, 2*n)
	class, third, labels, words := make([]int, n), make([]int, n), make([]float64, 2*n), make([]string, n)
	weights := make([]float64, n)
	text := "a,b,town,y\n"
	for i := range x {
		x[i] = []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		z, noise := x[i][0]+x[i][1], random.NormFloat64()
		line[i], far[i], spread[i] = z+.4*noise, 7*z+noise*noise*noise, math.Exp(z)*noise
		two[2*i], two[2*i+1], words[i], weights[i] = 100*(z+.3*noise), x[i][2]+noise, "abab", float64(1+i%4)
		if line[i] > 0 {
			class[i], labels[2*i], words[i] = 1, 1, "cdcd"
		}
		if line[i] > 1.2 {
			third[i], labels[2*i+1] = 2, 1
		} else if line[i] > 1 {
			third[i] = 1
		}
		second := fmt.Sprintf("%.3f", x[i][1])
		if i%9 == 4 {
			second = "?"
		}
		text += fmt.Sprintf("%.3f,%s,%s,%.3f\n", x[i][0], second, []string{"here", "there", "elsewhere"}[i%3], line[i]+float64(i%3))
	}
	third[0], third[1] = 1, 1 // one of the classes is small
	m := matrix(t, x)
	weighed, err := rows.WithWeights(m, weights)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := output.Strings(words, output.Spectrum{})
	if err != nil {
		t.Fatal(err)
	}
	of := func(target output.Target) *suffice.Data {
		y, err := target.Output()
		if err != nil {
			t.Fatal(err)
		}
		return suffice.NewData(m, y)
	}
	return map[string]numberCase{
		"a number":        {data: suffice.NewData(m, output.Numbers(line)), method: "sir"},
		"heavy tails":     {data: suffice.NewData(m, output.Numbers(far)), method: "sir"},
		"a spread":        {data: suffice.NewData(m, output.Numbers(spread)), method: "dr"},
		"two numbers":     {data: of(output.Target{Kind: output.KindNumbers, Names: []string{"a", "b"}, Values: two}), method: "pls"},
		"two classes":     {data: suffice.NewData(m, output.Classes(class)), method: "sir"},
		"three classes":   {data: of(output.Target{Kind: output.KindClass, Names: []string{"c"}, Class: third, Classes: []string{"low", "mid", "high"}}), method: "lda"},
		"labels":          {data: of(output.Target{Kind: output.KindLabels, Names: []string{"a", "b"}, Values: labels}), method: "mddm"},
		"weights":         {data: suffice.NewData(weighed, output.Numbers(line)), method: "sir"},
		"names and holes": {data: chosenFrom(t, text), method: "pls"},
		"words":           {data: suffice.NewData(m, texts), method: "mddm", noPredictor: true},
	}
}

// chosenFrom is the data of a table in text whose target is y, with means for what is missing.
func chosenFrom(t *testing.T, text string) *suffice.Data {
	t.Helper()
	read, err := table.Read(t.Context(), strings.NewReader(text), "a.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := read.Choose(table.Roles{Target: []string{"y"}, Missing: table.MeanForMissing})
	if err != nil {
		t.Fatal(err)
	}
	data, err := choice.Data()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Whatever is said of rows that were not seen is one number: that of the verdict is the value of
// the curve at the number of components, the measure of the predictor where that is the same machine
// on the components, and what the file of the model says of each; and it is the same where the number
// of components is given. The measures of another predictor are its own, the same everywhere.
func TestOneNumber(t *testing.T) {
	for name, c := range numberCases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			method, err := suffice.MethodNamed(c.method)
			if err != nil {
				t.Fatal(err)
			}
			fit := func(dim int) *suffice.Projection {
				found, err := suffice.Fit(t.Context(), c.data, suffice.FitOptions{Method: method, Options: suffice.Options{Dim: dim, Seed: 1}, Predictor: !c.noPredictor})
				if err != nil {
					t.Fatal(err)
				}
				return found.Model
			}
			model := fit(0)
			v := *model.Verdict
			if v.Of != c.data.Len() || v.Rows != v.Of || math.IsNaN(v.Value) {
				t.Errorf("%+v", v)
			}
			wantOneNumber(t, "the model", model, v, !c.noPredictor)
			wantOneNumber(t, "its file", inFile(t, model), v, !c.noPredictor)
			given := fit(model.Dim())
			if w := given.Verdict; w.Value != v.Value || w.SE != v.SE || w.AllInputs != v.AllInputs || w.Baseline != v.Baseline {
				t.Errorf("with the number of components given: %+v, else %+v", w, v)
			}
			wantOneNumber(t, "with the number given", given, *given.Verdict, !c.noPredictor)
			if !c.noPredictor && !maps.Equal(given.Predictor.Measures, model.Predictor.Measures) {
				t.Errorf("with the number given, the predictor has %v, else %v", given.Predictor.Measures, model.Predictor.Measures)
			}
			judged, err := suffice.Assess(t.Context(), c.data, suffice.AssessOptions{Method: method, Options: suffice.Options{Seed: 1}})
			if err != nil || judged.Verdict != v || judged.Dim != model.Dim() {
				t.Errorf("Assess says %+v (%v), Fit %+v", judged.Verdict, err, v)
			}
		})
	}
}

// wantOneNumber compares all numbers of a model with its verdict.
func wantOneNumber(t *testing.T, what string, m *suffice.Projection, v suffice.Verdict, predicts bool) {
	t.Helper()
	if *m.Verdict != v {
		t.Errorf("%s: verdict %+v, want %+v", what, *m.Verdict, v)
	}
	for _, d := range m.Curve {
		if d.Dim == m.Dim() && (d.Value != v.Value || d.SE != v.SE) {
			t.Errorf("%s: the curve has %v ± %v, the verdict %v ± %v", what, d.Value, d.SE, v.Value, v.SE)
		}
	}
	worth := v.Value
	if !v.Found && predicts && !slices.ContainsFunc(m.Predictor.Weights, func(row []float64) bool { return slices.Max(row) > 0 }) { // then it predicts a constant
		worth = v.Baseline
	}
	switch {
	case predicts != (m.Predictor != nil):
		t.Errorf("%s: predictor %v", what, m.Predictor)
	case predicts && onComponents(m.Predictor) && m.Predictor.Measures[v.Measure] != worth:
		t.Errorf("%s: the predictor has %s %v, the verdict %v", what, v.Measure, m.Predictor.Measures, v.Value)
	}
}

// onComponents reports whether a predictor is the kernel ridge regression on the model's components.
func onComponents(p *suffice.Predictor) bool {
	return len(p.Components) == 0 && len(p.Slopes) == 0 && len(p.Log) == 0
}

// inFile is the model that its file has.
func inFile(t *testing.T, m *suffice.Projection) *suffice.Projection {
	t.Helper()
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	var plain struct { // as any program reads it
		Verdict   suffice.Verdict
		Predictor struct{ Measures map[string]float64 }
	}
	if err := json.Unmarshal(file.Bytes(), &plain); err != nil {
		t.Fatal(err)
	}
	if m.Predictor != nil && !maps.Equal(plain.Predictor.Measures, m.Predictor.Measures) {
		t.Errorf("the file has %+v, the model %+v", plain.Predictor.Measures, m.Predictor.Measures)
	}
	read, err := suffice.ReadModel(&file)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

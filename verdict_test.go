package suffice_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
)

func TestVerdictInWords(t *testing.T) {
	for _, c := range []struct {
		v    suffice.Verdict
		dim  int
		want string
	}{
		{
			suffice.Verdict{Found: true, P: .0001, Measure: "r2", Value: .712, AllInputs: .638, Baseline: 0}, 2,
			"2 components explain 71% of the variance of rows held out (all inputs 64%, guessing 0%); not chance (p < .001)",
		},
		{
			suffice.Verdict{Found: true, P: .032, Measure: "accuracy", Value: .968, AllInputs: .9, Baseline: .333}, 1,
			"1 component tells the class of 96.8% of the rows held out (all inputs 90%, the most frequent class 33%); not chance (p = .03)",
		},
		{
			suffice.Verdict{Found: true, P: .004, Measure: "hamming_loss", Value: .0513, AllInputs: .05, Baseline: .0557}, 3,
			"3 components have 5.1% of the labels wrong on rows held out (all inputs 5%, the best constant 5.6%); not chance (p = .004)",
		},
		{
			suffice.Verdict{Found: true, P: .0001, Measure: "r2", Value: -.0004, SE: .001, AllInputs: -.001}, 1,
			"1 component: significant dependence (p < .001), but not in the conditional mean (0% of the variance of rows held out, all inputs -0.1%): what depends on the inputs is its spread or shape, or extreme values hide it",
		},
		{
			suffice.Verdict{P: .437, Measure: "r2", Value: -.001}, 1,
			"found nothing: what is found with some of the rows predicts the others no better than by chance (p = .44); the components are arbitrary",
		},
	} {
		if got := c.v.InWords(c.dim); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	for p, want := range map[float64]string{0: "p < .001", .00096: "p < .001", .0014: "p = .001", .0496: "p = .05", .0999: "p = .10", .5: "p = .50", .996: "p = 1", 1: "p = 1"} {
		if got := suffice.PInWords(p); got != want {
			t.Errorf("%v: %s, want %s", p, got, want)
		}
	}
}

// A model keeps its verdict, curve and number of components; a number that is not that of
// its components is an error.
func TestVerdictInTheFile(t *testing.T) {
	x, y := curved(60, 3, 1)
	p := mustFit(t, suffice.CCA{Dim: 1}, x, output.Numbers(y))
	p.Verdict = &suffice.Verdict{Found: true, P: .02, Measure: "r2", Value: .5, SE: .1, AllInputs: .4, Rows: 60, Permutations: 999}
	p.Curve = []suffice.Dimension{{Dim: 1, Value: .5, SE: .1, P: .001}}
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	back, err := suffice.ReadModel(&file)
	if err != nil {
		t.Fatal(err)
	}
	if *back.Verdict != *p.Verdict || len(back.Curve) != 1 || back.Curve[0] != p.Curve[0] || !strings.Contains(text, `"dim": 1`) {
		t.Errorf("%+v, %+v in\n%s", back.Verdict, back.Curve, text)
	}
	if _, err := suffice.ReadModel(strings.NewReader(strings.Replace(text, `"dim": 1`, `"dim": 2`, 1))); err == nil || !strings.Contains(err.Error(), "the model says that it has 2 components, but has 1") {
		t.Errorf("another number: %v", err)
	}
}

// A model file has a score where the method has one, and files of before are read: those with a
// score of 0 in its place, and with other names of measures.
func TestModelFilesOfBefore(t *testing.T) {
	p := &suffice.Projection{
		Method: "sir", Inputs: []string{"a"}, Components: [][]float64{{1}}, Mean: []float64{0}, Scale: []float64{1},
		Verdict: &suffice.Verdict{Measure: "hamming_loss", Value: .25},
		Predictor: &suffice.Predictor{
			Kind: "labels", Names: []string{"l"},
			KernelMachine: suffice.KernelMachine{Kernel: "gaussian", Scales: []float64{1}, Centres: [][]float64{{0}}, Weights: [][]float64{{1}}, Offset: []float64{0}},
			Power:         1, Floor: .1, Baseline: []float64{.5}, Spread: []float64{.5}, Rows: 9, Measures: map[string]float64{"hamming_loss": .25, "exact_match": .5},
		},
	}
	text, err := json.Marshal(p)
	if err != nil || bytes.Contains(text, []byte(`"score"`)) {
		t.Errorf("%s, %v", text, err)
	}
	before := strings.NewReplacer(`"trace"`, `"score":0,"trace"`, `"measure":"hamming_loss"`, `"measure":"label error"`, `"hamming_loss":`, `"label_error":`, `"exact_match":`, `"exact_sets":`).Replace(string(text))
	read, err := suffice.ReadModel(strings.NewReader(before))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := read.Score(); ok || read.Verdict.Measure != "hamming_loss" || !maps.Equal(read.Predictor.Measures, p.Predictor.Measures) {
		t.Errorf("%+v, %+v", read.Verdict, read.Predictor.Measures)
	}
	p.Trace = []suffice.Pass{{Stage: "ascent", Step: 1, Score: .5}}
	if text, err = json.Marshal(p); err != nil || !bytes.Contains(text, []byte(`"score":0.5,`)) {
		t.Errorf("%s, %v", text, err)
	}
}

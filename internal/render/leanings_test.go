package render

import (
	"testing"

	"suffice"
	"suffice/output"
)

// What large values of a component mean is said of a slope, a hill, the classes at both ends and
// the label or number that it says most about; of noise nothing is.
func TestLeaning(t *testing.T) {
	const n = 50
	z, up, hill, wave := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	class, two := make([]int, n), make([]float64, 2*n)
	for i := range n {
		z[i], up[i], hill[i], wave[i] = float64(i), float64(i*i), -float64((i-25)*(i-25)), float64(i%5)
		class[i], two[2*i], two[2*i+1] = min(2, i/17), float64(i%2), float64(1-min(1, i/25))
	}
	for want, target := range map[string]*output.Target{
		"high z1: high y":        {Kind: output.KindNumber, Names: []string{"y"}, Values: up},
		"middle z1: high y":      {Kind: output.KindNumber, Names: []string{"y"}, Values: hill},
		"":                       {Kind: output.KindNumber, Names: []string{"y"}, Values: wave},
		"high z1: c, low: a":     {Kind: output.KindClass, Names: []string{"y"}, Class: class, Classes: []string{"a", "b", "c"}},
		"high z1: no sea":        {Kind: output.KindLabels, Names: []string{"sun", "sea"}, Values: two},
		"high z1: low the other": {Kind: output.KindNumbers, Names: []string{"one", "the other"}, Values: two},
	} {
		if got := leaning("z1", ranks(z), target); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Ranks of equal values are their mean.
func TestRanks(t *testing.T) {
	got := ranks([]float64{3, 1, 3, 2, 9})
	for i, want := range []float64{.625, 0, .625, .25, 1} {
		if got[i] != want {
			t.Errorf("got %v", got)
		}
	}
}

// A model is checked for inputs that hold more than its components, unless more of these may, and for
// classes that are not predicted; one that has none of these has no checks.
func TestChecks(t *testing.T) {
	with := func(v suffice.Verdict, weights []float64) *suffice.Projection {
		v.Found = true
		return &suffice.Projection{Verdict: &v, Components: [][]float64{weights}, Inputs: []string{"a", "b"}, Output: suffice.Output{Names: []string{"y"}}}
	}
	even := []float64{.8, .6}
	for want, m := range map[string]*suffice.Projection{
		"": with(suffice.Verdict{Measure: "r2", Value: .74, AllInputs: .8, More: 2, MoreValue: .86}, even), // which the verdict says
		"all inputs together predict better: more components, or another method, may keep what is lost":                                                         with(suffice.Verdict{Measure: "hamming_loss", Value: .2, SE: .01, AllInputs: .1}, even),
		"no more rows are right than with the most frequent class, though the components tell more than chance: look at balanced accuracy, or at probabilities": with(suffice.Verdict{Measure: "accuracy", Value: .7, AllInputs: .7, Baseline: .72}, even),
	} {
		got := ""
		for _, check := range Checks(m) {
			got += check
		}
		if got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

package render

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
	"suffice/rows"
)

func TestColumnsAndRowsOfPredictions(t *testing.T) {
	for _, c := range []struct {
		kind          output.Kind
		names         []string
		half          []float64
		probabilities bool
		predicted     []float64
		columns       string
		want          []float64
	}{
		{output.KindNumber, []string{"y"}, nil, false, []float64{3}, "y", []float64{3}},
		{output.KindNumber, []string{"y", "v"}, []float64{1, 2}, true, []float64{3, 5}, "y y_lower y_upper v v_lower v_upper", []float64{3, 2, 4, 5, 3, 7}},
		{output.KindClass, []string{"a", "b"}, nil, false, []float64{.25, .75}, "y", []float64{1}},
		{output.KindClass, []string{"a", "b"}, nil, true, []float64{.25, .75}, "y y=a y=b", []float64{1, .25, .75}},
		{output.KindLabels, []string{"a", "b"}, nil, true, []float64{.25, .75}, "a b a_probability b_probability", []float64{0, 1, .25, .75}},
	} {
		model := constant(c.kind, c.names, c.predicted)
		percent := 0
		if c.half != nil {
			percent = 90
			model.Predictor.Intervals = []suffice.Interval{{Percent: percent, Half: c.half}}
		}
		x, err := rows.NewMatrix(1, []float64{7})
		if err != nil {
			t.Fatal(err)
		}
		p := PredictionsOf(model, percent, c.probabilities)
		got, err := p.Rows(t.Context(), model, x)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(p.Columns, " ") != c.columns || !slices.Equal(got, c.want) || len(p.Texts) != len(p.Columns) {
			t.Errorf("%s: %v of %v, want %v of %s", c.kind, got, p.Columns, c.want, c.columns)
		}
		if words := c.kind == output.KindClass; words != (p.Texts[0] != nil) {
			t.Errorf("%s: the first column stands for %v", c.kind, p.Texts[0])
		}
	}
}

// constant is a model that predicts the same for all rows.
func constant(kind output.Kind, names []string, predicted []float64) *suffice.Projection {
	ones := slices.Repeat([]float64{1}, len(names))
	return &suffice.Projection{
		Inputs: []string{"x"}, Components: [][]float64{{1}}, Mean: []float64{0}, Scale: []float64{1}, Output: suffice.Output{Kind: kind, Names: []string{"y"}},
		Predictor: &suffice.Predictor{
			Kind: kind, Names: names, Power: 1, Floor: 1e-300, Baseline: ones, Spread: ones,
			KernelMachine: suffice.KernelMachine{Kernel: "gaussian", Scales: []float64{1}, Slopes: [][]float64{make([]float64, len(names))}, Offset: predicted},
		},
	}
}

// What predictors are, in words.
func TestPredictorInWords(t *testing.T) {
	slopes, own := [][]float64{{1}}, [][]float64{{1, 2}}
	kernels := suffice.KernelMachine{Kernel: "laplace", Weights: slopes}
	for want, p := range map[string]suffice.Predictor{
		"the same for all rows":                                           {KernelMachine: suffice.KernelMachine{Kernel: "gaussian", Weights: [][]float64{{0}}}},
		"a straight line on the components":                               {KernelMachine: suffice.KernelMachine{Slopes: slopes}},
		"logistic regression of all inputs":                               {KernelMachine: suffice.KernelMachine{Slopes: slopes}, Link: "softmax", Components: own},
		"Laplace kernels on the components, of logarithms":                {KernelMachine: kernels, Log: []bool{true}},
		"Laplace kernels on all inputs, which count as much as they tell": {KernelMachine: kernels, Components: own},
		"Manhattan kernels and logistic regression on all inputs, which count as much as they tell": {
			KernelMachine: suffice.KernelMachine{Kernel: "manhattan", Centres: slopes, Weights: slopes, Slopes: slopes}, Components: own, Link: "softmax",
		},
	} {
		if got := PredictorInWords(&p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// How far off predictions are, in words.
func TestWithin(t *testing.T) {
	p := constant(output.KindNumber, []string{"y"}, []float64{3}).Predictor
	p.Intervals = []suffice.Interval{{Percent: 90, Half: []float64{math.Ln2}}}
	if got, ok := Within(p, 90); !ok || got != "0.6931" {
		t.Error(got, ok)
	}
	p.Log, p.Deviation = []bool{true}, &suffice.Deviation{}
	if got, ok := Within(p, 90); !ok || got != "about a factor of 2" {
		t.Error(got, ok)
	}
	if got, ok := Within(p, 80); ok {
		t.Error(got)
	}
	p.Kind = output.KindNumbers
	if got, ok := Within(p, 90); ok {
		t.Error(got)
	}
}

func TestWhatIsBestInWords(t *testing.T) {
	all := evaluate.Row{Method: "none", Dim: 3, AllDims: true}
	better, failed, found := all, all, evaluate.Row{Method: "sca", Dim: 1}
	better.Mark, failed.Err = evaluate.MarkBetter, errors.New("no")
	none := evaluate.Row{Method: "sca", Dim: 1, Mark: evaluate.MarkNoBetter}
	for _, c := range []struct {
		rows   []evaluate.Row
		want   string
		better bool
	}{
		{[]evaluate.Row{found, all}, "best: sca with 1 component", false},
		{[]evaluate.Row{found, better}, "best: sca with 1 component", true},
		{[]evaluate.Row{none, all}, "no components predict better than guessing; all 3 inputs do", false},
		{[]evaluate.Row{none, failed}, "nothing predicts better than guessing", false},
	} {
		compared := &evaluate.CompareResult{D: 3, Rows: c.rows}
		best, words := Best(compared)
		if words != c.want || (best != nil) != strings.HasPrefix(c.want, "best") || AllAreBetter(compared) != c.better {
			t.Errorf("%q and %v, want %q", words, AllAreBetter(compared), c.want)
		}
	}
	err := Nothing(&evaluate.CompareResult{Rows: []evaluate.Row{failed}})
	if err == nil || err.Error() != "no method could do it; none with 3: no" {
		t.Error(err)
	}
}

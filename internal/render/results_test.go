package render

import (
	"errors"
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
		model := &suffice.Projection{Predictor: &suffice.Predictor{Kind: c.kind, Names: c.names}}
		model.Output.Names = []string{"y"}
		p := PredictionsOf(model, c.half, c.probabilities)
		predicted, err := rows.NewMatrix(len(c.predicted), c.predicted)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Rows(predicted); strings.Join(p.Columns, " ") != c.columns || !slices.Equal(got, c.want) || len(p.Texts) != len(p.Columns) {
			t.Errorf("%s: %v of %v, want %v of %s", c.kind, got, p.Columns, c.want, c.columns)
		}
		if words := c.kind == output.KindClass; words != (p.Texts[0] != nil) {
			t.Errorf("%s: the first column stands for %v", c.kind, p.Texts[0])
		}
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

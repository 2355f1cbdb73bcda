package suffice_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
)

// twoTrends has 30 inputs, of which y, of several values, depends on two by trends of two
// directions.
func twoTrends(n int) (x [][]float64, y []float64) {
	random := rand.New(rand.NewPCG(4, 2))
	for range n {
		row := make([]float64, 30)
		for j := range row {
			row[j] = random.NormFloat64()
		}
		x = append(x, row)
		y = append(y, row[0]*math.Exp(row[1])+.1*random.NormFloat64())
	}
	return x, y
}

func TestSEASFindsFewerComponentsWhereTheyAreEnough(t *testing.T) {
	x, y := twoTrends(300)
	if p := mustFit(t, suffice.SEAS{Dim: 4, Fewer: true}, x, output.Numbers(y)); p.Dim() != 2 {
		t.Errorf("%d components of y = x1 exp x2", p.Dim())
	}
	for i, row := range x {
		y[i] = row[0] + row[1]
	}
	if p := mustFit(t, suffice.SEAS{Dim: 3, Fewer: true}, x, output.Numbers(y)); p.Dim() != 1 {
		t.Errorf("%d components of y = x1 + x2", p.Dim())
	}
}

// All functions of the output lead to the same inputs where the dependence is clear.
func TestFunctionsOfSEASAgree(t *testing.T) {
	x, y := twoTrends(300)
	for _, functions := range []suffice.Functions{suffice.OfSlices, suffice.OfScores, suffice.OfScoresInSlices} {
		p := mustFit(t, suffice.SEAS{Dim: 2, Functions: functions}, x, output.Numbers(y))
		used := p.UsedInputs()
		if len(used) < 2 || used[0] != 0 || used[1] != 1 || len(used) > 6 {
			t.Errorf("functions %d: inputs %v", functions, used)
		}
	}
}

// Sparse methods hold no more values than they may: rows are drawn, and the model says so.
func TestSparseMethodsDrawRowsWhereThereAreMany(t *testing.T) {
	x, y := twoTrends(700)
	for name, method := range suffice.HoldingFewValues(2) {
		p := mustFit(t, method, x, output.Numbers(y))
		if p.Sampled == nil || p.Sampled.Rows != 512 || p.Sampled.Of != 700 {
			t.Errorf("%s: sampled %+v", name, p.Sampled)
		}
		if len(p.UsedInputs()) == 0 || p.UsedInputs()[0] != 0 {
			t.Errorf("%s: inputs %v", name, p.UsedInputs())
		}
	}
}

func TestScreeningRefusesWhatCannotBe(t *testing.T) {
	x, y := twoTrends(40)
	for want, method := range map[string]suffice.SCA{
		"-2 inputs to keep":           {Dim: 1, Screen: -2},
		"3 components of 2 inputs":    {Dim: 3, Screen: 2},
		"there are only 30 input col": {Dim: 31, Screen: 40},
	} {
		if _, err := method.Fit(t.Context(), matrix(t, x), output.Numbers(y)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

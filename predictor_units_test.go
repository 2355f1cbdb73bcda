package suffice

import (
	"math/rand/v2"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// Intervals of several numbers are in the units of each: those of other rows are within them as
// often as they say.
func TestIntervalsOfSeveralNumbersAreInTheirUnits(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	draw := func(n int) (*rows.Matrix, *output.Target) {
		var x, y []float64
		for range n {
			a, b := random.NormFloat64(), random.NormFloat64()
			x = append(x, a, b, random.NormFloat64())
			y = append(y, a+.3*random.NormFloat64(), 1000*(b+.3*random.NormFloat64()))
		}
		m, err := rows.NewMatrix(3, x)
		if err != nil {
			t.Fatal(err)
		}
		return m, &output.Target{Kind: output.KindNumbers, Names: []string{"small", "large"}, Values: y}
	}
	x, target := draw(120)
	y, err := target.Output()
	if err != nil {
		t.Fatal(err)
	}
	pls, err := MethodNamed("pls")
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := Fit(t.Context(), NewData(x, y), FitOptions{Method: pls, Options: Options{Dim: 2, Seed: 1}, Predictor: true, NoVerdict: true})
	if err != nil {
		t.Fatal(err)
	}
	fresh, truth := draw(400)
	_, lower, upper, err := fitted.Model.PredictIntervals(t.Context(), fresh, 90)
	if err != nil {
		t.Fatal(err)
	}
	for j := range 2 {
		within := 0
		for i := range fresh.Len() {
			if v := truth.Values[2*i+j]; lower.Row(i)[j] <= v && v <= upper.Row(i)[j] {
				within++
			}
		}
		if within < 340 || within > 390 {
			t.Errorf("%d of 400 numbers of column %d are within intervals of 90%%", within, j)
		}
	}
}

// With a score of rows, what is plain is found.
func TestFewRowsOfAPlainLineAreFound(t *testing.T) {
	for _, n := range []int{16, 20, 24} {
		random := rand.New(rand.NewPCG(uint64(n), 7))
		var x, y []float64
		for range n {
			a := random.NormFloat64()
			x, y = append(x, a, random.NormFloat64()), append(y, a)
		}
		m, err := rows.NewMatrix(2, x)
		if err != nil {
			t.Fatal(err)
		}
		pls, err := MethodNamed("pls")
		if err != nil {
			t.Fatal(err)
		}
		judged, err := Assess(t.Context(), NewData(m, output.Numbers(y)), AssessOptions{Method: pls, Options: Options{Dim: 1, Seed: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if !judged.Verdict.Found {
			t.Errorf("%d rows of a line: p = %v", n, judged.Verdict.P)
		}
	}
}

package learn

import (
	"math"
	"testing"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// needle are rows of which one input of ten tells y.
func needle(n int, seed uint64) (x, y linalg.Matrix) {
	x, y = normal(n, 10, seed), linalg.New(n, 1)
	for i := range n {
		y.Set(i, 0, math.Sin(2*x.At(i, 3)))
	}
	return x, y
}

// A metric is that of the input that tells y, so that others hardly count, and predicts better than
// distances of all inputs do.
func TestMetricFindsWhatTells(t *testing.T) {
	x, y := needle(150, 1)
	test, true := needle(300, 2)
	for _, kernel := range Kernels() {
		m, err := FitMetric(x, y, kernel, 1)
		if err != nil {
			t.Fatal(err)
		}
		for j := range x.Cols {
			if m.Root.At(0, j)*m.Root.At(0, j) > .1 && j != 3 {
				t.Errorf("%s: the first direction is %v", kernel, m.Root.Row(0))
			}
		}
		plain := mustFit(t, x, y, RidgeOptions{Kernel: kernel, Centres: sampling.All(150)})
		if with, without := squaredError(true, m.Predict(test)), squaredError(true, plain.Predict(test)); with > .5*without {
			t.Errorf("%s: errors of %v with the metric and %v without", kernel, with, without)
		}
	}
}

// What was learnt from rows is learnt from them again.
func TestMetricAgain(t *testing.T) {
	x, y := needle(60, 3)
	for _, kernel := range Kernels() {
		m, err := FitMetric(x, y, kernel, 1)
		if err != nil {
			t.Fatal(err)
		}
		again, err := m.Again(x, y, 1)
		if err != nil {
			t.Fatal(err)
		}
		test, _ := needle(20, 4)
		wantNear(t, again.Predict(test), m.Predict(test), 1e-3)
	}
}

// With all rows as centres, f is that of the regression on these.
func TestExact(t *testing.T) {
	x, y := normal(40, 2, 6), normal(40, 2, 7)
	for _, kernel := range Kernels() {
		exact, err := fitExact(x, y, kernel, 1.3, .1)
		if err != nil {
			t.Fatal(err)
		}
		want := mustFit(t, x, y, RidgeOptions{Kernel: kernel, Centres: sampling.All(40), Widths: []float64{1.3}, Median: 1, Ridges: []float64{.1}})
		wantNear(t, exact.Predict(normal(20, 2, 8)), want.Predict(normal(20, 2, 8)), 1e-5)
	}
}

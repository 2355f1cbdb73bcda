package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
)

// funnel are residuals ten times as large on the right of u as on the left, or as large everywhere.
func funnel(n int, wide bool, seed uint64) (u, residuals linalg.Matrix, folds [][]int) {
	random := rand.New(rand.NewPCG(seed, 11))
	u, residuals, folds = linalg.New(n, 1), linalg.New(n, 1), make([][]int, 5)
	for i := range n {
		u.Set(i, 0, random.Float64())
		size := 1.
		if wide {
			size = math.Pow(10, u.At(i, 0))
		}
		residuals.Set(i, 0, size*random.NormFloat64())
		folds[i%5] = append(folds[i%5], i)
	}
	return u, residuals, folds
}

// Intervals by deviations hold 90% on the left, in the middle and on the right, of rows that were
// not seen, on average over ten tables.
func TestDeviationFollowsTheError(t *testing.T) {
	var within, all [3]float64
	for seed := range uint64(10) {
		u, residuals, folds := funnel(400, true, seed)
		d, at, err := FitDeviation(u, residuals, folds)
		if err != nil || d == nil {
			t.Fatal(d, err)
		}
		for i := range at.Data {
			residuals.Data[i] /= at.Data[i]
		}
		half, _ := Bound(residuals.Data, 90)
		test, off, _ := funnel(1000, true, 100+seed)
		s := d.Predict(test)
		Clamp(s, d.Low, d.High)
		for i := range test.Rows {
			third := min(2, int(3*test.At(i, 0)))
			all[third]++
			if math.Abs(off.At(i, 0)) <= half*math.Exp(s.At(i, 0)) {
				within[third]++
			}
		}
	}
	for third := range all {
		if share := within[third] / all[third]; share < .87 || share > .93 {
			t.Errorf("%.3f of the rows of third %d are within", share, third+1)
		}
	}
}

// Where errors are as large everywhere, deviations are about 1.
func TestNoDeviation(t *testing.T) {
	for seed := range uint64(5) {
		u, residuals, folds := funnel(300, false, seed+20)
		d, at, err := FitDeviation(u, residuals, folds)
		if err != nil {
			t.Fatal(err)
		}
		for i := range at.Data {
			if d != nil && (at.Data[i] < .6 || at.Data[i] > 1.6) {
				t.Fatalf("seed %d: %v at %v", seed, at.Data[i], u.Row(i))
			}
		}
	}
}

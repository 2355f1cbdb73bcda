package predictor

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

func wantMeasures(t *testing.T, got, want Measures) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for name, v := range want {
		if math.Abs(got[name]-v) > 1e-12 {
			t.Errorf("%s: got %v, want %v", name, got[name], v)
		}
	}
}

// By hand.
func TestMeasuresOfNumbers(t *testing.T) {
	truth, predicted := linalg.Of(4, 1, []float64{1, 2, 3, 4}), linalg.Of(4, 1, []float64{1, 2, 4, 2})
	wantMeasures(t, OfNumbers(truth, predicted, []float64{9}), Measures{"rmse": math.Sqrt(5. / 4), "mae": 3. / 4, "r2": 0})
	two := linalg.Of(2, 2, []float64{0, 0, 2, 20})
	wantMeasures(t, OfNumbers(two, linalg.Of(2, 2, []float64{1, 0, 1, 20}), []float64{1, 10}), Measures{"rmse": math.Sqrt(.5), "mae": .5, "r2": .5})
	same := linalg.Of(2, 1, []float64{3, 3})
	wantMeasures(t, OfNumbers(same, same, []float64{1}), Measures{"rmse": 0, "mae": 0})
}

func TestMeasuresOfClasses(t *testing.T) {
	truth := linalg.Of(4, 2, []float64{1, 0, 1, 0, 0, 1, 0, 0}) // the last is of no known class
	probabilities := linalg.Of(4, 2, []float64{.9, .1, .6, .4, .7, .3, .8, .2})
	got := OfClasses(truth, probabilities)
	wantMeasures(t, got, Measures{
		"accuracy": .5, "balanced_accuracy": .5, "auc": 2. / 3,
		"log_loss":          -(math.Log(.9) + math.Log(.6) + math.Log(.3) + math.Log(1e-15)) / 4,
		"calibration_error": (.1 + .4 + .7 + .8) / 4,
	})
}

func TestMeasuresOfLabels(t *testing.T) {
	truth := linalg.Of(2, 2, []float64{1, 0, 1, 1})
	probabilities := linalg.Of(2, 2, []float64{.8, .4, .6, .2})
	wantMeasures(t, OfLabels(truth, probabilities), Measures{
		"label_error": .25, "exact_sets": .5, "f1": 4. / 5, "auc": 0,
		"log_loss":          -(math.Log(.8) + math.Log(.6) + math.Log(.6) + math.Log(.2)) / 4,
		"calibration_error": (.2 + .4 + .4 + .8) / 4,
	})
}

// Pairs, one by one.
func TestAUCCountsPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		truth, scores := make([]float64, n), make([]float64, n)
		for i := range truth {
			truth[i], scores[i] = float64(rapid.IntRange(0, 1).Draw(t, "truth")), float64(rapid.IntRange(0, 8).Draw(t, "score"))
		}
		var won, pairs float64
		for i := range truth {
			for j := range truth {
				if truth[i] == 1 && truth[j] == 0 {
					pairs++
					switch {
					case scores[i] > scores[j]:
						won++
					case scores[i] == scores[j]:
						won += .5
					}
				}
			}
		}
		area, ok := auc(truth, scores)
		if ok != (pairs > 0) || ok && math.Abs(area-won/pairs) > 1e-12 {
			t.Fatalf("got %v %v, want %v of %v", area, ok, won, pairs)
		}
	})
}

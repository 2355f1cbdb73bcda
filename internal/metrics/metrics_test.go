package metrics

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/output"
)

func wantMeasures(t *testing.T, got, want map[string]float64) {
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
	wantMeasures(t, Of(output.KindNumber, truth, predicted, []float64{9}, nil), map[string]float64{"rmse": math.Sqrt(5. / 4), "mae": 3. / 4, "r2": 0})
	two := linalg.Of(2, 2, []float64{0, 0, 2, 20})
	wantMeasures(t, Of(output.KindNumbers, two, linalg.Of(2, 2, []float64{1, 0, 1, 20}), []float64{1, 10}, nil), map[string]float64{"rmse": math.Sqrt(.5), "mae": .5, "r2": .5})
	same := linalg.Of(2, 1, []float64{3, 3})
	wantMeasures(t, Of(output.KindNumber, same, same, []float64{1}, nil), map[string]float64{"rmse": 0, "mae": 0})
}

func TestMeasuresOfClasses(t *testing.T) {
	truth := linalg.Of(4, 2, []float64{1, 0, 1, 0, 0, 1, 0, 0}) // the last is of no known class
	probabilities := linalg.Of(4, 2, []float64{.9, .1, .6, .4, .7, .3, .8, .2})
	got := Of(output.KindClass, truth, probabilities, nil, nil)
	wantMeasures(t, got, map[string]float64{
		"accuracy": .5, "balanced_accuracy": .5, "auc": 2. / 3,
		"log_loss":          -(math.Log(.9) + math.Log(.6) + math.Log(.3) + math.Log(1e-15)) / 4,
		"calibration_error": (.1 + .4 + .7 + .8) / 4,
	})
}

func TestMeasuresOfLabels(t *testing.T) {
	truth := linalg.Of(2, 2, []float64{1, 0, 1, 1})
	probabilities := linalg.Of(2, 2, []float64{.8, .4, .6, .2})
	wantMeasures(t, Of(output.KindLabels, truth, probabilities, nil, nil), map[string]float64{
		"hamming_loss": .25, "exact_match": .5, "f1": 4. / 5, "auc": 0,
		"log_loss":          -(math.Log(.8) + math.Log(.6) + math.Log(.6) + math.Log(.2)) / 4,
		"calibration_error": (.2 + .4 + .4 + .8) / 4,
	})
}

// Pairs, one by one.
func TestAUCCountsPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		truth, scores := linalg.New(n, 1), linalg.New(n, 1)
		for i := range n {
			truth.Set(i, 0, float64(rapid.IntRange(0, 1).Draw(t, "truth")))
			scores.Set(i, 0, float64(rapid.IntRange(0, 8).Draw(t, "score"))/8)
		}
		var won, pairs float64
		for i, one := range truth.Data {
			for j, other := range truth.Data {
				if one == 1 && other == 0 {
					pairs++
					switch {
					case scores.Data[i] > scores.Data[j]:
						won++
					case scores.Data[i] == scores.Data[j]:
						won += .5
					}
				}
			}
		}
		area, ok := Of(output.KindLabels, truth, scores, nil, nil)[AUC]
		if ok != (pairs > 0) || ok && math.Abs(area-won/pairs) > 1e-12 {
			t.Fatalf("got %v %v, want %v of %v", area, ok, won, pairs)
		}
	})
}

// By hand: classes a, a, a, b given as a, a, b, b; labels {1,0}, {1,1}, {0,0} given as {1,0},
// {1,0}, {0,1}; two functions of a structure. Scores need not be probabilities.
func TestComparedByHand(t *testing.T) {
	classes := OfCompared(output.KindClass, linalg.Of(4, 2, []float64{1, 0, 1, 0, 1, 0, 0, 1}), linalg.Of(4, 2, []float64{.9, .1, 6, .4, -.4, .6, .2, .8}), nil)
	wantMeasures(t, classes, map[string]float64{"error_rate": .25, "accuracy": .75, "balanced_accuracy": (2./3 + 1) / 2})
	labels := OfCompared(output.KindLabels, linalg.Of(3, 2, []float64{1, 0, 1, 1, 0, 0}), linalg.Of(3, 2, []float64{.9, .1, .7, .2, -.2, 1.4}), nil)
	wantMeasures(t, labels, map[string]float64{"hamming_loss": 2. / 6, "exact_match": 1. / 3, "f1": 2. * 2 / (3 + 3)})
	if none := OfCompared(output.KindLabels, linalg.New(2, 2), linalg.New(2, 2), nil); none[F1] != 1 {
		t.Errorf("no labels at all: %v", none)
	}
	trees := OfCompared(output.KindTree, linalg.Of(2, 2, []float64{1, 0, 0, 1}), linalg.Of(2, 2, []float64{1, 0, .5, .5}), nil)
	wantMeasures(t, trees, map[string]float64{"kernel_distance": .125, "kernel_r2": .5})
}

// A measure has one name, which is the key wherever it is told, and is understood as before.
func TestNames(t *testing.T) {
	key := regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)
	for i, m := range All() {
		if !key.MatchString(m.Name) || m.Title == "" || m.Meaning == "" || slices.ContainsFunc(All()[:i], func(o Measure) bool { return o.Name == m.Name || o.Title == m.Title }) {
			t.Errorf("%+v", m)
		}
		for _, spelling := range []string{m.Name, strings.ReplaceAll(m.Name, "_", "-"), strings.ToUpper(m.Name), strings.ReplaceAll(m.Name, "_", " ")} {
			if Named(spelling).Name != m.Name {
				t.Errorf("%q is %q", spelling, Named(spelling).Name)
			}
		}
	}
	for was, is := range map[string]string{"hamming": "hamming_loss", "label error": "hamming_loss", "exact_sets": "exact_match", "scaled rmse": "rmse", "kernel R2": "kernel_r2", "F1": "f1", "jury": ""} {
		if Named(was).Name != is {
			t.Errorf("%q is %q, want %q", was, Named(was).Name, is)
		}
	}
	for _, kind := range output.Kinds() {
		for _, name := range slices.Concat(Judged(kind), Compared(kind)) {
			if m := Named(name); m.Name != name || m.of == nil || m.MeaningOf(kind) == "" {
				t.Errorf("%s: %q", kind, name)
			}
		}
	}
}

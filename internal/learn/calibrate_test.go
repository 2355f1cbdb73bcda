package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/output"
)

// Probabilities of classes add up to 1 and keep the order of the scores; those of labels
// are between 0 and 1.
func TestProbabilities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float64Range(-2, 3), 2, 6).Draw(t, "scores")
		c := Calibration{rapid.SampledFrom(powers).Draw(t, "power"), rapid.SampledFrom(floors).Draw(t, "floor")}
		p := linalg.Of(1, len(scores), append([]float64(nil), scores...))
		c.Probabilities(p, true)
		total := 0.
		for j, v := range p.Data {
			total += v
			for l := range p.Data {
				if scores[j] > scores[l] && v < p.Data[l] {
					t.Fatalf("scores %v, probabilities %v", scores, p.Data)
				}
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("they add up to %v", total)
		}
		q := linalg.Of(1, len(scores), append([]float64(nil), scores...))
		c.Probabilities(q, false)
		for j, v := range q.Data {
			if !(v >= 0 && v <= 1) || (v > .5) != (scores[j] > .5) && math.Abs(v-.5) > 1e-9 {
				t.Fatalf("score %v, probability %v", scores[j], v)
			}
		}
	})
}

// Scores that are the probabilities themselves stay nearly what they are.
func TestCalibrationOfProbabilities(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	truth, scores := linalg.New(4000, 2), linalg.New(4000, 2)
	for i := range truth.Rows {
		p := random.Float64()
		scores.Set(i, 0, p)
		scores.Set(i, 1, 1-p)
		has := 1
		if random.Float64() < p {
			has = 0
		}
		truth.Set(i, has, 1)
	}
	c := Calibrate(truth, scores, true, false)
	c.Probabilities(scores, true)
	if off := metrics.Of(output.KindClass, truth, scores, nil, nil)["calibration_error"]; off > .03 {
		t.Errorf("%+v is off by %v", c, off)
	}
}

// The bound is exceeded by as many residuals as it may be, and no smaller one would do.
func TestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		residuals := rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 60).Draw(t, "residuals")
		percent := rapid.IntRange(1, 99).Draw(t, "percent")
		bound, ok := Bound(residuals, percent)
		within, below := 0, 0
		for _, r := range residuals {
			if math.Abs(r) <= bound {
				within++
			}
			if math.Abs(r) < bound {
				below++
			}
		}
		wanted := float64(len(residuals)+1) * float64(percent) / 100
		if ok && (float64(within) < wanted-1e-9 || float64(below) >= wanted) {
			t.Fatalf("%d within and %d below %v, wanted %v", within, below, bound, wanted)
		}
		if !ok && wanted <= float64(len(residuals)) {
			t.Fatalf("no bound, but %v of %d", wanted, len(residuals))
		}
	})
}

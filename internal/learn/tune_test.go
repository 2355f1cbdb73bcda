package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
)

func mustTune(t *testing.T, z, y linalg.Matrix, o TuneOptions) *Ridge {
	t.Helper()
	r, err := Tune(z, y, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The formula of the type, term by term, with a width of 1.
func (r *Ridge) naive(z []float64) []float64 {
	out := append([]float64(nil), r.Mean...)
	for c := range r.Centres.Rows {
		var squares float64
		for k, v := range z {
			off := v*r.Scales[k] - r.Centres.At(c, k)
			squares += off * off
		}
		kernel := math.Exp(-squares / 2)
		if r.Kernel == Laplace {
			kernel = math.Exp(-math.Sqrt(squares))
		}
		for j := range out {
			out[j] += kernel * r.Weights.At(c, j)
		}
	}
	return out
}

func TestTunedIsItsFormula(t *testing.T) {
	s := curve(150, true)
	r := mustTune(t, s.z, s.y, TuneOptions{Centres: 60})
	got := r.Predict(s.test)
	for i := range s.test.Rows {
		for j, want := range r.naive(s.test.Row(i)) {
			if math.Abs(got.At(i, j)-want) > 1e-9 {
				t.Fatalf("row %d: got %v, want %v", i, got.At(i, j), want)
			}
		}
	}
}

// What bends is predicted by a Gaussian, and noise of a tenth leaves about a hundredth of the
// variance, twice that of the curve's sine.
func TestTunedOnACurve(t *testing.T) {
	s := curve(600, false)
	r := mustTune(t, s.z, s.y, TuneOptions{Centres: 100})
	if left := s.left(r.Predict(s.test)); left > .04 {
		t.Errorf("%v of the squares is left", left)
	}
}

// A component of noise counts less than the other.
func TestTunedOnSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	z, y := linalg.New(400, 2), linalg.New(400, 1)
	for i := range z.Rows {
		z.Set(i, 0, random.Float64())
		z.Set(i, 1, random.Float64())
		y.Set(i, 0, math.Mod(math.Floor(6*z.At(i, 0)), 2))
	}
	r := mustTune(t, z, y, TuneOptions{Centres: 200})
	if r.Scales[0] < 4*r.Scales[1] {
		t.Errorf("kernel %s, scales %v", r.Kernel, r.Scales)
	}
}

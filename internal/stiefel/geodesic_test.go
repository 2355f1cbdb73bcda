package stiefel

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// denseExponential is exp(a) by the first 60 terms of its series for a/1024, squared.
func denseExponential(a linalg.Matrix) linalg.Matrix {
	a = a.Clone()
	linalg.Scale(1./1024, a)
	sum, term := linalg.Identity(a.Rows), linalg.Identity(a.Rows)
	for k := 1; k <= 60; k++ {
		term = product(term, a)
		linalg.Scale(1/float64(k), term)
		linalg.Add(sum, term)
	}
	for range 10 {
		sum = product(sum, sum)
	}
	return sum
}

// The map by 2m dimensions is that by d of them, for any G, within the tangent space or
// not, and for G whose rows are dependent. The ten squarings of the naive twin cost
// three digits.
func TestGeodesicIsTheDenseExponential(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		w, g := frame(t, m, d, rng), normal(m, d, rng)
		switch rapid.SampledFrom([]string{"any", "tangent", "dependent", "none"}).Draw(t, "G") {
		case "tangent":
			Tangent(g, w)
		case "dependent":
			for i := range m {
				copy(g.Row(i), g.Row(0))
			}
		case "none":
			g.Zero()
		}
		step := rapid.Float64Range(-2, 2).Draw(t, "t")
		generator := minus(product(w.Transposed(), g), product(g.Transposed(), w))
		linalg.Scale(step, generator)
		want := product(w, denseExponential(generator))
		got := Geodesic(w, g, step)
		if e := frobenius(minus(got, want)); e > 1e-11 {
			t.Fatalf("off by %g", e)
		}
		if e := notOrthonormal(got); e > 1e-13 {
			t.Fatalf("|W Wᵀ - I| = %g", e)
		}
	})
}

// A short step along a tangent G is w + t G up to t²; the subspace turns by the angle t |G|
// where m = 1.
func TestGeodesicFollowsItsTangent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d, rng := sizes(t)
		w, g := frame(t, m, d, rng), normal(m, d, rng)
		Tangent(g, w)
		const step = 1e-5
		size := step * frobenius(g)
		left := minus(minus(Geodesic(w, g, step), w), scaled(step, g))
		if e := frobenius(left); e > size*size+1e-14 {
			t.Fatalf("a step of %g is off by %g", size, e)
		}
		if m == 1 && d > 1 {
			angle := rapid.Float64Range(0, 1.5).Draw(t, "angle")
			next := Geodesic(w, g, angle/frobenius(g))
			if got := product(next, w.Transposed()).At(0, 0); math.Abs(got-math.Cos(angle)) > 1e-14 {
				t.Fatalf("cosine %v of the angle %g", got, angle)
			}
		}
	})
}

func scaled(factor float64, a linalg.Matrix) linalg.Matrix {
	a = a.Clone()
	linalg.Scale(factor, a)
	return a
}

// Thousands of steps keep the rows orthonormal to rounding of each.
func TestGeodesicsDoNotDrift(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	w := frame(t, 3, 8, rng)
	for range 3000 {
		w = Geodesic(w, normal(3, 8, rng), .3)
	}
	if e := notOrthonormal(w); e > 1e-11 {
		t.Fatalf("|W Wᵀ - I| = %g", e)
	}
}

// Steepest ascent reaches the leading eigenvectors as the quasi-Newton method does, if
// more slowly, and no step that it accepts loses.
func TestNaturalGradientReachesTheLeadingEigenvectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(2, 8).Draw(t, "d")
		m := rapid.IntRange(1, min(d-1, 3)).Draw(t, "m")
		f, w, top := drawn(t, m, d, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		got, value, err := NaturalGradient{Steps: 1000, Tolerance: 1e-15}.Run(context.Background(), f, w)
		if err != nil {
			t.Fatal(err)
		}
		if e := notOrthonormal(got); e > 1e-12 {
			t.Fatalf("|W Wᵀ - I| = %g", e)
		}
		if e := Distance(got, top); e > 1e-5 {
			t.Fatalf("distance %g from the leading eigenvectors", e)
		}
		if want := f.value(top); math.Abs(value-want) > 1e-9 {
			t.Fatalf("value %v, want %v", value, want)
		}
		for i := 1; i < len(f.accepted); i++ {
			if f.accepted[i] < f.accepted[i-1] {
				t.Fatalf("step %d went from %v to %v", i, f.accepted[i-1], f.accepted[i])
			}
		}
	})
}

func TestNaturalGradientRespectsStepsAndErrors(t *testing.T) {
	f, w, _ := drawn(t, 2, 6, rand.New(rand.NewPCG(1, 0)))
	if _, _, err := (NaturalGradient{Steps: 3}).Run(t.Context(), f, w); err != nil || len(f.accepted) != 3 {
		t.Errorf("%d gradients for 3 steps, error %v", len(f.accepted), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := (NaturalGradient{}).Run(ctx, f, w); err == nil {
		t.Error("a cancelled context is no error")
	}
}

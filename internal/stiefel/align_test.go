package stiefel

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

func drawFrame(t *rapid.T, m, d int, name string) linalg.Matrix {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, name), 1))
	w := linalg.New(m, d)
	for i := range w.Data {
		w.Data[i] = random.NormFloat64()
	}
	if err := Orthonormalize(w); err != nil {
		t.Fatal(err)
	}
	return w
}

// A frame that was turned within its row space is turned back.
func TestAlignUndoesATurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 4).Draw(t, "m")
		d := rapid.IntRange(m, 7).Draw(t, "d")
		w, turn := drawFrame(t, m, d, "w"), drawFrame(t, m, m, "turn")
		got, err := Align(linalg.Times(turn, w), w)
		if err != nil {
			t.Fatal(err)
		}
		linalg.AddScaled(got, -1, w)
		if far := linalg.Norm(got); far > 1e-9 {
			t.Fatalf("%g away", far)
		}
	})
}

// No turn of the aligned frame is nearer, its rows stay orthonormal, and it spans the same.
func TestAlignIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 3).Draw(t, "m")
		d := rapid.IntRange(m, 6).Draw(t, "d")
		w, to := drawFrame(t, m, d, "w"), drawFrame(t, m, d, "to")
		got, err := Align(w, to)
		if err != nil {
			t.Fatal(err)
		}
		if far := Distance(got, w); far > 1e-9 {
			t.Fatalf("the row space has moved by %g", far)
		}
		gram := linalg.TimesT(got, got)
		linalg.AddScaled(gram, -1, linalg.Identity(m))
		if off := linalg.Norm(gram); off > 1e-9 {
			t.Fatalf("rows are off by %g", off)
		}
		other := linalg.Times(drawFrame(t, m, m, "turn"), got)
		if linalg.Inner(other, to) > linalg.Inner(got, to)+1e-9 {
			t.Fatal("another turn is nearer")
		}
	})
}

// Frames without anything in common can be aligned too, in any way.
func TestAlignOrthogonal(t *testing.T) {
	w, to := linalg.FromSlices([][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}}), linalg.FromSlices([][]float64{{0, 0, 1, 0}, {0, 0, 0, 1}})
	got, err := Align(w, to)
	if err != nil {
		t.Fatal(err)
	}
	if far := Distance(got, w); far > 1e-12 {
		t.Errorf("moved by %g", far)
	}
}

func TestAngle(t *testing.T) {
	for _, angle := range []float64{0, 1e-9, .3, 1.5} {
		a := linalg.FromSlices([][]float64{{1, 0, 0}, {0, 1, 0}})
		b := linalg.FromSlices([][]float64{{1, 0, 0}, {0, math.Cos(angle), math.Sin(angle)}})
		got, err := Angle(a, b)
		if err != nil || math.Abs(got-angle) > 1e-12 {
			t.Errorf("%v, %v, want %v", got, err, angle)
		}
	}
}

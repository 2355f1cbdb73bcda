package locallinear

import (
	"math"
	"testing"

	"suffice/internal/linalg"
)

// residual is Σ w |f - α - βᵀB(z - a)|² over rows and windows, for the lines that are best for
// the B of the windows, and another B in their place.
func residual(t *testing.T, z, f linalg.Matrix, w Windows, n int, s *sums, turned linalg.Matrix) (sum float64) {
	t.Helper()
	for j, h := range w.Widths {
		m, p, q := w.B.Rows, w.B.Cols, f.Cols
		design, right := linalg.New(m+1, m+1), linalg.New(m+1, q)
		u := make([]float64, m+1)
		along := func(b linalg.Matrix, i int) (distance float64) {
			u[0] = 1
			for k := range m {
				u[k+1] = 0
				for l := range p {
					u[k+1] += b.At(k, l) * (z.At(i, l) - w.Anchors.At(j, l))
				}
				distance += u[k+1] * u[k+1]
			}
			return distance
		}
		for i := range n {
			weight := math.Exp(-along(w.B, i) / h)
			for k, v := range u {
				linalg.Axpy(weight*v, u, design.Row(k))
				linalg.Axpy(weight*v, f.Row(i), right.Row(k))
			}
		}
		if err := lines(design, right, ridge(n)); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			weight := math.Exp(-along(w.B, i) / h)
			along(turned, i)
			for l, v := range f.Row(i) {
				for k := range u {
					v -= u[k] * right.At(k, l)
				}
				sum += weight * v * v
			}
		}
	}
	return sum
}

// The solution of the system for B leaves less than any B near it, up to its ridge.
func TestRefinedDirectionsAreTheBest(t *testing.T) {
	const n, p, q, m = 300, 4, 2, 2
	table, z, f := drawn(t, n, p, q)
	w := windowsOf(z, m, 20, .5)
	w.B.Set(0, 2, .3)
	s, err := table.sums(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := s.solved(n)
	if err != nil {
		t.Fatal(err)
	}
	least := residual(t, z, f, w, n, s, b)
	if before := residual(t, z, f, w, n, s, w.B); before < least {
		t.Errorf("%g is left, but %g was before", least, before)
	}
	for i := range b.Data {
		for _, by := range []float64{-.01, .01} {
			near := b.Clone()
			near.Data[i] += by
			if left := residual(t, z, f, w, n, s, near); left < least {
				t.Errorf("weight %d %+g: %g is left, less than %g", i, by, left, least)
			}
		}
	}
}

// The gradients of a straight line are its slope, wherever and with whatever windows.
func TestGradientsOfALineAreItsSlope(t *testing.T) {
	const n, p = 400, 5
	table, z, f := drawn(t, n, p, 1)
	slope := []float64{2, -1, 0, .5, 0}
	for i := range n {
		f.Row(i)[0] = 7 + linalg.Dot(slope, z.Row(i))
	}
	s, err := table.sums(t.Context(), windowsOf(z, p, 30, 4))
	if err != nil {
		t.Fatal(err)
	}
	values, b, err := s.gradients(1, n)
	if err != nil {
		t.Fatal(err)
	}
	if want := linalg.Dot(slope, slope); math.Abs(values[0]-want) > .02*want || values[1] > 1e-3*want {
		t.Errorf("eigenvalues %v, want %g and nothing", values, want)
	}
	if cosine := math.Abs(linalg.Dot(b.Row(0), slope)) / math.Sqrt(linalg.Dot(slope, slope)); cosine < .9999 {
		t.Errorf("direction %v, want that of %v", b.Row(0), slope)
	}
}

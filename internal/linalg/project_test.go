package linalg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// naiveProject takes the sums one by one.
func naiveProject(x, mean []float64, w Matrix) Matrix {
	d := len(mean)
	z := New(len(x)/d, w.Rows)
	for i := range z.Rows {
		for k := range w.Rows {
			var sum float64
			for j := range d {
				sum += w.At(k, j) * (x[i*d+j] - mean[j])
			}
			z.Set(i, k, sum)
		}
	}
	return z
}

// All numbers of columns and components, so that every edge of the kernels is met.
func TestProject(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(1, 2))
		for d := 1; d <= 37; d++ {
			for m := 1; m <= 9; m++ {
				n := 1 + g.IntN(5)
				if d == 37 {
					n = 100 // more than are taken at a time
				}
				x, xIntact := guarded(g, 1, n*d)
				mean, meanIntact := guarded(g, 1, d)
				w, wIntact := guarded(g, m, d)
				z, zIntact := guarded(g, 1, n*m)
				want := naiveProject(x.Data, mean.Data, w)
				Project(z.Data, x.Data, mean.Data, w)
				wantNear(t, "projection", Matrix{Rows: n, Cols: m, Stride: m, Data: z.Data}, want, 1e-13)
				wantRowsAlone(t, z.Data, x.Data, mean.Data, w)
				if !xIntact() || !meanIntact() || !wIntact() || !zIntact() {
					t.Fatalf("%d rows of %d by %d components: it wrote beside its result", n, d, m)
				}
			}
		}
	})
}

// The levels give the same bits, so a model gives the same components on every machine.
func TestProjectIsTheSameOnAllLevels(t *testing.T) {
	g := rand.New(rand.NewPCG(3, 4))
	for d := 1; d <= 40; d++ {
		x, mean, w := make([]float64, 3*d), make([]float64, d), New(7, d)
		for _, values := range [][]float64{x, mean, w.Data} {
			for i := range values {
				values[i] = g.NormFloat64()
			}
		}
		var first []float64
		onLevels(t, func(t *testing.T) {
			z := make([]float64, 3*w.Rows)
			Project(z, x, mean, w)
			if first == nil {
				first = z
			}
			if !slices.Equal(z, first) {
				t.Fatalf("%d columns: got %v, want %v", d, z, first)
			}
		})
	}
}

// wantRowsAlone fails unless each row by itself gives the same bits.
func wantRowsAlone(t *testing.T, z, x, mean []float64, w Matrix) {
	t.Helper()
	d, m := len(mean), w.Rows
	for i := range len(x) / d {
		alone := make([]float64, m)
		Project(alone, x[i*d:(i+1)*d], mean, w)
		for k, v := range alone {
			if math.Float64bits(v) != math.Float64bits(z[i*m+k]) {
				t.Fatalf("row %d of %d by %d components alone has component %d %g, but %g among others", i, d, m, k, v, z[i*m+k])
			}
		}
	}
}

// An offset far larger than the spread costs no digits: it is taken away first.
func TestProjectKeepsDigitsBesideAnOffset(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		w := FromSlices([][]float64{{0.25, 0.5, 1}})
		z := make([]float64, 1)
		Project(z, []float64{1e9 + 0.5, 1e9 - 0.25, 1e9 + 2}, []float64{1e9, 1e9, 1e9}, w)
		if want := 2.; z[0] != want { // 0.125 - 0.125 + 2
			t.Errorf("got %v, want %v", z[0], want)
		}
	})
}

func TestProjectOfNothing(t *testing.T) {
	Project(nil, nil, []float64{1, 2}, New(3, 2))
}

package locallinear

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
)

// drawn is a table of standard normal rows, with functions of y that are 1 - z_0² and noise.
func drawn(t testing.TB, n, p, q int) (*Table, linalg.Matrix, linalg.Matrix) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(n), uint64(p)))
	z, f := linalg.New(n, p), linalg.New(n, q)
	for i := range z.Data {
		z.Data[i] = random.NormFloat64()
	}
	for i := range n {
		for k := range q {
			f.Row(i)[k] = 1 - math.Pow(z.At(i, 0), float64(k+2)) + z.At(i, 1) + random.NormFloat64()/5
		}
	}
	x, err := aggregate.AsStandard(p, z.Data)
	if err != nil {
		t.Fatal(err)
	}
	return &Table{X: x, F: aggregate.InMemory{Matrix: f}}, z, f
}

// windowsOf are some around the first rows.
func windowsOf(z linalg.Matrix, m, anchors int, h float64) Windows {
	w := Windows{B: linalg.Identity(z.Cols).Slice(0, m), Anchors: z.Slice(0, anchors).Clone(), Widths: make([]float64, anchors)}
	for j := range w.Widths {
		w.Widths[j] = h * float64(1+j%3)
	}
	return w
}

// The sums of a window, with its anchor as the origin, are those of the definition.
func TestSumsOfWindowsAreThoseOfTheDefinition(t *testing.T) {
	const n, p, q, m = 500, 4, 2, 2
	table, z, f := drawn(t, n, p, q)
	for _, h := range []float64{.02, 5} { // windows of few rows, and of all
		w := windowsOf(z, m, 7, h)
		got, err := table.sums(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		for j := range w.Widths {
			want := linalg.New(p+1, p+1+q)
			for i := range n {
				row, distance := make([]float64, p+1+q), 0.
				row[0] = 1
				for k, v := range z.Row(i) {
					row[k+1] = v - w.Anchors.At(j, k)
					if k < m {
						distance += row[k+1] * row[k+1]
					}
				}
				copy(row[p+1:], f.Row(i))
				weight := math.Exp(-distance / w.Widths[j])
				for k := range want.Rows {
					linalg.Axpy(weight*row[k], row, want.Row(k))
				}
			}
			sum := got.centre(j)
			for k := range want.Rows {
				for l, v := range want.Row(k) {
					if math.Abs(v-sum.At(k, l)) > 1e-9*(1+math.Abs(v)) {
						t.Fatalf("width %g, window %d: sum (%d, %d) is %g, want %g", h, j, k, l, sum.At(k, l), v)
					}
				}
			}
		}
		got.Release()
	}
}

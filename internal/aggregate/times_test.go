package aggregate

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/rows"
)

// drawSparse draws the same rows twice: without zeros, and with them. Some columns are
// constant, some hold no zero, some nothing else.
func drawSparse(t *rapid.T) (*rows.CompressedMatrix, *rows.Matrix) {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	n, d := rapid.IntRange(1, 40).Draw(t, "n"), rapid.IntRange(1, 12).Draw(t, "d")
	data, sparse := make([]float64, n*d), rows.Compressed{Starts: []int{0}}
	for i := range n {
		for j := range d {
			v := random.NormFloat64() + 3
			switch {
			case j%4 == 0 && random.IntN(3) > 0:
				v = 0
			case j%4 == 1:
				v = 5
			case j%4 == 2 && j > 2:
				v = 0
			case i == 0:
				v = -3 // no column varies so little that its mean costs digits
			}
			if data[i*d+j] = v; v != 0 {
				sparse.Columns = append(sparse.Columns, uint32(j))
				sparse.Values = append(sparse.Values, v)
			}
		}
		sparse.Starts = append(sparse.Starts, len(sparse.Values))
	}
	a, err := rows.NewSparse(d, sparse)
	if err != nil {
		t.Fatal(err)
	}
	b, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

// Means, scales, constant columns and products are those of the rows with their zeros.
func TestSparseRowsAreTheSameRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sparse, dense := drawSparse(t)
		noScale := rapid.Bool().Draw(t, "no scale")
		a, err := Standardize(t.Context(), sparse, noScale)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Standardize(t.Context(), dense, noScale)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "mean", a.Mean, b.Mean)
		near(t, "scale", a.Scale, b.Scale)
		if len(a.Constant) != len(b.Constant) {
			t.Fatalf("constant are %v, want %v", a.Constant, b.Constant)
		}
		n, d := dense.Len(), dense.Width()
		random := rand.New(rand.NewPCG(1, 2))
		weights, f := linalg.New(3, d), linalg.New(n, 11)
		for _, m := range []linalg.Matrix{weights, f} {
			for i := range m.Data {
				m.Data[i] = random.NormFloat64()
			}
		}
		wantZ, wantSum := linalg.New(n, 3), linalg.New(11, d) // by definition
		var square float64
		for i := range n {
			for j := range d {
				v := (dense.Row(i)[j] - b.Mean[j]) / b.Scale[j]
				square += v * v / float64(n)
				for k := range 3 {
					wantZ.Row(i)[k] += v * weights.At(k, j)
				}
				for k := range 11 {
					wantSum.Row(k)[j] += v * f.At(i, k)
				}
			}
		}
		for name, s := range map[string]*Standard{"sparse": a, "dense": b} {
			z := linalg.New(n, 3)
			if err := s.Times(t.Context(), z, weights); err != nil {
				t.Fatal(err)
			}
			near(t, name+" times", z.Data, wantZ.Data)
			sum, err := s.Combine(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+" combine", sum.Data, wantSum.Data)
			got, err := s.MeanSquare(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+" mean square", []float64{got}, []float64{square})
		}
	})
}

// near allows for the rounding of a few dozen terms of size 10, scaled by up to 10.
func near(t *rapid.T, what string, got, want []float64) {
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-11*(1+math.Abs(want[i])) {
			t.Fatalf("%s: %g at %d, want %g", what, got[i], i, want[i])
		}
	}
}

// Blocks of a sparse matrix are its rows, with and without zeros.
func TestSparseBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sparse, dense := drawSparse(t)
		from := rapid.IntRange(0, dense.Len()-1).Draw(t, "from")
		to := rapid.IntRange(from, dense.Len()).Draw(t, "to")
		buf := make([]float64, dense.Len()*dense.Width())
		for i := range buf {
			buf[i] = math.NaN()
		}
		got, err := sparse.Block(t.Context(), from, to, buf)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "block", got, valuesOf(dense)[from*dense.Width():to*dense.Width()])
		block, err := sparse.SparseBlock(t.Context(), from, to, rows.Compressed{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := rows.NewSparse(dense.Width(), block)
		if err != nil || again.Len() != to-from {
			t.Fatalf("%d rows (%v), want %d", again.Len(), err, to-from)
		}
	})
}

// What is no table is refused, and a value that is not finite is located.
func TestBadSparseRows(t *testing.T) {
	for name, bad := range map[string]rows.Compressed{
		"beyond the width": {Starts: []int{0, 1}, Columns: []uint32{3}, Values: []float64{1}},
		"descending":       {Starts: []int{0, 2}, Columns: []uint32{1, 0}, Values: []float64{1, 1}},
		"beyond the end":   {Starts: []int{0, 3}, Columns: []uint32{0, 1}, Values: []float64{1, 1}},
		"of two lengths":   {Starts: []int{0, 1}, Columns: []uint32{0, 1}, Values: []float64{1}},
	} {
		if _, err := rows.NewSparse(3, bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	x, err := rows.NewSparse(3, rows.Compressed{Starts: []int{0, 1, 2}, Columns: []uint32{0, 2}, Values: []float64{1, math.NaN()}})
	if err != nil {
		t.Fatal(err)
	}
	want := rows.NotFinite{Row: 1, Column: "x3", Value: math.NaN()}.Error()
	if _, err = Standardize(t.Context(), x, false); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

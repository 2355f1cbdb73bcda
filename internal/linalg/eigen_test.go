package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// withSpectrum returns a symmetric matrix with the given eigenvalues.
func withSpectrum(g *rand.Rand, values []float64) Matrix {
	n := len(values)
	q := random(n, n, g.Uint64())
	for i := range n {
		for range 2 {
			for j := range i {
				Axpy(-Dot(q.Row(i), q.Row(j)), q.Row(j), q.Row(i))
			}
			scale := 1 / math.Sqrt(Dot(q.Row(i), q.Row(i)))
			for l := range n {
				q.Row(i)[l] *= scale
			}
		}
	}
	scaled := q.Clone()
	for i, v := range values {
		for l := range n {
			scaled.Row(i)[l] *= v
		}
	}
	a := New(n, n)
	TMul(a, q, scaled)
	Symmetrize(a)
	return a
}

// wantLeading fails unless values and vectors are eigenpairs of a, with the values
// wanted. Errors are relative to the largest absolute eigenvalue.
func wantLeading(t *testing.T, what string, a Matrix, values []float64, vectors Matrix, want []float64, size float64) {
	t.Helper()
	m, n := vectors.Rows, vectors.Cols
	if len(values) != len(want) || m != len(want) || n != a.Rows {
		t.Fatalf("%s: %d values and %d vectors, want %d", what, len(values), m, len(want))
	}
	applied, inner := New(m, n), New(m, m)
	Mul(applied, vectors, a)
	MulT(inner, vectors, vectors)
	for k, v := range values {
		if !(math.Abs(v-want[k]) <= 1e-11*size) {
			t.Errorf("%s: value %d is %.15g, want %.15g", what, k, v, want[k])
		}
		Axpy(-v, vectors.Row(k), applied.Row(k))
		for _, residual := range applied.Row(k) {
			if !(math.Abs(residual) <= 1e-10*size) {
				t.Fatalf("%s: residual %d is %g", what, k, residual/size)
			}
		}
		inner.Data[k*m+k] -= 1
		for l := range m {
			if !(math.Abs(inner.At(k, l)) <= 1e-11) {
				t.Errorf("%s: vectors %d and %d have inner product %g", what, k, l, inner.At(k, l))
			}
		}
	}
}

// spectra are eigenvalues, largest first, that are hard in some way.
func spectra(n int) map[string][]float64 {
	all := map[string]func(i int) float64{
		"even":     func(i int) float64 { return float64(n - i) },
		"negative": func(i int) float64 { return -1 - float64(i) },
		"repeated": func(i int) float64 { return -float64(i / 7) },
		"close":    func(i int) float64 { return 1 - 1e-9*float64(min(i, 3)) - .5*float64(i)/float64(n) },
		"zero":     func(int) float64 { return 0 },
		"one":      func(int) float64 { return 1 },
		"low rank": func(i int) float64 { return float64(max(0, 5-i)) },
		"decaying": func(i int) float64 { return math.Pow(.7, float64(i)) },
		"both":     func(i int) float64 { return 100 * math.Cos(math.Pi*(float64(i)+.5)/float64(n)) },
		"many top": func(i int) float64 { return 3 - float64(max(0, i-29))/float64(n) },
		"huge":     func(i int) float64 { return 1e200 * float64(n-2*i) },
		"tiny":     func(i int) float64 { return 1e-200 * float64(n-2*i) },
	}
	values := map[string][]float64{}
	for name, f := range all {
		for i := range n {
			values[name] = append(values[name], f(i))
		}
	}
	return values
}

func TestLeading(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(19, 20))
		for _, n := range []int{1, 2, 3, 4, 5, 8, 13, 40, 97} {
			for name, values := range spectra(n) {
				a := withSpectrum(g, values)
				size := max(math.Abs(values[0]), math.Abs(values[n-1]))
				for _, m := range []int{1, n / 2, n - 1, n} {
					got, vectors, err := Leading(a, m)
					if err != nil {
						t.Fatal(err)
					}
					wantLeading(t, fmt.Sprint(name, " ", n, " ", m), a, got, vectors, values[:m], size)
				}
			}
		}
	})
}

func TestLeadingOfLargeMatrices(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(21, 22))
		n := 420
		for name, values := range spectra(n) {
			if active == plain && name != "many top" && name != "low rank" {
				continue // the kernels differ, the iteration does not
			}
			a := withSpectrum(g, values)
			size := max(math.Abs(values[0]), math.Abs(values[n-1]))
			for _, m := range []int{2, 10} {
				got, vectors, err := Leading(a, m)
				if err != nil {
					t.Fatal(err)
				}
				wantLeading(t, fmt.Sprint(name, " ", m), a, got, vectors, values[:m], size)
			}
		}
	})
}

func TestLeadingReadsOnlyTheUpperTriangle(t *testing.T) {
	a := withSpectrum(rand.New(rand.NewPCG(1, 2)), []float64{3, 2, 1})
	for i := range 3 {
		for j := range i {
			a.Set(i, j, math.NaN())
		}
	}
	before := a.Clone()
	values, _, err := Leading(a, 1)
	if err != nil || math.Abs(values[0]-3) > 1e-14 {
		t.Errorf("%v, %v", values, err)
	}
	for i, v := range a.Data {
		if math.Float64bits(v) != math.Float64bits(before.Data[i]) {
			t.Errorf("element %d was written", i)
		}
	}
}

func TestLeadingOfNoNumbersFails(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, n := range []int{5, 500} {
			a := random(n, n, 1)
			a.Set(1, 3, bad)
			if _, _, err := Leading(a, 2); err == nil {
				t.Errorf("order %d with %v: no error", n, bad)
			}
		}
	}
}

func TestThreadsDoNotChangeEigenvectors(t *testing.T) {
	for _, n := range []int{300, 520} {
		a := random(n, n, 3)
		for _, m := range []int{3, n} {
			wantSameBits(t, fmt.Sprint("eigenvectors ", n, " ", m), func() Matrix {
				_, vectors, err := Leading(a, m)
				if err != nil {
					t.Fatal(err)
				}
				return vectors
			})
		}
	}
}

func BenchmarkLeading(b *testing.B) {
	for _, s := range [][2]int{{10, 2}, {20, 2}, {50, 2}, {100, 5}, {200, 10}, {300, 10}, {500, 10}, {1024, 10}, {1024, 1024}} {
		n, m := s[0], s[1]
		a := random(n, n, 1)
		onEach(b, fmt.Sprintf("%dof%d", m, n), func(b *testing.B) {
			best(b, 1, func() {
				if _, _, err := Leading(a, m); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

package linalg

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
)

// definite returns a well-conditioned positive definite matrix with an odd stride.
func definite(g *rand.Rand, n int) (a Matrix, intact func() bool) {
	a, intact = guarded(g, n, n)
	b := random(n+5, n, g.Uint64())
	full := New(n, n)
	TMul(full, b, b)
	for i := range n {
		full.Data[i*n+i] += 1
	}
	a.Copy(full)
	return a, intact
}

func TestCholesky(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(13, 14))
		sizes := []int{100, 127, 200, 263, 600}
		for n := range 75 {
			sizes = append(sizes, n)
		}
		for _, n := range sizes {
			a, intact := definite(g, n)
			before := a.Clone()
			for i := range n {
				for j := range i {
					a.Set(i, j, math.NaN()) // never read, and still there afterwards
				}
			}
			if err := Cholesky(a); err != nil {
				t.Fatalf("order %d: %v", n, err)
			}
			r := New(n, n)
			for i := range n {
				copy(r.Row(i)[i:], a.Row(i)[i:])
				for j := range i {
					if !math.IsNaN(a.At(i, j)) {
						t.Fatalf("order %d: element (%d, %d) was written", n, i, j)
					}
				}
			}
			got := New(n, n)
			TMul(got, r, r)
			wantNear(t, fmt.Sprint("RᵀR of order ", n), got, before, 1e-13*float64(n+1)) // of elements near n
			x := random(n, 1, 5)
			b := New(n, 1)
			Mul(b, before, x)
			CholeskySolve(a, b.Data)
			wantNear(t, fmt.Sprint("solution of order ", n), b, x, 1e-8)
			if !intact() {
				t.Fatalf("order %d: written outside", n)
			}
		}
	})
}

func TestCholeskySolveAll(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(15, 16))
		for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 31, 40, 63, 64, 65, 70, 130, 201} {
			for _, m := range []int{0, 1, 2, 3, 7, 8, 17, 24, 25, 40, 250} {
				r, _ := definite(g, n)
				if err := Cholesky(r); err != nil {
					t.Fatal(err)
				}
				x, intact := guarded(g, n, m)
				want := New(n, m)
				for j := range m {
					column := make([]float64, n)
					for i := range n {
						column[i] = x.At(i, j)
					}
					CholeskySolve(r, column)
					for i, v := range column {
						want.Set(i, j, v)
					}
				}
				half, halfIntact := guarded(g, n, m)
				half.Copy(x)
				ForwardSolveAll(r, half)
				wantInverse(t, r, half, x)
				BackwardSolveAll(r, half)
				wantNear(t, fmt.Sprintf("%d solutions of order %d in halves", m, n), half, want, 1e-9)
				if !halfIntact() {
					t.Fatalf("%d solutions of order %d in halves: written outside", m, n)
				}
				CholeskySolveAll(r, x)
				wantNear(t, fmt.Sprintf("%d solutions of order %d", m, n), x, want, 1e-9)
				if !intact() {
					t.Fatalf("%d solutions of order %d: written outside", m, n)
				}
			}
		}
	})
}

// wantInverse fails unless Rᵀ times half is x.
func wantInverse(t *testing.T, r, half, x Matrix) {
	t.Helper()
	upper := New(r.Rows, r.Rows)
	for i := range r.Rows {
		copy(upper.Row(i)[i:], r.Row(i)[i:])
	}
	back := New(x.Rows, x.Cols)
	TMul(back, upper, half)
	wantNear(t, "Rᵀ R⁻ᵀ x", back, x, 1e-9)
}

func TestCholeskyNamesThePivot(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(17, 18))
		for _, n := range []int{1, 8, 30, 100} {
			for _, pivot := range []int{0, n / 2, n - 1} {
				for _, bad := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1)} {
					a, _ := definite(g, n)
					a.Set(pivot, pivot, bad)
					var failed NotPositiveDefinite
					if err := Cholesky(a); !errors.As(err, &failed) {
						t.Fatalf("order %d with %v at %d: %v", n, bad, pivot, err)
					} else if failed.Pivot != pivot {
						t.Errorf("order %d with %v at %d: pivot %d", n, bad, pivot, failed.Pivot)
					}
				}
			}
		}
	})
}

// Hundreds of small systems are solved side by side.
func TestCholeskyFromManyGoroutines(t *testing.T) {
	a, _ := definite(rand.New(rand.NewPCG(1, 1)), 150)
	want := a.Clone()
	if err := Cholesky(want); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			b := a.Clone()
			if err := Cholesky(b); err != nil {
				t.Error(err)
			}
			for i := range b.Data {
				if b.Data[i] != want.Data[i] {
					t.Error("factors differ")
					return
				}
			}
		})
	}
	all.Wait()
}

func BenchmarkCholesky(b *testing.B) {
	for _, n := range []int{100, 200, 500, 1000} {
		a, _ := definite(rand.New(rand.NewPCG(1, 1)), n)
		c := New(n, n)
		onEach(b, fmt.Sprint(n), func(b *testing.B) {
			best(b, float64(n)*float64(n)*float64(n)/3, func() {
				c.Copy(a)
				if err := Cholesky(c); err != nil {
					b.Fatal(err)
				}
			})
		})
		x := make([]float64, n)
		onEach(b, fmt.Sprint("solve", n), func(b *testing.B) {
			x[0] = 1
			best(b, 2*float64(n)*float64(n), func() { CholeskySolve(c, x) })
		})
	}
}

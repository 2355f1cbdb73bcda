package linalg

import (
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"testing"
)

// onLevels runs a test on every level this machine has.
func onLevels(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	has := active
	defer func() { active = has }()
	for l, title := range []string{"plain", "avx2", "avx512"} {
		if level(l) <= has {
			active = level(l)
			t.Run(title, f)
		}
	}
}

// The allocator of avo may use registers that AVX2 does not have.
func TestAVX2UsesItsOwnRegisters(t *testing.T) {
	for _, name := range []string{"tile256_amd64.s", "vector256_amd64.s"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`).Find(text); found != nil {
			t.Errorf("%s uses %s", name, found)
		}
	}
}

// guarded returns a matrix of random numbers with an odd stride and offset in memory
// full of another number, and a function that tells whether that is still there.
func guarded(g *rand.Rand, r, c int) (a Matrix, intact func() bool) {
	const guard = -7.25e300
	offset, stride := g.IntN(5), c+g.IntN(4)
	all := make([]float64, offset+r*stride+9)
	for i := range all {
		all[i] = guard
	}
	a = Matrix{Rows: r, Cols: c, Stride: stride}
	if r > 0 {
		a.Data = all[offset : offset+(r-1)*stride+c]
	}
	for i := range r {
		for j := range c {
			a.Set(i, j, g.NormFloat64())
		}
	}
	return a, func() bool {
		for i := range r {
			for j := range c {
				a.Set(i, j, guard)
			}
		}
		return !slices.ContainsFunc(all, func(v float64) bool { return v != guard })
	}
}

// wantNear fails unless got is within tolerance of want, element by element.
func wantNear(t *testing.T, what string, got, want Matrix, tolerance float64) {
	t.Helper()
	for i := range want.Rows {
		for j, w := range want.Row(i) {
			if g := got.At(i, j); !(math.Abs(g-w) <= tolerance) {
				t.Fatalf("%s: element (%d, %d) of %d by %d is %g, want %g", what, i, j, want.Rows, want.Cols, g, w)
			}
		}
	}
}

// wantSameBits fails unless f gives the same bits on 1, 2 and 8 threads.
func wantSameBits(t *testing.T, what string, f func() Matrix) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := f()
	for _, threads := range []int{2, 8} {
		runtime.GOMAXPROCS(threads)
		got := f()
		for i := range one.Rows {
			for j, v := range one.Row(i) {
				if math.Float64bits(v) != math.Float64bits(got.At(i, j)) {
					t.Fatalf("%s: element (%d, %d) depends on the number of threads", what, i, j)
				}
			}
		}
	}
}

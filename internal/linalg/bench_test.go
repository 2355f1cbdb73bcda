package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

func random(r, c int, seed uint64) Matrix {
	g := rand.New(rand.NewPCG(seed, 1))
	a := New(r, c)
	for i := range a.Data {
		a.Data[i] = g.NormFloat64()
	}
	return a
}

// best times f and reports the rate of its fastest run: on a machine that does other
// work, only the fastest says what the code can do.
func best(b *testing.B, flops float64, f func()) {
	f()
	fastest := time.Duration(math.MaxInt64)
	for b.Loop() {
		start := time.Now()
		f()
		fastest = min(fastest, time.Since(start))
	}
	b.ReportMetric(flops/float64(max(fastest.Nanoseconds(), 1)), "best-GFLOP/s")
	b.ReportMetric(float64(fastest.Nanoseconds()), "best-ns")
}

// onEach runs a benchmark on every level this machine has.
func onEach(b *testing.B, name string, f func(b *testing.B)) {
	has := active
	defer func() { active = has }()
	for l, title := range []string{"plain", "avx2", "avx512"} {
		if level(l) <= has {
			active = level(l)
			b.Run(name+"/"+title, f)
		}
	}
}

func BenchmarkMul(b *testing.B) {
	for _, n := range []int{50, 200, 500, 1024} {
		x, y, z := random(n, n, 1), random(n, n, 2), New(n, n)
		onEach(b, fmt.Sprint(n), func(b *testing.B) {
			best(b, 2*float64(n)*float64(n)*float64(n), func() { Mul(z, x, y) })
		})
	}
}

// The products of a fit: z = X Wᵀ and Rᵀ X.
func BenchmarkSkinny(b *testing.B) {
	const d = 50
	for _, n := range []int{1000, 20000} {
		for _, m := range []int{1, 2, 10} {
			x, w := random(n, d, 1), random(m, d, 2)
			z, r, g := New(n, m), random(n, m, 3), New(m, d)
			onEach(b, fmt.Sprintf("MulT%dx%dx%d", n, m, d), func(b *testing.B) {
				best(b, 2*float64(n)*float64(m)*float64(d), func() { MulT(z, x, w) })
			})
			onEach(b, fmt.Sprintf("TMul%dx%dx%d", n, m, d), func(b *testing.B) {
				best(b, 2*float64(n)*float64(m)*float64(d), func() { TMul(g, r, x) })
			})
		}
	}
}

func BenchmarkAddGram(b *testing.B) {
	for _, s := range [][2]int{{200, 200}, {1000, 200}, {1000, 500}, {100000, 200}} {
		a, c := random(s[0], s[1], 1), New(s[1], s[1])
		onEach(b, fmt.Sprintf("%dx%d", s[0], s[1]), func(b *testing.B) {
			best(b, float64(s[0])*float64(s[1])*float64(s[1]), func() { AddGram(c, a) })
		})
	}
}

// What gonum does by itself, beside the rows called plain of BenchmarkMul and
// BenchmarkAddGram.
func BenchmarkGonum(b *testing.B) {
	x, y, z := random(1024, 1024, 1), random(1024, 1024, 2), New(1024, 1024)
	b.Run("Mul/1024", func(b *testing.B) {
		best(b, 2*1024*1024*1024, func() {
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, general(x), general(y), 0, general(z))
		})
	})
	a, c := random(100_000, 200, 1), New(200, 200)
	b.Run("AddGram/100000x200", func(b *testing.B) {
		best(b, 100_000*200*200, func() {
			blas64.Syrk(blas.Trans, 1, general(a), 1, blas64.Symmetric{N: 200, Stride: 200, Data: c.Data, Uplo: blas.Upper})
		})
	})
}

// general is the same matrix in gonum's terms.
func general(a Matrix) blas64.General {
	return blas64.General{Rows: a.Rows, Cols: a.Cols, Stride: a.Stride, Data: a.Data}
}

package linalg

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"
)

// fenced returns a matrix of random numbers whose memory is fenced by pages that must
// not be touched: right after its last number, or right before its first.
func fenced(t *testing.T, g *rand.Rand, r, c int) Matrix {
	t.Helper()
	page := syscall.Getpagesize()
	stride := c + g.IntN(3)
	count := max(0, (r-1)*stride+c)
	inside := max(1, (8*count+page-1)/page) * page
	memory, err := syscall.Mmap(-1, 0, inside+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(memory) })
	for _, fence := range [][]byte{memory[:page], memory[page+inside:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	start := page
	if g.IntN(2) == 0 {
		start += inside - 8*count
	}
	a := Matrix{Rows: r, Cols: c, Stride: stride, Data: unsafe.Slice((*float64)(unsafe.Pointer(&memory[start])), count)}
	for i := range a.Data {
		a.Data[i] = g.NormFloat64()
	}
	return a
}

// Reading past a slice is harmless until the next page is not there.
func TestNothingIsReadOutside(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(23, 24))
		for round := range 60 {
			t.Run("", func(t *testing.T) { // frees its memory
				limit := 60
				if round%10 == 0 {
					limit = 400
				}
				m, n, k := 1+g.IntN(limit), 1+g.IntN(limit), 1+g.IntN(limit)
				if round%5 == 1 {
					n = 1 + g.IntN(10)
				}
				a, aT := fenced(t, g, m, k), fenced(t, g, k, m)
				b, bT := fenced(t, g, k, n), fenced(t, g, n, k)
				c, square := fenced(t, g, m, n), fenced(t, g, n, n)
				Mul(c, a, b)
				AddMul(c, .5, a, b)
				MulT(c, a, bT)
				TMul(c, aT, b)
				AddTMul(c, .5, aT, b)
				square.Zero()
				AddGram(square, b)
				AddGramT(square, bT)
				for i := range n {
					square.Data[i*square.Stride+i] += float64(n)
				}
				if err := Cholesky(square); err != nil {
					t.Fatal(err)
				}
				x := fenced(t, g, n, 1)
				if x.Stride == 1 {
					CholeskySolve(square, x.Data)
				}
				CholeskySolveAll(square, fenced(t, g, n, k))
				row, other := fenced(t, g, 1, n).Data, fenced(t, g, 1, n).Data
				Dot(row, other)
				Axpy(2, row, other)
				AddProducts(row, row, other)
				Products(row, row, other)
				Squares(row, fenced(t, g, 1, k).Data, b)
				Gaussian(row, other, .1)
				Exp(row, other)
				Epanechnikov(row, other, .1)
				if m >= 4 {
					var sums [4]float64
					dotRows(&sums, fenced(t, g, 1, k).Data, a.Data, a.Stride)
				}
				addRows(row, fenced(t, g, 1, k).Data, b.Data, b.Stride)
				Project(c.Data[:min(m, 3)*n], a.Data[:min(m, 3)*k], fenced(t, g, 1, k).Data, bT)
				if k > 1 {
					rotate(n, make([]float64, 2*(k-1)), b.Data, (k-1)*b.Stride, b.Stride)
				}
			})
		}
	})
}

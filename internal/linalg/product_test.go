package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"testing"
)

// naive returns c, or 0, plus alpha op(a) op(b).
func naive(ta, tb bool, alpha float64, a, b, c Matrix, add bool) Matrix {
	if ta {
		a = a.Transposed()
	}
	if !tb {
		b = b.Transposed()
	}
	want := New(c.Rows, c.Cols)
	for i := range c.Rows {
		for j := range c.Cols {
			var sum float64
			row := b.Row(j)
			for k, v := range a.Row(i) {
				sum += v * row[k]
			}
			want.Set(i, j, alpha*sum)
			if add {
				want.Set(i, j, c.At(i, j)+alpha*sum)
			}
		}
	}
	return want
}

// checkProduct compares one product of matrices with odd strides and offsets. A c
// that is not added to holds no numbers before.
func checkProduct(t *testing.T, g *rand.Rand, ta, tb bool, m, n, k int) {
	t.Helper()
	size := func(t bool, r, c int) (int, int) {
		if t {
			return c, r
		}
		return r, c
	}
	ar, ac := size(ta, m, k)
	br, bc := size(tb, k, n)
	a, aIntact := guarded(g, ar, ac)
	b, bIntact := guarded(g, br, bc)
	c, cIntact := guarded(g, m, n)
	alpha, add := []float64{1, -1, .75}[g.IntN(3)], g.IntN(2) == 0
	want := naive(ta, tb, alpha, a, b, c, add)
	if !add {
		for i := range m {
			for j := range n {
				c.Set(i, j, math.NaN())
			}
		}
	}
	gemm(ta, tb, alpha, a, b, c, add)
	what := fmt.Sprintf("product %v %v %v %v of %d by %d by %d", ta, tb, alpha, add, m, n, k)
	wantNear(t, what, c, want, 1e-14*float64(k+1)) // sums of k normal products
	if !aIntact() || !bIntact() || !cIntact() {
		t.Fatalf("%s writes outside", what)
	}
}

// All products of up to 40 by 40 by 40. The sums of one depth are those of the depth
// before and one product more.
func TestProductOfAllSmallSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	const most = 40
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(1, 2))
		for m := range most + 1 {
			for n := range most + 1 {
				if active == plain && (m+n)%5 != 0 {
					continue // which is slow
				}
				a, _ := guarded(g, m, most)
				b, _ := guarded(g, most, n)
				aT, bT := a.Transposed(), b.Transposed()
				sum := New(m, n)
				for k := range most + 1 {
					if k > 0 {
						addOuter(sum, aT.Row(k-1), b.Row(k-1))
					}
					checkSmall(t, g, false, false, a.Columns(0, k), b.Slice(0, k), sum)
					checkSmall(t, g, true, false, aT.Slice(0, k), b.Slice(0, k), sum)
					checkSmall(t, g, false, true, a.Columns(0, k), bT.Columns(0, k), sum)
				}
			}
		}
	})
}

func addOuter(sum Matrix, x, y []float64) {
	for i, v := range x {
		for j, w := range y {
			sum.Data[i*sum.Stride+j] += v * w
		}
	}
}

func checkSmall(t *testing.T, g *rand.Rand, ta, tb bool, a, b, sum Matrix) {
	t.Helper()
	c, intact := guarded(g, sum.Rows, sum.Cols)
	want, add := sum.Clone(), g.IntN(2) == 0
	for i := range c.Rows {
		for j := range c.Cols {
			if add {
				want.Data[i*want.Stride+j] += c.At(i, j)
			} else {
				c.Set(i, j, math.NaN())
			}
		}
	}
	gemm(ta, tb, 1, a, b, c, add)
	wantNear(t, fmt.Sprint("product ", ta, tb, add), c, want, 1e-12)
	if !intact() {
		t.Fatal("product writes outside")
	}
}

func TestProductOfLargeSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(3, 4))
		for range 16 {
			m, n, k := 1+g.IntN(300), 1+g.IntN(300), 1+g.IntN(600)
			checkProduct(t, g, g.IntN(2) == 0, false, m, n, k)
			checkProduct(t, g, false, true, m, n, k)
		}
		for _, s := range [][3]int{{1, 7, 5000}, {9, 50, 9001}, {3, 4000, 100}, {4000, 3, 100}, {2, 5000, 513}, {1500, 1, 700}, {20, 3100, 40}} {
			checkProduct(t, g, true, false, s[0], s[1], s[2])
			checkProduct(t, g, false, true, s[0], s[1], s[2])
			checkProduct(t, g, false, false, s[0], s[1], s[2])
		}
	})
}

func TestProductOfWrongSizesPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"inner":  func() { Mul(New(2, 2), New(2, 3), New(2, 2)) },
		"result": func() { Mul(New(3, 2), New(2, 3), New(3, 2)) },
		"gram":   func() { AddGram(New(3, 3), New(2, 2)) },
		"short":  func() { Mul(New(2, 2), Matrix{2, 2, 2, make([]float64, 3)}, New(2, 2)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestThreadsDoNotChangeProducts(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		for _, s := range [][3]int{{300, 200, 400}, {10, 50, 9000}, {5, 2000, 300}, {3000, 2, 90}} {
			a, b := random(s[2], s[0], 1), random(s[2], s[1], 2)
			wantSameBits(t, fmt.Sprint("product ", s), func() Matrix {
				c := New(s[0], s[1])
				TMul(c, a, b)
				return c
			})
		}
		for _, s := range [][2]int{{5000, 60}, {1000, 200}, {90, 700}} {
			a := random(s[0], s[1], 1)
			wantSameBits(t, fmt.Sprint("gram ", s), func() Matrix {
				c := New(s[1], s[1])
				AddGram(c, a)
				return c
			})
		}
	})
}

func checkGram(t *testing.T, g *rand.Rand, n, k int) {
	t.Helper()
	a, aIntact := guarded(g, k, n)
	c, cIntact := guarded(g, n, n)
	alpha := []float64{1, -1}[g.IntN(2)]
	before := c.Clone()
	want := naive(true, false, alpha, a, a, c, true)
	for i := range n {
		copy(want.Row(i)[:i], before.Row(i)[:i])
	}
	addGram(c, alpha, a)
	what := fmt.Sprintf("gram of %d by %d", k, n)
	wantNear(t, what, c, want, 1e-14*float64(k+1))
	if !aIntact() || !cIntact() {
		t.Fatalf("%s writes outside", what)
	}
}

func TestGram(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(5, 6))
		for n := range 41 {
			for k := range 41 {
				checkGram(t, g, n, k)
			}
		}
		for range 20 {
			checkGram(t, g, 1+g.IntN(300), 1+g.IntN(1500))
		}
		checkGram(t, g, 450, 100)
		checkGram(t, g, 61, 5003)
	})
}

func TestProductsDoNotAllocate(t *testing.T) {
	if raced {
		t.Skip("the race detector empties pools")
	}
	a, c := random(60, 60, 1), New(60, 60)
	Mul(c, a, a)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which empties pools
	if n := testing.AllocsPerRun(20, func() { Mul(c, a, a); AddGram(c, a) }); n > 0 {
		t.Errorf("%v allocations in a product of order 60", n)
	}
}

func TestSymmetrize(t *testing.T) {
	g := rand.New(rand.NewPCG(25, 26))
	for _, n := range []int{0, 1, 2, 31, 32, 33, 70} {
		a, intact := guarded(g, n, n)
		want := a.Clone()
		for i := range n {
			for j := range i {
				want.Set(i, j, a.At(j, i))
			}
		}
		Symmetrize(a)
		wantNear(t, "Symmetrize", a, want, 0)
		if !intact() {
			t.Fatal("written outside")
		}
	}
}

// Of a transposed matrix both products are the same numbers.
func TestAddGramT(t *testing.T) {
	for _, s := range [][2]int{{1, 1}, {3, 700}, {50, 20}, {130, 600}} {
		a := random(s[0], s[1], 41)
		c, want := New(s[0], s[0]), New(s[0], s[0])
		AddGramT(c, a)
		AddGram(want, a.Transposed())
		AddScaled(c, -1, want)
		if off := Norm(c); off > 1e-13*Norm(want) {
			t.Errorf("%d x %d: off by %g of %g", s[0], s[1], off, Norm(want))
		}
	}
}

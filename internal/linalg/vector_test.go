package linalg

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// line is a guarded slice.
func line(g *rand.Rand, n int) ([]float64, func() bool) {
	a, intact := guarded(g, 1, n)
	return a.Row(0), intact
}

func TestVectorsOfAllSmallSizes(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(7, 8))
		for n := range 200 {
			x, xIntact := line(g, n)
			y, yIntact := line(g, n)
			dst, dstIntact := line(g, n)
			near := func(what string, want func(i int, old float64) float64, f func()) {
				t.Helper()
				old := append([]float64(nil), dst...)
				f()
				for i, v := range dst {
					if w := want(i, old[i]); !(math.Abs(v-w) <= 1e-15*(10+math.Abs(w))) {
						t.Fatalf("%s: element %d of %d is %g, want %g", what, i, n, v, w)
					}
				}
			}
			var sum float64
			for i := range x {
				sum += x[i] * y[i]
			}
			if got := Dot(x, y); !(math.Abs(got-sum) <= 1e-14*float64(n+1)) {
				t.Fatalf("dot of %d is %g, want %g", n, got, sum)
			}
			near("Axpy", func(i int, old float64) float64 { return old - .3*x[i] }, func() { Axpy(-.3, x, dst) })
			near("AddProducts", func(i int, old float64) float64 { return old + x[i]*y[i] }, func() { AddProducts(dst, x, y) })
			near("Products", func(i int, _ float64) float64 { return x[i] * y[i] }, func() { Products(dst, x, y) })
			near("Products in place", func(i int, old float64) float64 { return old * y[i] }, func() { Products(dst, dst, y) })
			near("Epanechnikov", func(i int, _ float64) float64 { return max(0, 1-.7*x[i]) }, func() { Epanechnikov(dst, x, .7) })
			near("Gaussian", func(i int, _ float64) float64 { return math.Exp(-.7 * x[i]) }, func() { Gaussian(dst, x, .7) })
			near("Exp", func(i int, _ float64) float64 { return math.Exp(x[i]) }, func() { Exp(dst, x) })
			if !xIntact() || !yIntact() || !dstIntact() {
				t.Fatalf("vectors of %d: written outside", n)
			}
		}
	})
}

func TestSquares(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(9, 10))
		for n := range 80 {
			for m := range 12 {
				v, vIntact := guarded(g, m, n)
				z, zIntact := line(g, m)
				dst, dstIntact := line(g, n)
				if n > 0 { // a column equal to z
					for k := range m {
						v.Set(k, n/2, z[k])
					}
				}
				Squares(dst, z, v)
				for l, got := range dst {
					var want float64
					for k := range m {
						want += (z[k] - v.At(k, l)) * (z[k] - v.At(k, l))
					}
					if !(math.Abs(got-want) <= 1e-14*want) || got < 0 || l == n/2 && got != 0 {
						t.Fatalf("distance %d of %d in %d dimensions is %g, want %g", l, n, m, got, want)
					}
				}
				if !vIntact() || !zIntact() || !dstIntact() {
					t.Fatalf("%d distances in %d dimensions: written outside", n, m)
				}
			}
		}
	})
}

func TestExpAtTheEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	cases := [][2]float64{
		{0, 1}, {math.Copysign(0, -1), 1}, {inf, inf}, {-inf, 0}, {nan, nan}, {1, math.E},
		{math.MaxFloat64, inf}, {-math.MaxFloat64, 0}, {5e-324, 1}, {-5e-324, 1}, {1e-300, 1},
		{709.782712893384, 1.797693134862273e308}, {709.7827128933841, inf}, {710, inf}, {1e6, inf},
		{-708.3964185322641, 2.2250738585072626e-308}, // the smallest normal result
		{-745.133219101941, 5e-324}, {-745.1332191019413, 0}, {-745.2, 0}, {-746, 0}, {-1e6, 0},
	}
	onLevels(t, func(t *testing.T) {
		for _, c := range cases {
			for n := 1; n <= 33; n += 4 { // in the masked, the single and the unrolled part
				src, dst := make([]float64, n), make([]float64, n)
				src[n-1] = c[0]
				Exp(dst, src)
				got := dst[n-1]
				if math.IsNaN(c[1]) != math.IsNaN(got) || !math.IsNaN(got) && got != c[1] && !(math.Abs(got/c[1]-1) < 1e-15) {
					t.Errorf("exp(%v) = %v, want %v", c[0], got, c[1])
				}
				for _, v := range dst[:n-1] {
					if v != 1 {
						t.Errorf("exp(0) = %v beside exp(%v)", v, c[0])
					}
				}
			}
		}
		one := []float64{nan, inf, -inf}
		Epanechnikov(one, one, 1)
		if !math.IsNaN(one[0]) || one[1] != 0 || one[2] != inf {
			t.Errorf("Epanechnikov of NaN, ∞ and -∞ is %v", one)
		}
	})
}

// Sums of products of tiny numbers are slow, so Gaussians that small are 0; what is not a
// number stays so.
func TestGaussianVanishes(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		for n := 1; n < 20; n++ {
			src, dst := make([]float64, n), make([]float64, n)
			for i := range src {
				src[i] = []float64{344, 346, 700, 1e9, math.Inf(1), math.NaN(), 0}[(i+n)%7]
			}
			Gaussian(dst, src, 1)
			for i, x := range src {
				want := math.Exp(-x)
				if x > 345 {
					want = 0
				}
				if dst[i] != want && math.Abs(dst[i]-want) > 1e-15*want && !(math.IsNaN(x) && math.IsNaN(dst[i])) {
					t.Fatalf("exp(-%v) is %v, want %v", x, dst[i], want)
				}
			}
		}
	})
}

// exactExp returns e^x by its series, with 120 bits.
func exactExp(x float64) *big.Float {
	const bits, halvings = 160, 16
	r := new(big.Float).SetPrec(bits).SetFloat64(x)
	r.SetMantExp(r, -halvings)
	sum, term := big.NewFloat(1).SetPrec(bits), big.NewFloat(1).SetPrec(bits)
	for k := 1; k < 25; k++ {
		term.Mul(term, r)
		term.Quo(term, big.NewFloat(float64(k)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

func TestExpIsAccurate(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		g := rand.New(rand.NewPCG(11, 12))
		src := make([]float64, 20000)
		for i := range src {
			switch i % 3 {
			case 0:
				src[i] = -20 * g.Float64()
			case 1:
				src[i] = -708 + 1417*g.Float64()
			default:
				src[i] = g.NormFloat64() * math.Exp(-5*g.Float64())
			}
		}
		dst := make([]float64, len(src))
		Exp(dst, src)
		var worst float64
		for i, x := range src {
			want := exactExp(x)
			delta := new(big.Float).SetPrec(160).SetFloat64(dst[i])
			delta.Quo(delta.Sub(delta, want), want)
			e, _ := delta.Float64()
			worst = max(worst, math.Abs(e))
		}
		if worst > 1e-15 {
			t.Errorf("relative error %g", worst)
		}
		t.Log("largest relative error", worst)
	})
}

func TestExpOfDenormals(t *testing.T) {
	onLevels(t, func(t *testing.T) {
		for x := -745.3; x < -708; x += .0137 {
			got, want := []float64{x}, math.Exp(x)
			Exp(got, got)
			if math.Abs(got[0]-want) > 1.5*math.SmallestNonzeroFloat64+1e-15*want {
				t.Fatalf("exp(%v) = %v, want %v", x, got[0], want)
			}
		}
	})
}

func BenchmarkVector(b *testing.B) {
	const n = 4096
	x, y, dst := random(1, n, 1).Data, random(1, n, 2).Data, make([]float64, n)
	for name, f := range map[string]func(){
		"Dot": func() { Dot(x, y) }, "Axpy": func() { Axpy(1e-9, x, dst) }, "AddProducts": func() { AddProducts(dst, x, y) },
		"Exp": func() { Exp(dst, x) }, "Epanechnikov": func() { Epanechnikov(dst, x, .1) },
		"Squares2": func() { Squares(dst[:500], x[:2], Of(2, 500, y)) },
	} {
		onEach(b, name, func(b *testing.B) {
			best(b, n, f)
		})
	}
}

package simulations

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Arithmetic in 128 bits is that of whole numbers modulo 2¹²⁸.
func TestWord128(t *testing.T) {
	number := func(w word128) *big.Int {
		v := new(big.Int).Lsh(new(big.Int).SetUint64(w.high), 64)
		return v.Or(v, new(big.Int).SetUint64(w.low))
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) word128 {
			return word128{rapid.Uint64().Draw(t, name), rapid.Uint64().Draw(t, name)}
		}
		a, b := draw("a"), draw("b")
		sum, product := new(big.Int).Add(number(a), number(b)), new(big.Int).Mul(number(a), number(b))
		if got := number(a.plus(b)); got.Cmp(sum.Mod(sum, modulus)) != 0 {
			t.Errorf("%v + %v is %v", a, b, got)
		}
		if got := number(a.times(b)); got.Cmp(product.Mod(product, modulus)) != 0 {
			t.Errorf("%v * %v is %v", a, b, got)
		}
	})
}

// All layers have the area of the base with its tail, and the topmost ends at the top.
func TestZigguratsHaveLayersOfEqualArea(t *testing.T) {
	for name, z := range map[string]struct {
		*ziggurat
		positions float64
		density   func(float64) float64
	}{
		"normal":      {normalZiggurat, 1 << 52, func(x float64) float64 { return math.Exp(-x * x / 2) }},
		"exponential": {exponentialZiggurat, 1 << 53, func(x float64) float64 { return math.Exp(-x) }},
	} {
		end := func(i int) float64 { return z.scale[i] * z.positions }
		area := end(0) * z.f[layers-1]
		for i := 1; i < layers; i++ {
			if got := end(i) * (z.f[i-1] - z.f[i]); math.Abs(got-area) > 1e-12*area {
				t.Errorf("%s: layer %d has area %g, the base %g", name, i, got, area)
			}
			if got := z.f[i]; math.Abs(got-z.density(end(i))) > 1e-14 {
				t.Errorf("%s: the density at the end of layer %d is %g", name, i, got)
			}
		}
		for i := 2; i < layers; i++ {
			if got, want := float64(z.sure[i])*z.scale[i], end(i-1); math.Abs(got-want) > 1e-14*want {
				t.Errorf("%s: layer %d is sure up to %g, but the one above ends at %g", name, i, got, want)
			}
		}
	}
}

func TestPermutationHasAllNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		order := newGenerator(rapid.Uint64().Draw(t, "seed")).permutation(n)
		slices.Sort(order)
		for i, v := range order {
			if i != v {
				t.Fatalf("%d is not there", i)
			}
		}
		if len(order) != n {
			t.Fatalf("%d numbers of %d", len(order), n)
		}
	})
}

// Moments of 200,000 numbers, within five standard errors.
func TestMomentsOfDistributions(t *testing.T) {
	const n = 200_000
	g := newGenerator(1)
	for name, c := range map[string]struct {
		draw           func() float64
		mean, variance float64
		fourth         float64 // central moment
	}{
		"uniform":     {g.uniform, .5, 1. / 12, 1. / 80},
		"normal":      {g.normal, 0, 1, 3},
		"exponential": {g.exponential, 1, 1, 9},
		"gamma 2":     {func() float64 { return g.gamma(2) }, 2, 2, 24},
		"laplace":     {func() float64 { return g.laplace(1) }, 0, 2, 24},
	} {
		var mean, variance float64
		for _, v := range each(n, c.draw) {
			mean += v / n
			variance += square(v-c.mean) / n
		}
		if math.Abs(mean-c.mean) > 5*math.Sqrt(c.variance/n) {
			t.Errorf("%s: the mean is %g, want %g", name, mean, c.mean)
		}
		if math.Abs(variance-c.variance) > 5*math.Sqrt((c.fourth-square(c.variance))/n) {
			t.Errorf("%s: the variance is %g, want %g", name, variance, c.variance)
		}
	}
}

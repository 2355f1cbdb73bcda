package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

var kinds = []Kind{Gaussian, Epanechnikov}

// at is the kernel by its definition.
func at(k Kind, squared, width float64) float64 {
	if k == Gaussian {
		return math.Exp(-squared / (2 * width * width))
	}
	return max(0, 1-squared/(2*width*width))
}

func normal(rows, cols int, rng *rand.Rand) linalg.Matrix {
	a := linalg.New(rows, cols)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	return a
}

func ExampleKind_Matrix() {
	squared := linalg.FromSlices([][]float64{{0, 1, 4}})
	K := linalg.New(1, 3)
	for _, kind := range []Kind{Gaussian, Epanechnikov} {
		kind.Matrix(K, squared, 1)
		fmt.Printf("%v %.4f\n", kind, K.Data)
	}
	// Output:
	// gaussian [1.0000 0.6065 0.1353]
	// epanechnikov [1.0000 0.5000 0.0000]
}

// The exponent e = r²/(2 s²) is right to e ε, which exp makes a share of its value and
// Epanechnikov a share of 1. In place and into other memory give the same.
func TestMatrixMatchesTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, b := rapid.IntRange(1, 150).Draw(t, "n"), rapid.IntRange(1, 20).Draw(t, "b")
		width := math.Exp(rapid.Float64Range(-3, 3).Draw(t, "log width"))
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		squared := linalg.New(n, b)
		for i := range squared.Data {
			squared.Data[i] = width * width * 4 * rng.ExpFloat64() * float64(rng.IntN(10))
		}
		for _, k := range kinds {
			got, inPlace := linalg.New(n, b), squared.Clone()
			k.Matrix(got, squared, width)
			k.Matrix(inPlace, inPlace, width)
			for i, v := range got.Data {
				r2 := squared.Data[i]
				want, size := at(k, r2, width), 1.
				if k == Gaussian {
					size = want
				}
				if math.Abs(v-want) > 1e-15*(1+r2/(2*width*width))*size {
					t.Fatalf("%v of r² = %v, width %v: %v, want %v", k, r2, width, v, want)
				}
				if v < 0 || v > 1 || r2 == 0 && v != 1 || inPlace.Data[i] != v {
					t.Fatalf("%v of r² = %v, width %v: %v, in place %v", k, r2, width, v, inPlace.Data[i])
				}
			}
		}
	})
}

// Slope gives k with dK/d(r²) = -k/(2 s²). The distances keep clear of Epanechnikov's
// kink at r² = 2 s². Central differences over ±h are right to h² and ε/h.
func TestSlopeIsTheDerivative(t *testing.T) {
	const h, width = 1e-5, .8
	for _, k := range kinds {
		for _, r2 := range []float64{h, .1, .5, 1, 1.2, 1.4, 3, 20} {
			values := []float64{at(k, r2, width)}
			k.Slope(values)
			got := -values[0] / (2 * width * width)
			want := (at(k, r2+h, width) - at(k, r2-h, width)) / (2 * h)
			if math.Abs(got-want) > 5e-11 {
				t.Errorf("%v: dK/dr² at %v is %v, want %v", k, r2, got, want)
			}
		}
	}
}

func TestString(t *testing.T) {
	if Gaussian.String() != "gaussian" || Epanechnikov.String() != "epanechnikov" {
		t.Errorf("the kernels are called %v and %v", Gaussian, Epanechnikov)
	}
}

// Sums of m squares are right to m ε of themselves, however close z and v are; equal
// rows have distance 0 exactly. Several pieces of 64 rows make up the larger n.
func TestSquaredDistancesMatchTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, b, m := rapid.IntRange(1, 150).Draw(t, "n"), rapid.IntRange(1, 20).Draw(t, "b"), rapid.IntRange(1, 6).Draw(t, "m")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		z, v := normal(n, m, rng), normal(b, m, rng)
		for i := range z.Data {
			z.Data[i] += 1e6
		}
		for l := range b {
			copy(v.Row(l), z.Row(rng.IntN(n)))
			if rng.IntN(2) == 0 {
				v.Row(l)[rng.IntN(m)] += 1e-3
			}
		}
		got := linalg.New(n, b)
		SquaredDistances(got, z, v)
		for i := range n {
			for l := range b {
				var want float64
				for j := range m {
					want += (z.At(i, j) - v.At(l, j)) * (z.At(i, j) - v.At(l, j))
				}
				if math.Abs(got.At(i, l)-want) > 2.3e-16*float64(m)*want { // so 0 exactly for 0
					t.Fatalf("|z_%d - v_%d|² = %v, want %v", i, l, got.At(i, l), want)
				}
			}
		}
	})
}

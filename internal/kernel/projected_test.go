package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// applied is W x for one row x.
func applied(w linalg.Matrix, x []float64) []float64 {
	z := make([]float64, w.Rows)
	for k := range z {
		for j, v := range x {
			z[k] += w.At(k, j) * v
		}
	}
	return z
}

func squaredDistance(a, b []float64) (sum float64) {
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}

// Blocks shorter than the largest use the same memory, so the second must not depend on
// the first. Sums of up to 8 terms of size 10 are right to 1e-14.
func TestDistancesAreThoseOfTheProjections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, b, size := rapid.IntRange(1, 8).Draw(t, "d"), rapid.IntRange(1, 10).Draw(t, "b"), rapid.IntRange(1, 90).Draw(t, "size")
		m := rapid.IntRange(1, min(d, 3)).Draw(t, "m")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		w, u := normal(m, d, rng), normal(b, d, rng)
		p, memory := Project(w, u), linalg.New(size, m)
		for _, n := range []int{size, rapid.IntRange(1, size).Draw(t, "n")} {
			x := normal(n, d, rng)
			squared, k := linalg.New(n, b), linalg.New(n, b)
			z := p.Distances(squared, memory, x)
			if z.Rows != n || squared.Rows != n {
				t.Fatalf("%d rows give %d of z and %d distances", n, z.Rows, squared.Rows)
			}
			for i := range n {
				want := applied(w, x.Row(i))
				if math.Sqrt(squaredDistance(z.Row(i), want)) > 1e-14 {
					t.Fatalf("z_%d = %v, want %v", i, z.Row(i), want)
				}
				for l := range b {
					if want := squaredDistance(want, applied(w, u.Row(l))); math.Abs(squared.At(i, l)-want) > 1e-14*(1+want) {
						t.Fatalf("squared distance (%d, %d) is %v, want %v", i, l, squared.At(i, l), want)
					}
				}
			}
			for _, kind := range kinds {
				p.Kernel(k, memory, x, kind, .8)
				kind.Matrix(squared, squared, .8)
				if !slices.Equal(k.Data, squared.Data) {
					t.Fatalf("%v in one step is %v, in two %v", kind, k.Data, squared.Data)
				}
				p.Distances(squared, memory, x)
			}
		}
	})
}

func TestProjectWithoutRowsIsTheIdentity(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	x, u := normal(5, 3, rng), normal(4, 3, rng)
	squared := linalg.New(5, 4)
	z := Project(linalg.New(0, 3), u).Distances(squared, linalg.Matrix{}, x)
	for i := range x.Rows {
		if squaredDistance(z.Row(i), x.Row(i)) != 0 {
			t.Errorf("z_%d = %v, but x_%d = %v", i, z.Row(i), i, x.Row(i))
		}
		for l := range u.Rows {
			if want := squaredDistance(x.Row(i), u.Row(l)); math.Abs(squared.At(i, l)-want) > 1e-15*want {
				t.Errorf("squared distance (%d, %d) is %v, want %v", i, l, squared.At(i, l), want)
			}
		}
	}
}

// weighed is S = Σ_il c_il K(z_i, v_l) + Σ_{l<k} e_lk K(v_l, v_k), as plain as can be.
type weighed struct {
	kind    Kind
	width   float64
	x, u    linalg.Matrix
	c, e    linalg.Matrix // n x b, and b x b symmetric
	centres bool
}

func (s weighed) at(w linalg.Matrix) (sum float64) {
	for l := range s.u.Rows {
		v := applied(w, s.u.Row(l))
		for i := range s.x.Rows {
			sum += s.c.At(i, l) * at(s.kind, squaredDistance(applied(w, s.x.Row(i)), v), s.width)
		}
		for k := range l {
			if s.centres {
				sum += s.e.At(l, k) * at(s.kind, squaredDistance(applied(w, s.u.Row(k)), v), s.width)
			}
		}
	}
	return sum
}

// awayFromKinks drops the terms that Epanechnikov's kink makes not differentiable near w.
func (s weighed) awayFromKinks(w linalg.Matrix) {
	near := func(a, b []float64) bool {
		return math.Abs(squaredDistance(applied(w, a), applied(w, b))/(2*s.width*s.width)-1) < .1
	}
	for l := range s.u.Rows {
		for i := range s.x.Rows {
			if near(s.x.Row(i), s.u.Row(l)) {
				s.c.Set(i, l, 0)
			}
		}
		for k := range s.u.Rows {
			if near(s.u.Row(k), s.u.Row(l)) {
				s.e.Set(l, k, 0)
			}
		}
	}
}

// gradient is dS/dW by Derivative, over blocks of up to size rows, every other of them
// summed apart.
func (s weighed) gradient(w linalg.Matrix, size int) linalg.Matrix {
	dst := normal(w.Rows, w.Cols, rand.New(rand.NewPCG(0, 0))) // Derivative must not build on it
	p := Project(w, s.u)
	g, other := NewDerivative(p.V, s.u.Cols, size), NewDerivative(p.V, s.u.Cols, size)
	weigh := func(k, c linalg.Matrix) linalg.Matrix {
		for i := range k.Rows {
			s.kind.Slope(k.Row(i))
			for l, v := range c.Row(i) {
				k.Row(i)[l] *= v
			}
		}
		return k
	}
	for from := 0; from < s.x.Rows; from += size {
		x := s.x.Slice(from, min(from+size, s.x.Rows))
		k := linalg.New(x.Rows, s.u.Rows)
		z := p.Kernel(k, linalg.New(size, w.Rows), x, s.kind, s.width)
		g.Add(x, z, weigh(k, s.c.Slice(from, from+x.Rows)))
		g, other = other, g
	}
	sum, za := g.Sums()
	more, moreZA := other.Sums()
	linalg.Add(sum, more)
	linalg.Add(za, moreZA)
	if s.centres {
		k := linalg.New(s.u.Rows, s.u.Rows)
		SquaredDistances(k, p.V, p.V)
		s.kind.Matrix(k, k, s.width)
		g.AddCentres(weigh(k, s.e))
	}
	g.Finish(dst, s.u, s.width)
	return dst
}

// The derivative is that of any smooth function of K. Differences over ±h and ±2h
// are right to h⁴ and ε/h times the size of S, which is up to 100 here.
func TestDerivativeMatchesDifferences(t *testing.T) {
	const h = 3e-4
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 3).Draw(t, "m")
		d, n, b := rapid.IntRange(m, 5).Draw(t, "d"), rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "b")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		s := weighed{
			kind: rapid.SampledFrom(kinds).Draw(t, "kind"), width: rapid.Float64Range(1, 3).Draw(t, "width"),
			x: normal(n, d, rng), u: normal(b, d, rng), c: normal(n, b, rng), e: normal(b, b, rng),
			centres: rapid.Bool().Draw(t, "centres"),
		}
		linalg.Symmetrize(s.e)
		w := normal(m, d, rng)
		for i := range w.Data {
			w.Data[i] /= 2
		}
		if s.kind == Epanechnikov {
			s.awayFromKinks(w)
		}
		got := s.gradient(w, rapid.IntRange(1, n).Draw(t, "size"))
		for i, at := range w.Data {
			value := func(step float64) float64 {
				w.Data[i] = at + step
				defer func() { w.Data[i] = at }()
				return s.at(w)
			}
			want := (8*(value(h)-value(-h)) - (value(2*h) - value(-2*h))) / (12 * h)
			if math.Abs(got.Data[i]-want) > 1e-9 {
				t.Fatalf("%v: dS/dw_%d = %v, want %v", s.kind, i, got.Data[i], want)
			}
		}
	})
}

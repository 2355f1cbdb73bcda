package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// sine draws n points about sin(3x), noisier on the right.
func sine(n int, seed uint64) (x, y []float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	for range n {
		v := r.NormFloat64()
		x, y = append(x, v), append(y, math.Sin(3*v)+(.2+.1*(v+3))*r.NormFloat64())
	}
	return x, y
}

// A line is found exactly, wherever its points are, and the band is about as narrow as rounding.
func TestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfNDistinct(rapid.Float64Range(-10, 10), 5, 60, func(v float64) float64 { return math.Round(v * 1e3) }).Draw(t, "x")
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = 3 - 2*v
		}
		c, err := Smooth(x, y, -10, 10)
		if err != nil {
			t.Fatal(err)
		}
		for k, at := range c.X {
			if math.Abs(c.Mean[k]-(3-2*at)) > 1e-6 || c.High[k]-c.Low[k] > .01 {
				t.Fatalf("at %g: %g from %g to %g", at, c.Mean[k], c.Low[k], c.High[k])
			}
		}
		if c.R2 < 1-1e-6 {
			t.Fatalf("R2 %g", c.R2)
		}
	})
}

// The weights at a place are those of weighted least squares: a naive line gives the same.
func TestNaiveLine(t *testing.T) {
	x, y := sine(80, 1)
	s, err := newSmoother(x, inside(x, -9, 9), 1, func(i int, add func(int, float64)) { add(0, y[i]) })
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []float64{-1.3, 0, .7} {
		const share = .4
		h := s.reach(at, share)
		var sw, sx, sy, sxx, sxy float64
		for i, v := range x {
			w := tricube((v - at) / h)
			sw, sx, sy, sxx, sxy = sw+w, sx+w*v, sy+w*y[i], sxx+w*v*v, sxy+w*v*y[i]
		}
		slope := (sw*sxy - sx*sy) / (sw*sxx - sx*sx)
		want := (sy-slope*sx)/sw + slope*at
		var got float64
		s.weigh(at, share, func(node int, weight float64) { got += weight * s.sums[node] })
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("at %g: %g, want %g", at, got, want)
		}
	}
}

// Of the places inside the middle 90% of x, the band holds the true mean at 90 to 98 of 100:
// it is 95% at each place, less where the curve is bent.
func TestCoverage(t *testing.T) {
	var held, all float64
	for seed := range uint64(20) {
		x, y := sine(300, seed)
		c, err := Smooth(x, y, -3, 3)
		if err != nil {
			t.Fatal(err)
		}
		for k, at := range c.X {
			if math.Abs(at) > 1.64 {
				continue
			}
			if truth := math.Sin(3 * at); truth >= c.Low[k] && truth <= c.High[k] {
				held++
			}
			all++
		}
	}
	if share := held / all; share < .90 || share > .98 {
		t.Errorf("the band holds the mean at %.3f of the places", share)
	} else {
		t.Logf("the band holds the mean at %.3f of the places", share)
	}
}

// Many rows in groups give nearly the curve of the rows themselves, noise tells nothing, and
// a curve tells much.
func TestManyRowsAndNoise(t *testing.T) {
	x, y := sine(100_000, 3)
	c, err := Smooth(x, y, -2.5, 2.5)
	if err != nil {
		t.Fatal(err)
	}
	for k, at := range c.X {
		if math.Abs(at) < 2.3 && math.Abs(c.Mean[k]-math.Sin(3*at)) > .08 {
			t.Errorf("at %g: %g, want %g", at, c.Mean[k], math.Sin(3*at))
		}
	}
	if c.R2 < .6 {
		t.Errorf("R2 %g of a curve", c.R2)
	}
	other, _ := sine(500, 4)
	x, _ = sine(500, 5)
	if c, err = Smooth(x, other, -9, 9); err != nil || c.R2 > .02 {
		t.Errorf("R2 %g of noise, %v", c.R2, err)
	}
}

// SmoothShares are shares.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(10, 200).Draw(t, "n")
		x := rapid.SliceOfNDistinct(rapid.Float64Range(-5, 5), n, n, rapid.ID[float64]).Draw(t, "x")
		class := rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "class")
		_, share, err := SmoothShares(x, class, 4, -5, 5)
		if err != nil {
			t.Skip(err)
		}
		for place := range share[0] {
			var total float64
			for k := range share {
				if v := share[k][place]; v < 0 || v > 1 || math.IsNaN(v) {
					t.Fatalf("share %g", v)
				}
				total += share[k][place]
			}
			if math.Abs(total-1) > 1e-9 {
				t.Fatalf("shares sum to %g", total)
			}
		}
	})
}

// There is no curve where there are no rows.
func TestGap(t *testing.T) {
	x, y := sine(200, 9)
	for i := range x {
		if x[i] = math.Abs(x[i]); i%2 == 0 {
			x[i] += 6
		}
	}
	c, err := Smooth(x, y, 0, 20)
	if err != nil {
		t.Fatal(err)
	}
	for k, at := range c.X {
		if inGap := at > 3.9 && at < 5.1; inGap && !math.IsNaN(c.Mean[k]) || at < 1.5 && math.IsNaN(c.Mean[k]) {
			t.Errorf("%g at %g", c.Mean[k], at)
		}
	}
}

func TestTooFew(t *testing.T) {
	for _, x := range [][]float64{{}, {1, 2}, {1, 1, 1, 1, 1, 1}} {
		if _, err := Smooth(x, x, 0, 9); err == nil {
			t.Errorf("a curve through %v", x)
		}
	}
	same := make([]float64, 10)
	c, err := Smooth([]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, same, 0, 9)
	if err != nil || c.R2 != 0 || c.Mean[50] != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

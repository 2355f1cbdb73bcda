package output

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func columns(t rapid.TB, width int, y []float64) Metric {
	m, err := Columns(width, y)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// One number keeps its unit: the distance is the definition, bit for bit.
func TestNumbersMatchTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 20).Draw(t, "y")
		want := func(i, c int) float64 { return (y[i] - y[c]) * (y[i] - y[c]) }
		wantPairs(t, Numbers(y), 0, want)
		wantPairs(t, columns(t, 1, y), 0, want)
	})
}

// Σ_j (y_ij - y_cj)² / s_j², s_j the standard deviation of column j with 1/n; a column
// that does not vary adds nothing.
func TestColumnsMatchTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.IntRange(2, 20).Draw(t, "n"), rapid.IntRange(2, 4).Draw(t, "width")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		y := make([]float64, n*width)
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		constant := rapid.IntRange(-1, width-1).Draw(t, "constant")
		variance := make([]float64, width)
		for j := range width {
			var mean float64
			for i := range n {
				if j == constant {
					y[i*width+j] = .1
				}
				mean += y[i*width+j] / float64(n)
			}
			for i := range n {
				variance[j] += (y[i*width+j] - mean) * (y[i*width+j] - mean) / float64(n)
			}
		}
		wantPairs(t, columns(t, width, y), 1e-14, func(i, c int) float64 { // 4 terms of a few roundings each
			var sum float64
			for j := range width {
				if j != constant {
					sum += (y[i*width+j] - y[c*width+j]) * (y[i*width+j] - y[c*width+j]) / variance[j]
				}
			}
			return sum
		})
	})
}

// Metres or kilometres, Celsius or Fahrenheit: the distances stay. A power of two
// changes nothing at all; other units and offsets change the rounding of y itself,
// 1e-16 of 1e6.
func TestColumnsIgnoreUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		y, binary, other := make([]float64, 2*9), make([]float64, 2*9), make([]float64, 2*9)
		scale, offset := math.Exp(rapid.Float64Range(-200, 200).Draw(t, "scale")), rapid.Float64Range(-1e6, 1e6).Draw(t, "offset")
		for i := range y {
			y[i] = rng.NormFloat64()
			binary[i], other[i] = y[i], y[i]
			if i%2 == 0 {
				binary[i], other[i] = 0x1p300*y[i], scale*(y[i]+offset)
			}
		}
		want := values(columns(t, 2, y), 0, 9, all(9))
		wantPairs(t, columns(t, 2, binary), 0, want.At)
		wantPairs(t, columns(t, 2, other), 1e-9, want.At)
	})
}

func TestColumnsLeaveTheirInputAlone(t *testing.T) {
	y := []float64{1, 200, 2, 100, 3, 300}
	_ = columns(t, 2, y)
	for i, want := range []float64{1, 200, 2, 100, 3, 300} {
		if y[i] != want {
			t.Fatalf("the caller's numbers became %v", y)
		}
	}
}

// Squared distances beyond floating-point numbers are infinite, or 0 as if the output
// were constant; so such outputs are refused, with the reason. In between all works.
func TestNumbersBeyondArithmetic(t *testing.T) {
	for _, size := range []float64{math.MaxFloat64, 1e200, 1e151, 1e-141, 1e-200, math.SmallestNonzeroFloat64} {
		for _, y := range []Output{
			Numbers([]float64{size, -size, 0}),
			columns(t, 2, []float64{1, size, 2, -size, 3, 0}),
			columns(t, 2, []float64{size, 1, -size, 2, 0, 3}),
		} {
			if err := y.Check(); err == nil || !strings.Contains(err.Error(), "beyond floating-point arithmetic; rescale") {
				t.Errorf("%s of size %g: error %v", y.Kind(), size, err)
			}
		}
	}
	for _, size := range []float64{1e149, 1e-139} {
		pair := columns(t, 2, []float64{1, size, 2, -size, 3, 0})
		for _, y := range []Output{Numbers([]float64{size, -size, 0}), pair} {
			if err := y.Check(); err != nil {
				t.Errorf("%s of size %g: %v", y.Kind(), size, err)
			}
		}
		wantPairs(t, pair, 1e-14, func(i, c int) float64 {
			a, b := []float64{1, 2, 3}, []float64{1, -1, 0}
			return 1.5 * ((a[i]-a[c])*(a[i]-a[c]) + (b[i]-b[c])*(b[i]-b[c])) // both have variance 2/3
		})
	}
	if err := Numbers([]float64{1e300, 1e300}).Check(); !errors.Is(err, ErrConstant) {
		t.Errorf("a huge constant: error %v", err)
	}
}

// An absurd value in one column neither hides what else the column says nor is an error.
func TestAnOutlierDoesNotHideItsColumn(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	y := make([]float64, 2*200)
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	spoilt := append([]float64(nil), y...)
	spoilt[2*7] = 1e300
	want, got := make([]float64, 1), make([]float64, 1)
	for i := range 7 {
		columns(t, 2, y).SquaredDistances(want, i, i+1, []int{100})
		columns(t, 2, spoilt).SquaredDistances(got, i, i+1, []int{100})
		if math.Abs(got[0]/want[0]-1) > .05 { // the standard deviation without one of 200
			t.Errorf("row %d is at a squared distance of %g instead of %g", i, got[0], want[0])
		}
	}
	if err := columns(t, 2, spoilt).Check(); err != nil {
		t.Error(err)
	}
}

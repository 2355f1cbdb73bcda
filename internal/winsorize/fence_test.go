package winsorize

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// honest draws a column as tables have them, light or heavy in its tails.
func honest(t *rapid.T) []float64 {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	y := make([]float64, rapid.IntRange(1, 300).Draw(t, "n"))
	draw := rapid.SampledFrom([]func() float64{
		random.NormFloat64,
		func() float64 { return math.Exp(2 * random.NormFloat64()) },
		func() float64 { return math.Round(random.NormFloat64()) },
		func() float64 { return math.Round(.6 * random.Float64()) },
		func() float64 { return max(0, random.NormFloat64()-1) },
		func() float64 { return 1e-17*random.NormFloat64() + max(0, random.NormFloat64()-1) }, // ties, but for rounding
	}).Draw(t, "column")
	scale, offset := math.Exp(rapid.Float64Range(-100, 100).Draw(t, "scale")), rapid.Float64Range(-10, 10).Draw(t, "offset")
	for i := range y {
		y[i] = scale * (draw() + offset)
	}
	return y
}

// Nothing is done to columns without outliers: the memory is the same.
func TestHonestColumnsStay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		y := honest(t)
		before := slices.Clone(y)
		if near := DrawIn(y, 1); &near[0] != &y[0] || !slices.Equal(y, before) {
			t.Fatalf("%v became %v", before, near)
		}
	})
}

// An outlier is drawn in to its side, and no other row is changed.
func TestAnOutlierIsDrawnIn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		y, largest := make([]float64, rapid.IntRange(30, 300).Draw(t, "n")), 0.
		for i := range y {
			y[i] = random.NormFloat64()
			largest = max(largest, math.Abs(y[i]))
		}
		at := rapid.IntRange(0, len(y)-1).Draw(t, "at")
		sign := float64(rapid.SampledFrom([]int{-1, 1}).Draw(t, "sign"))
		y[at] = sign * 1e30 * largest
		near := DrawIn(y, 1)
		for i, v := range near {
			if i != at && v != y[i] {
				t.Fatalf("row %d was %g and is %g", i, y[i], v)
			}
		}
		if v := sign * near[at]; v >= sign*y[at] || v < largest {
			t.Fatalf("the outlier %g became %g, the others reach %g", y[at], near[at], largest)
		}
	})
}

// The fence is that of the definition.
func TestTheFence(t *testing.T) {
	t.Parallel()
	column := make([]float64, 41) // 20 zeros, and 1 to 21
	for i := range 21 {
		column[20+i] = float64(i + 1)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(column), func(i, j int) { column[i], column[j] = column[j], column[i] })
	// The median is 1; the distances from it that are not 0 are 20 times 1, and 1 to 20.
	got := Around(column, 10)
	if want := (Fence{1 - 100, 1 + 100}); got != want || got.Reach() != 100 {
		t.Errorf("the fence is %v, want %v", got, want)
	}
	if !got.Holds(101) || got.Holds(102) || got.Nearest(-500) != -99 {
		t.Error("it does not hold what it should")
	}
	if few := Around([]float64{0, 1, 2, 1e15}, 10); !few.Holds(1e300) {
		t.Errorf("four numbers have the fence %v", few)
	}
}

package output

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSlicesByHand(t *testing.T) {
	pairs, err := Columns(2, []float64{1, 7, 1, 8, 2, 7, 2, 7, 1, 8})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		y     Sliced
		count int
		of    []int
		sizes []int
	}{
		"one for each value":             {Numbers([]float64{3, 1, 3, 2}).(Sliced), 3, []int{2, 0, 2, 1}, []int{1, 1, 2}},
		"the last takes two more":        {Numbers([]float64{1, 2, 3, 4, 5, 6, 7, 8}).(Sliced), 3, []int{0, 0, 1, 1, 2, 2, 2, 2}, []int{2, 2, 4}},
		"more slices than asked for":     {Numbers([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}).(Sliced), 4, []int{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}, []int{2, 2, 2, 2, 3}},
		"ties stay together":             {Numbers([]float64{1, 2, 2, 2, 3, 4, 5}).(Sliced), 3, []int{0, 0, 0, 0, 1, 1, 1}, []int{4, 3}},
		"classes in order":               {Classes([]int{7, -1, 7, 4}).(Sliced), 8, []int{2, 0, 2, 1}, []int{1, 1, 2}},
		"classes are not asked how many": {Classes([]int{3, 2, 1}).(Sliced), 2, []int{2, 1, 0}, []int{1, 1, 1}},
		"columns are nested":             {pairs.(Sliced), 4, []int{0, 1, 2, 2, 1}, []int{1, 2, 2}},
	} {
		got := c.y.Slices(c.count)
		if !slices.Equal(got.Of, c.of) || !slices.Equal(got.Sizes, c.sizes) {
			t.Errorf("%s: %v of sizes %v, want %v of %v", name, got.Of, got.Sizes, c.of, c.sizes)
		}
	}
}

// Every row has a slice, sizes count them, equal values share one, and a later slice
// holds larger values.
func TestSlicesAreOrderedAndNeverPartEqualValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := make([]float64, rapid.IntRange(1, 60).Draw(t, "n"))
		for i := range y {
			y[i] = float64(rapid.IntRange(0, 30).Draw(t, "y"))
		}
		count := rapid.IntRange(2, 12).Draw(t, "count")
		got := Numbers(y).(Sliced).Slices(count)
		sizes := make([]int, len(got.Sizes))
		for i, a := range got.Of {
			sizes[a]++
			for k, b := range got.Of {
				if y[i] == y[k] && a != b || y[i] < y[k] && a > b {
					t.Fatalf("%g is in slice %d, %g in slice %d", y[i], a, y[k], b)
				}
			}
		}
		if !slices.Equal(sizes, got.Sizes) || slices.Contains(sizes, 0) {
			t.Fatalf("sizes %v, counted %v", got.Sizes, sizes)
		}
		if distinct := len(slices.Compact(slices.Sorted(slices.Values(y)))); distinct <= count && len(sizes) != distinct {
			t.Fatalf("%d slices of %d values, %d asked for", len(sizes), distinct, count)
		}
	})
}

func TestRootUp(t *testing.T) {
	for count := 1; count < 300; count++ {
		for p := 1; p < 5; p++ {
			k := cutsOfEach(count, p)
			if math.Pow(float64(k), float64(p)) < float64(count) || k > 1 && math.Pow(float64(k-1), float64(p)) >= float64(count) {
				t.Fatalf("%d to the power %d is not just above %d", k, p, count)
			}
		}
	}
}

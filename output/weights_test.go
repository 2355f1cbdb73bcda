package output

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Slices by weights are those of rows that are there as often as they count.
func TestSlicesByWeightAreThoseOfRepeatedRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.IntRange(2, 60).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "width")
		data := make([]float64, n*width)
		for i := range data {
			data[i] = float64(rapid.IntRange(0, 40).Draw(t, "value"))
		}
		counts, mean := make([]int, n), 0.
		for i := range counts {
			counts[i] = rapid.IntRange(1, 4).Draw(t, "count")
			mean += float64(counts[i]) / float64(n)
		}
		counts[0] = 1 // otherwise they may have a larger unit
		weights := make([]float64, n)
		var repeated []int
		for i, c := range counts {
			weights[i] = float64(c) / mean
			repeated = append(repeated, slices.Repeat([]int{i}, c)...)
		}
		y, err := Columns(width, data)
		if err != nil {
			t.Fatal(err)
		}
		count := rapid.IntRange(2, 12).Draw(t, "slices")
		got, want := SlicesOf(y.(Sliced), count, weights), Some(y, repeated).(Sliced).Slices(count)
		for k, i := range repeated {
			if got.Of[i] != want.Of[k] {
				t.Fatalf("row %d is in slice %d, want %d", i, got.Of[i], want.Of[k])
			}
		}
		for j, size := range want.Sizes {
			if math.Abs(got.Weight(j)*mean-float64(size)) > 1e-9 {
				t.Fatalf("slice %d has weight %g, want %d", j, got.Weight(j)*mean, size)
			}
		}
	})
}

// Weights without a common unit make slices of about equal weight.
func TestSlicesByAnyWeights(t *testing.T) {
	const n = 1000
	values, weights := make([]float64, n), make([]float64, n)
	for i := range values {
		values[i] = float64(i)
		weights[i] = math.Exp(math.Sin(float64(i)))
	}
	s := SlicesOf(Numbers(values).(Sliced), 8, weights)
	var total float64
	for _, w := range weights {
		total += w
	}
	for j := range s.Sizes {
		if share := s.Weight(j) / total; j < 7 && math.Abs(share-1./8) > .01 {
			t.Errorf("slice %d has share %g", j, share)
		}
	}
	if len(s.Sizes) < 8 || len(s.Sizes) > 9 {
		t.Errorf("%d slices", len(s.Sizes))
	}
}

package metrics

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/output"
)

// Measures of rows in several places, merged, are those of all rows.
func TestTalliesMeasureAsAllRowsDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]output.Kind{output.KindNumber, output.KindNumbers, output.KindClass, output.KindLabels}).Draw(t, "kind")
		truth, predicted, spread := drawnPredictions(t, kind)
		n, k := truth.Rows, truth.Cols
		all := NewTally(kind, k, spread)
		for from := 0; from < n; {
			to := rapid.IntRange(from+1, n).Draw(t, "to")
			part := NewTally(kind, k, spread)
			part.Add(truth.Slice(from, to), predicted.Slice(from, to), nil)
			sent := NewTally(kind, k, spread)
			if rest, err := sent.Read(part.Append(nil)); err != nil || len(rest) > 0 {
				t.Fatalf("%v, and %d bytes more", err, len(rest))
			}
			if got, want := sent.Measures(), part.Measures(); !maps.Equal(got, want) {
				t.Fatalf("%v were sent, and %v came", want, got)
			}
			all.Merge(sent)
			from = to
		}
		got, want := all.Measures(), Of(kind, truth, predicted, spread, nil)
		wantSame(t, got, want)
	})
}

// A row of weight 3 counts as three equal ones, in every measure.
func TestWeightsCountAsRowsThatComeAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]output.Kind{output.KindNumber, output.KindNumbers, output.KindClass, output.KindLabels, output.KindTree}).Draw(t, "kind")
		truth, predicted, spread := drawnPredictions(t, kind)
		var weights []float64
		var again []int
		for i := range truth.Rows {
			times := rapid.IntRange(1, 4).Draw(t, "times")
			weights, again = append(weights, float64(times)), append(again, slices.Repeat([]int{i}, times)...)
		}
		wantSame(t, Of(kind, truth, predicted, spread, weights), Of(kind, truth.Pick(again), predicted.Pick(again), spread, nil))
	})
}

func wantSame(t *rapid.T, got, want map[string]float64) {
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for name, v := range want {
		if math.Abs(got[name]-v) > 1e-9*(1+math.Abs(v)) {
			t.Fatalf("%s is %v, want %v", name, got[name], v)
		}
	}
}

func drawnPredictions(t *rapid.T, kind output.Kind) (truth, predicted linalg.Matrix, spread []float64) {
	n, k := rapid.IntRange(2, 60).Draw(t, "n"), rapid.IntRange(2, 4).Draw(t, "k")
	if kind == output.KindNumber {
		k = 1
	}
	truth, predicted, spread = linalg.New(n, k), linalg.New(n, k), make([]float64, k)
	for j := range spread {
		spread[j] = 1 + float64(j)
	}
	for i := range n {
		class := rapid.IntRange(-1, k-1).Draw(t, "class")
		for j := range k {
			predicted.Set(i, j, rapid.SampledFrom([]float64{0, .5, 1, float64(rapid.Uint32().Draw(t, "part")) / (1 << 32)}).Draw(t, "p"))
			switch {
			case kind.Numeric() || kind == output.KindTree:
				truth.Set(i, j, rapid.Float64Range(-9, 9).Draw(t, "v"))
			case kind == output.KindLabels && rapid.Bool().Draw(t, "label"), kind == output.KindClass && j == class:
				truth.Set(i, j, 1)
			}
		}
	}
	return truth, predicted, spread
}

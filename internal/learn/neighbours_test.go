package learn

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// The neighbours are those of sorting all rows by their distance: for few and for many
// columns, with rows that are the same, and with squares that are no numbers.
func TestNearestMatchesBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(fromProducts-1, fromProducts+30)).Draw(t, "width")
		n, m := rapid.IntRange(2, 40).Draw(t, "rows"), rapid.IntRange(1, 40).Draw(t, "at")
		k, others := rapid.IntRange(1, 45).Draw(t, "k"), rapid.Bool().Draw(t, "others")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		numbers := func(n int) linalg.Matrix {
			a := linalg.New(n, width)
			for i := range a.Data {
				a.Data[i] = float64(random.IntN(3))
			}
			return a
		}
		z, at := numbers(n), numbers(m)
		if others {
			at = z
		} else if rapid.Bool().Draw(t, "huge") {
			linalg.Scale(0x1p600, z)
		}
		lists, err := Nearest(t.Context(), z, at, k, others)
		if err != nil || len(lists) != at.Rows {
			t.Fatal(len(lists), err)
		}
		for i, got := range lists {
			want := slices.DeleteFunc(sampling.All(n), func(l int) bool { return others && l == i })
			slices.SortStableFunc(want, func(a, b int) int {
				return cmp.Compare(squaredDistance(z.Row(a), at.Row(i)), squaredDistance(z.Row(b), at.Row(i)))
			})
			if want = want[:min(k, len(want))]; !slices.Equal(got, want) {
				t.Fatalf("row %d: %v, want %v", i, got, want)
			}
		}
	})
}

func squaredDistance(a, b []float64) (sum float64) {
	for j, v := range a {
		sum += (v - b[j]) * (v - b[j])
	}
	return sum
}

func TestNearestStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Nearest(ctx, normal(10, 2, 1), normal(10, 2, 2), 3, false); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// By hand: rows 0 and 2 with weights 1 and 3, then none.
func TestMeansByHand(t *testing.T) {
	y := linalg.Of(3, 1, []float64{4, 100, 8})
	got := Means([][]int{{0, 2, 1}, nil}, y, []float64{1, 9, 3}, 2)
	if got.At(0, 0) != 7 || got.At(1, 0) != 0 {
		t.Errorf("got %v, want 7 and 0", got.Data)
	}
}

// naiveNeighbours sorts all distances, and leaves each row out to choose k.
func naiveNeighbours(s sample) linalg.Matrix {
	predict := func(at []float64, k, without int) []float64 {
		order := slices.DeleteFunc(sampling.All(s.z.Rows), func(i int) bool { return i == without })
		away := func(i int) float64 { return math.Hypot(s.z.At(i, 0)-at[0], s.z.At(i, 1)-at[1]) }
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(away(i), away(j)) })
		mean := make([]float64, s.y.Cols)
		for _, i := range order[:k] {
			for c := range mean {
				mean[c] += s.y.At(i, c) / float64(k)
			}
		}
		return mean
	}
	best, least := 0, math.Inf(1)
	for _, k := range []int{1, 3, 5, 10, 20, 40} {
		predicted := linalg.New(s.z.Rows, s.y.Cols)
		for i := range s.z.Rows {
			copy(predicted.Row(i), predict(s.z.Row(i), k, i))
		}
		if loss := squaredError(s.y, predicted); loss <= least {
			best, least = k, loss
		}
	}
	out := linalg.New(s.test.Rows, s.y.Cols)
	for i := range out.Rows {
		copy(out.Row(i), predict(s.test.Row(i), best, -1))
	}
	return out
}

func TestNeighboursMatchTheDefinition(t *testing.T) {
	for _, classes := range []bool{false, true} {
		s := curve(120, classes)
		wantNear(t, Neighbours(s.z, s.test, s.y, squaredError), naiveNeighbours(s), 1e-12)
	}
}

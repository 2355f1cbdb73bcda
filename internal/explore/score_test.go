package explore

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Neighbours are those that sorting by distance gives.
func TestNearestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, axes := range []int{1, 2} {
		const n, train = 90, 60
		z := make([]float64, n*axes)
		for i := range z {
			z[i] = random.NormFloat64()
		}
		for i, near := range nearestRows(z, train, axes) {
			far := func(k int) (sum float64) {
				for c := range axes {
					d := z[k*axes+c] - z[(train+i)*axes+c]
					sum += d * d
				}
				return sum
			}
			all := make([]int, train)
			for k := range all {
				all[k] = k
			}
			slices.SortFunc(all, func(a, b int) int { return int(math.Copysign(1, far(a)-far(b))) })
			if !slices.Equal(near, all[:neighbours]) {
				t.Fatalf("row %d has neighbours %v, want %v", i, near, all[:neighbours])
			}
		}
	}
}

// A row without components is near to none, and in no other's way.
func TestNearestRowsWithoutComponents(t *testing.T) {
	z := []float64{math.NaN()}
	for i := range 20 {
		z = append(z, float64(i))
	}
	z = append(z, 0)
	near := nearestRows(z, len(z)-1, 1)[0]
	for k, row := range near {
		if row != k+1 {
			t.Fatalf("neighbours %v", near)
		}
	}
}

// Scores of a few rows, by hand: two rows predict two others, which have both as neighbours.
func TestScoresByHand(t *testing.T) {
	nearest := [][]int{{0, 1}, {0}}
	if got := scoreNumbers([]float64{1, 3, 2, 3}, 1, 2, nearest); got.Value != number(1-4./1) || got.Baseline != 0 || got.Rows != 2 {
		t.Errorf("numbers %+v", got) // predicted 2 and 1 for 2 and 3, where 2 would be the guess
	}
	if got := scoreClasses([]int{1, 1, 1, 0}, 2, 2, nearest); got.Value != .5 || got.Baseline != .5 {
		t.Errorf("classes %+v", got)
	}
	if got := scoreLabels([]float64{1, 0, 1, 1, 1, 1, 0, 0}, 2, 2, nearest); got.Value != .5 || got.Baseline != .5 {
		t.Errorf("labels %+v", got) // predicted 10 and 10 for 11 and 00, and so is the guess
	}
}

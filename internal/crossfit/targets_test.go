package crossfit

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/output"
)

// Waves know the order of numbers and nothing else, and are about orthonormal.
func TestWaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.SliceOfNDistinct(rapid.IntRange(-500, 500), 40, 80, rapid.ID[int]).Draw(t, "values")
		values, curved := make([]float64, len(drawn)), make([]float64, len(drawn))
		for i, v := range drawn {
			values[i], curved[i] = float64(v)/100, math.Exp(float64(v)/100)
		}
		of := func(values []float64) Targets {
			a, err := NewTargets(context.Background(), output.Numbers(values), nil)
			if err != nil {
				t.Fatal(err)
			}
			return a.withWaves()
		}
		a, b := of(values), of(curved)
		gram := linalg.New(a.Cols-1, a.Cols-1)
		for i := range a.Rows {
			row := a.Row(i)[a.steady():]
			if !slices.Equal(row, b.Row(i)[b.steady():]) {
				t.Fatalf("row %d: %v, but %v", i, row, b.Row(i))
			}
			for j, v := range row {
				linalg.Axpy(v/float64(a.Rows), row, gram.Row(j))
			}
		}
		for i := range gram.Rows {
			for j, v := range gram.Row(i) {
				want := 0.
				if i == j {
					want = 1
				}
				if math.Abs(v-want) > 1e-9 {
					t.Fatalf("waves %d and %d have product %v", i+1, j+1, v)
				}
			}
		}
	})
}

// Numbers in units are what they were, and those that are all the same stay so.
func TestTargetsInUnits(t *testing.T) {
	for _, values := range [][]float64{{3, 5, 1e6, -2}, {7, 7, 7, 7}} {
		targets, err := NewTargets(t.Context(), output.Numbers(values), nil)
		if err != nil {
			t.Fatal(err)
		}
		back := targets.withWaves().InUnits(targets.withWaves().Matrix)
		for i, v := range values {
			if math.Abs(back.At(i, 0)-v) > 1e-9*math.Abs(v) {
				t.Errorf("row %d is %v, want %v", i, back.At(i, 0), v)
			}
		}
	}
}

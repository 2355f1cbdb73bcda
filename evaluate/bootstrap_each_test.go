package evaluate_test

import (
	"context"
	"math"
	"testing"

	"suffice"
	"suffice/evaluate"
)

// What each half finds makes the intervals: their half length is in proportion to the root of
// the mean square distance of the halves from the model.
func TestBootstrapTellsOfEachHalf(t *testing.T) {
	for _, name := range []string{"sir", "sca"} {
		x, y := trend(t, 150, 4, 3)
		m, options := method(t, name), suffice.Options{Dim: 1, Seed: 1}
		model, err := m.New(options).Fit(context.Background(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		squares, halves := make([]float64, 4), 0
		sure, err := evaluate.Bootstrap(context.Background(), x, y, model, evaluate.BootstrapOptions{
			Method: m, Options: options, Resamples: 12, Seeds: -1, Seed: 1,
			Each: func(k int, components [][]float64) {
				if k != halves || len(components) != 1 || len(components[0]) != 4 {
					t.Fatalf("half %d of %d: %v", k, halves, components)
				}
				halves++
				for j, w := range components[0] {
					squares[j] += (w - model.Components[0][j]) * (w - model.Components[0][j])
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if halves != 12 {
			t.Errorf("%s: %d halves", name, halves)
		}
		ratio := sure.Error(0, 0) / math.Sqrt(squares[0])
		for j := range squares {
			if r := sure.Error(0, j) / math.Sqrt(squares[j]); math.Abs(r-ratio) > 1e-9*ratio {
				t.Errorf("%s: input %d has ratio %v, the first %v", name, j, r, ratio)
			}
		}
	}
}

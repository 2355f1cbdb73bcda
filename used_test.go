package suffice_test

import (
	"math"
	"slices"
	"testing"

	"suffice"
)

// The model of the used inputs gives the same components as that of all.
func TestUsedInputsAreEnough(t *testing.T) {
	all := &suffice.Projection{
		Inputs: []string{"a", "b=1", "c", "d=1"}, Mean: []float64{1, 2, 3, 4}, Scale: []float64{1, 2, 1, 3}, Relevance: []float64{1, .5},
		Components: [][]float64{{1, 0, 0, 2}, {0, 0, 0, 3}},
		Levels:     map[string]suffice.Level{"b=1": {Column: "b", Value: "1"}, "d=1": {Column: "d", Value: "1"}},
	}
	if used := all.UsedInputs(); !slices.Equal(used, []int{0, 3}) {
		t.Fatalf("used are %v", used)
	}
	less := all.Used()
	if !slices.Equal(less.Inputs, []string{"a", "d=1"}) || len(less.Levels) != 1 || len(all.Inputs) != 4 {
		t.Errorf("inputs %q, levels %v", less.Inputs, less.Levels)
	}
	want, err := all.Transform(t.Context(), matrix(t, [][]float64{{5, 6, 7, 8}}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := less.Transform(t.Context(), matrix(t, [][]float64{{5, 8}}))
	if err != nil {
		t.Fatal(err)
	}
	for k := range 2 {
		if math.Abs(got.Row(0)[k]-want.Row(0)[k]) > 1e-15 {
			t.Errorf("z%d is %g, want %g", k+1, got.Row(0)[k], want.Row(0)[k])
		}
	}
	if less.Used() != less {
		t.Error("a model that uses all inputs was copied")
	}
}

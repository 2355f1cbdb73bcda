package suffice_test

import (
	"slices"
	"testing"

	"suffice"
)

// z is (x - mean) / scale, bit for bit, whatever the dimension asked for.
func TestNoneIsTheIdentity(t *testing.T) {
	p := draw(t, 30, 3, 1)
	for _, dim := range []int{-1, 0, 2, 9} {
		for _, noScale := range []bool{false, true} {
			model := mustFit(t, suffice.None{Dim: dim, NoScale: noScale}, p.x, nil)
			z, err := model.Transform(t.Context(), matrix(t, p.x))
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range p.x {
				want := make([]float64, len(row))
				for j, v := range row {
					want[j] = (v - model.Mean[j]) / model.Scale[j]
				}
				if !slices.Equal(z.Row(i), want) {
					t.Fatalf("row %d becomes %v, want %v", i+1, z.Row(i), want)
				}
			}
		}
	}
}

func TestNoneKeepsConstantColumns(t *testing.T) {
	p := draw(t, 30, 2, 1)
	for i, row := range p.x {
		p.x[i] = append(row, 7)
	}
	model := mustFit(t, suffice.None{}, p.x, p.number)
	wantWarning(t, model, `constant input columns are kept: "x3"`)
	if model.Dim() != 3 {
		t.Errorf("%d components, want 3", model.Dim())
	}
}

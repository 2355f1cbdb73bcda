package suffice_test

import (
	"context"
	"slices"
	"testing"

	"suffice"
	"suffice/output"
)

// Selection keeps the inputs that tell y, in whatever shape, and leaves out most others. The
// model of these has weight 0 elsewhere.
func TestSelectInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, _ := trend(t, 240, 8, 5)
	y := make([]float64, x.Len())
	for i := range y {
		y[i] = x.Row(i)[1] + x.Row(i)[4]*x.Row(i)[4] // a trend and a symmetric dependence
	}
	selection, err := suffice.SelectInputs(context.Background(), x, output.Numbers(y), suffice.SelectOptions{Halves: 12, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(selection.Inputs, 1) || !slices.Contains(selection.Inputs, 4) || len(selection.Inputs) > 5 {
		t.Fatalf("selected %v of shares %v", selection.Inputs, selection.Shares)
	}
	model, err := suffice.Selected{Reducer: suffice.PCA{Dim: 1}, Inputs: selection.Inputs}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(model.UsedInputs(), selection.Inputs) || len(model.Inputs) != 8 || len(model.Mean) != 8 {
		t.Errorf("model of %v has %v", selection.Inputs, model.UsedInputs())
	}
}

func TestSelectInputsKeepsAsManyAsAsked(t *testing.T) {
	x, y := trend(t, 60, 4, 6)
	selection, err := suffice.SelectInputs(context.Background(), x, y, suffice.SelectOptions{Halves: 4, Share: 1, Least: 4})
	if err != nil || len(selection.Inputs) != 4 {
		t.Errorf("%v, %v", selection, err)
	}
}

package suffice_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice"
	"suffice/rows"
)

// None on 20,000 inputs makes no matrix of 20,000 x 20,000, not even to transform; such a
// model is refused as a file.
func TestNoneOnManyInputsStaysSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	const n, d = 5, 20_000
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, n*d)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	var model *suffice.Projection
	var z *rows.Matrix
	if used := allocated(func() {
		if model, err = (suffice.None{}).Fit(t.Context(), x, nil); err != nil {
			t.Fatal(err)
		}
		if z, err = model.Transform(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}); used > 100<<20 {
		t.Errorf("%d MB were allocated", used>>20)
	}
	for _, j := range []int{0, 1, d / 2, d - 1} {
		if row := model.Components[j]; len(row) != d || row[j] != 1 || row[(j+1)%d] != 0 {
			t.Errorf("component %d is not input %[1]d", j+1)
		}
		if want := (data[d+j] - model.Mean[j]) / model.Scale[j]; z.Row(1)[j] != want {
			t.Errorf("component %d of row 2 is %g, want %g", j+1, z.Row(1)[j], want)
		}
	}
	if _, err := json.Marshal(model); err == nil || !strings.Contains(err.Error(), "400 million weights") {
		t.Errorf("the model as a file: %v", err)
	}
}

package suffice

import (
	"bytes"
	"encoding/json"
	"testing"

	"suffice/internal/target"
	"suffice/output"
)

// A table whose rows and outputs are elsewhere gives the same model, verdict, predictor and
// doubts as one that is here.
func TestFitOfATableElsewhere(t *testing.T) {
	t.Parallel()
	x, here := drawLine(t, 60)
	_, values := here.(output.Columnar).Columns()
	class := make([]int, len(values))
	for i, v := range values {
		if v > 0 {
			class[i] = 2
		}
	}
	for _, of := range []*output.Target{
		{Kind: output.KindNumber, Names: []string{"y"}, Values: values},
		{Kind: output.KindClass, Names: []string{"c"}, Class: class, Classes: []string{"low", "none", "high"}},
	} {
		y, err := of.Output()
		if err != nil {
			t.Fatal(err)
		}
		how := FitOptions{Method: named(t, "sir")[0], Options: Options{Seed: 1}, Predictor: true, Intervals: 3, Permutations: 1}
		want, err := Fit(t.Context(), NewData(x, y), how)
		if err != nil {
			t.Fatal(err)
		}
		far, _ := scattered(x, of, 1)
		if y, err = target.Open(t.Context(), far, &output.Target{Kind: of.Kind, Names: of.Names, Classes: of.Classes}, 16); err != nil {
			t.Fatal(err)
		}
		got, err := Fit(t.Context(), NewData(far, y), how)
		if err != nil {
			t.Fatal(err)
		}
		a, err := json.Marshal(got.Model)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := json.Marshal(want.Model); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: %v\n%s\n%s", of.Kind, err, a, b)
		}
	}
}

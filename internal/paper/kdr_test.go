package paper

import (
	"testing"

	"suffice"
	"suffice/internal/trials"
)

// Two trials of each data set with the default settings. The limits are the paper's
// mean + sd for its KDR where these are closer than twice the mean of 40 trials of ours.
func TestAccuracyOfKDR(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	limits := map[string]float64{"data1": .067, "data2": .014, "data3": .012, "data4": .096}
	for _, d := range All() {
		fits := make([]trials.Fit, 2)
		for k := range fits {
			var err error
			seed := uint64(k + 1)
			if fits[k], err = d.Run(t.Context(), 1000, seed, suffice.KDR{Dim: d.Dim(), Seed: seed}); err != nil {
				t.Fatal(err)
			}
		}
		row := trials.Summarize(fits)
		t.Logf("%s: mean %.4f, largest %.4f, %.2f s", d.Name, row.Mean, row.Max, row.Seconds)
		if row.Mean > limits[d.Name] {
			t.Errorf("%s: mean error %.4f, want at most %g", d.Name, row.Mean, limits[d.Name])
		}
	}
}

package paper

import (
	"testing"

	"suffice"
	"suffice/internal/trials"
)

// Two trials of each data set with the default settings. The limits are about twice the mean
// of 20 trials of ours, or on Data1, where two trials scatter most, one and a half times.
func TestAccuracyOfLSDR(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	limits := map[string]float64{"data1": .075, "data2": .020, "data3": .040, "data4": .065}
	for _, d := range All() {
		fits := make([]trials.Fit, 2)
		for k := range fits {
			var err error
			seed := uint64(k + 1)
			if fits[k], err = d.Run(t.Context(), 1000, seed, suffice.LSDR{Dim: d.Dim(), Seed: seed}); err != nil {
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

package paper

import "testing"

// The short version of `suffice reproduce table1`: two trials of each data set with
// the default settings. The limits are those that hold for the mean of 40 trials plus
// three standard errors of a mean of two; no single trial may fail badly.
func TestAccuracyOfSCA(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	limits := map[string]float64{"data1": .085, "data2": .0100, "data3": .0200, "data4": .0480}
	table, err := Table1{Trials: 2, N: 1000, Seed: 1, Data: All(), Methods: []Method{method(t, "sca", 0)}}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table {
		t.Logf("%s %s: mean %.4f, largest %.4f, %.2f s", row.Data, row.Method, row.Mean, row.Max, row.Seconds)
		if row.Method != "sca" {
			continue
		}
		if row.Mean > limits[row.Data] || row.Max > .15 {
			t.Errorf("%s: mean error %.4f, largest %.4f; want at most %g and .15", row.Data, row.Mean, row.Max, limits[row.Data])
		}
	}
}

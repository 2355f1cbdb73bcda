package metrics

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The thirds of rows in several places, merged, are those of all rows: sorted, a third each, where no
// predictions are equal.
func TestCoverageOfThirds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 3 * rapid.IntRange(1, 40).Draw(t, "n/3")
		predicted := rapid.SliceOfNDistinct(rapid.IntRange(-1000, 1000), n, n, rapid.ID).Draw(t, "predicted")
		within, all := map[int]bool{}, NewCoverage(1, false)
		for from := 0; from < n; {
			to := rapid.IntRange(from+1, n).Draw(t, "to")
			part, sent := NewCoverage(1, false), NewCoverage(1, false)
			for _, v := range predicted[from:to] {
				within[v] = rapid.Bool().Draw(t, "within")
				part.Add(float64(v)/7, within[v])
			}
			if rest, err := sent.Read(part.Append(nil), to-from); err != nil || len(rest) > 0 {
				t.Fatalf("%v, and %d bytes more", err, len(rest))
			}
			if _, err := NewCoverage(1, false).Read(part.Append(nil), n+1); err == nil {
				t.Fatal("sums of too few rows are read")
			}
			all.Merge(sent)
			from = to
		}
		slices.Sort(predicted)
		var want [3]float64
		for i, v := range predicted {
			if within[v] {
				want[3*i/n] += 3 / float64(n)
			}
		}
		got, ok := all.Thirds()
		for k, share := range want {
			if !ok || math.Abs(got[k]-share) > 1e-9 || math.Abs(all.Share()-(want[0]+want[1]+want[2])/3) > 1e-9 {
				t.Fatalf("%v and %v, want %v", got, all.Share(), want)
			}
		}
	})
}

// Where predictions are equal, there are no thirds.
func TestCoverageOfEqualPredictions(t *testing.T) {
	c := NewCoverage(1, true)
	for range 9 {
		c.Add(2, true)
	}
	if _, ok := c.Thirds(); ok || c.Share() != 1 {
		t.Errorf("%v of %v", ok, c)
	}
}

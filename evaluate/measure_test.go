package evaluate

import (
	"math"
	"testing"

	"suffice/internal/crossfit"
	"suffice/output"
)

// Rows 2 and 3 are given the output of rows 1 and 0.
func TestErrorsByHand(t *testing.T) {
	for _, c := range []struct {
		y    output.Target
		want float64
	}{
		{output.Target{Kind: "class", Classes: []string{"a", "b", "c"}, Class: []int{0, 1, 1, 2}}, .5},
		{output.Target{Kind: "labels", Names: []string{"a", "b"}, Values: []float64{0, 1, 1, 1, 1, 0, 0, 1}}, .25},
		{output.Target{Kind: "number", Names: []string{"y"}, Values: []float64{0, 10, 13, 4}}, math.Sqrt((9 + 16) / 2.)},
		// Variances 14/3 and 25: off by 3 and 4 in the first column, by 0 and 5 in the other.
		{
			output.Target{Kind: "numbers", Names: []string{"a", "b"}, Values: []float64{0, 0, 2, 10, 5, 10, 4, 5}},
			math.Sqrt(((9+16)/(59./12) + 25/(275./12)) / 4),
		},
		{output.Target{Kind: "sequence", Texts: []string{"abcabc", "xyzxyz", "xyzxyz", "abcabc"}}, 0},
		{output.Target{Kind: "sequence", Texts: []string{"abcabc", "xyzxyz", "abcabc", "xyzxyz"}}, 2}, // one function, of values 1 and -1
	} {
		out, err := c.y.Output()
		if err != nil {
			t.Fatal(err)
		}
		a, err := crossfit.NewTargets(t.Context(), out, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := measured(a.Of([]int{2, 3}), a.Of([]int{1, 0}).Matrix)
		if main := Measures(c.y.Kind)[0]; math.Abs(got[main]-c.want) > 1e-14 || len(got) != len(Measures(c.y.Kind)) {
			t.Errorf("%s: %v, want %s %v", c.y.Kind, got, main, c.want)
		}
	}
}

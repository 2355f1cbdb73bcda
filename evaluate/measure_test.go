package evaluate

import (
	"math"
	"slices"
	"testing"

	"suffice/output"
)

// Rows 0 and 1 are for training, 2 and 3 for testing; row 2 is given the output of row
// 1, row 3 that of row 0.
func TestErrorsByHand(t *testing.T) {
	for _, c := range []struct {
		y    output.Target
		want float64
	}{
		{output.Target{Kind: "class", Class: []int{0, 1, 1, 2}}, .5},
		{output.Target{Kind: "labels", Names: []string{"a", "b"}, Values: []float64{0, 1, 1, 1, 1, 0, 0, 1}}, .25},
		{output.Target{Kind: "number", Names: []string{"y"}, Values: []float64{0, 10, 13, 4}}, math.Sqrt((9 + 16) / 2.)},
		// Scales √2 and 5√2: off by 3 and 4 in the first column, by 0 and 5 in the other.
		{
			output.Target{Kind: "numbers", Names: []string{"a", "b"}, Values: []float64{0, 0, 2, 10, 5, 10, 4, 5}},
			math.Sqrt((9/2. + 16/2. + 0 + 25/50.) / 4),
		},
		// "abab" holds ab twice and ba once, "abc" ab and bc: with substrings of length 3
		// and their kin it is some number between 0 and 1; equal ones are exactly 0.
		{output.Target{Kind: "sequence", Texts: []string{"abcabc", "xyzxyz", "xyzxyz", "abcabc"}}, 0},
		{output.Target{Kind: "sequence", Texts: []string{"abcabc", "xyzxyz", "abcabc", "xyzxyz"}}, 1},
	} {
		j, err := newJudge(&c.y)
		if err != nil {
			t.Fatal(err)
		}
		got, err := j.meanError([]int{0, 1}, []int{2, 3}, []int{1, 0})
		if err != nil || math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: error %v (%v), want %v", c.y.Kind, got, err, c.want)
		}
	}
}

// A column that is constant on the training rows has no scale to be divided by.
func TestAConstantColumnKeepsItsUnits(t *testing.T) {
	y := output.Target{Kind: "numbers", Names: []string{"a", "b"}, Values: []float64{3, 0, 3, 1, 5, 0}}
	j, err := newJudge(&y)
	if err != nil {
		t.Fatal(err)
	}
	got, err := j.meanError([]int{0, 1}, []int{2}, []int{0})
	if want := math.Sqrt(2); err != nil || math.Abs(got-want) > 1e-15 {
		t.Errorf("error %v (%v), want %v", got, err, want)
	}
}

func TestEveryKindHasAMeasure(t *testing.T) {
	known := []string{"hamming", "error rate", "rmse", "scaled rmse", "kernel distance"}
	for _, kind := range output.Kinds() {
		if !slices.Contains(known, Measure(kind)) {
			t.Errorf("%s is measured by %q", kind, Measure(kind))
		}
		if brief, clause := Meaning(Measure(kind)); brief == "" || clause == "" {
			t.Errorf("%s means %q, %q", Measure(kind), brief, clause)
		}
	}
}

// By Welch's test .10-.13 and .11-.14 do not differ, .20-.23 does. A sample that is not
// there is not the best; of single values only the least is.
func TestBestOfSamples(t *testing.T) {
	got, err := Best([][]float64{{.20, .21, .22, .23}, {.11, .12, .13, .14}, nil, {.10, .11, .12, .13}})
	if err != nil || !slices.Equal(got, []bool{false, true, false, true}) {
		t.Errorf("best %v, %v", got, err)
	}
	got, err = Best([][]float64{{.2}, {.1}, {.1}})
	if err != nil || !slices.Equal(got, []bool{false, true, true}) {
		t.Errorf("best of single values %v, %v", got, err)
	}
	if got, err = Best(nil); err != nil || len(got) != 0 {
		t.Errorf("best of nothing %v, %v", got, err)
	}
}

// The test tells the second sample from the first, but not the third, which varies too
// much. It is worse than the second all the same.
func TestNoMarkAboveOneWithout(t *testing.T) {
	samples := [][]float64{{1, 1.01, .99}, {2, 2.01, 1.99}, nil, {-3, 3, 9}}
	if got, err := Best(samples); err != nil || !slices.Equal(got, []bool{true, false, false, true}) {
		t.Errorf("best %v, %v", got, err)
	}
	if got, err := bestInOrder(samples); err != nil || !slices.Equal(got, []bool{true, false, false, false}) {
		t.Errorf("best in order %v, %v", got, err)
	}
}

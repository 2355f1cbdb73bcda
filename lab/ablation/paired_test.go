package ablation

import (
	"math"
	"testing"
)

func wantRatio(t *testing.T, name string, got Ratio, want, se float64, clearly bool) {
	t.Helper()
	if math.Abs(got.Ratio-want) > 1e-12 || got.SE == nil || math.Abs(*got.SE-se) > 1e-12 || got.Clear != clearly || got.Same {
		t.Errorf("%s: got %+v, want %g (%g) %t", name, got, want, se, clearly)
	}
}

// By hand: the differences are 1, 3 and 0, 0, so their mean is 1 with a standard error of
// √(2/2)/2 = 0.5, and the mean as it is is 4. The ratios of the tables are 4/2 and 1.
func TestRatiosByHand(t *testing.T) {
	tables := []pair{{changed: []float64{2, 6}, before: []float64{1, 3}}, {changed: []float64{6, 6}, before: []float64{6, 6}}}
	wantRatio(t, "of means", ofMeans(tables), 1.25, .125, false)
	wantRatio(t, "geometric", geometric(tables), math.Sqrt2, 0, true) // each trial of a table is twice the other
	if got := geometric(tables[:1]).text(2); got != "2.00 (0.00) *" {
		t.Errorf("got %s", got)
	}
}

// Deviations of .1 and -.1 from 1, and none of the other, have the variance .02, and their mean half
// of it.
func TestGeometricStandardError(t *testing.T) {
	got := geometric([]pair{{changed: []float64{1.1, .9}, before: []float64{1, 1}}})
	wantRatio(t, "one table", got, 1, .1, false)
}

// A single trial has no standard error, and no star.
func TestSingleTrial(t *testing.T) {
	got := ofMeans([]pair{{changed: []float64{3}, before: []float64{1}}})
	if got.Ratio != 3 || got.SE != nil || got.Clear || got.text(1) != "3.0" {
		t.Errorf("%+v", got)
	}
	if same := geometric([]pair{{changed: []float64{3}, before: []float64{3}}}); same.text(1) != "same" {
		t.Errorf("%+v", same)
	}
}

package explore

import (
	"math"
	"testing"

	"suffice/internal/linalg"
	"suffice/output"
)

// Estimates of a few rows, by hand: the first two rows that have components predict the last two,
// each that which is near to it.
func TestScoresByHand(t *testing.T) {
	d := &division{places: []int{4, 0, 1, 2, 3}, train: 3}
	z := linalg.Of(5, 1, []float64{math.NaN(), 0, 10, 1, 9})
	for kind, c := range map[output.Kind]struct {
		target output.Target
		want   Score
	}{
		// Predicted 1 and 3 for 2 and 3; the guess is 2.
		output.KindNumber: {output.Target{Names: []string{"y"}, Values: []float64{1, 3, 2, 3, 9}}, Score{Measured: Measured{"r2", "R2", false}, Value: -1, Baseline: -1}},
		output.KindClass:  {output.Target{Names: []string{"y"}, Classes: []string{"a", "b"}, Class: []int{0, 1, 0, 1, 1}}, Score{Measured: Measured{"accuracy", "accuracy", false}, Value: 1, Baseline: .5}},
		// Predicted 10 and 11 for 10 and 01; the guess is 10.
		output.KindLabels: {output.Target{Names: []string{"a", "b"}, Values: []float64{1, 0, 1, 1, 1, 0, 0, 1, 0, 0}}, Score{Measured: Measured{"hamming_loss", "Hamming loss", true}, Value: .25, Baseline: .5}},
	} {
		c.target.Kind, c.want.Rows = kind, 2
		if got, err := d.score(&c.target, z); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", kind, got, err, c.want)
		}
	}
	if _, err := d.score(&output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: make([]float64, 5)}, linalg.Of(5, 1, []float64{math.NaN(), 0, math.NaN(), 1, 2})); err == nil {
		t.Error("one row has predicted others")
	}
}

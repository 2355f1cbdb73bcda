package realtables

import (
	"math"
	"testing"

	"suffice/internal/linalg"
)

func TestShares(t *testing.T) {
	numbers := answers{train: linalg.Of(2, 2, []float64{-1, -1, 1, 1}), test: linalg.Of(2, 2, []float64{1, 2, -1, 0})}
	// The first target is missed by a half of its squares, the second by nothing.
	if got, _ := numbers.shareOf(linalg.Of(2, 2, []float64{0, 2, -1, 0})); math.Abs(got-.25) > 1e-15 {
		t.Errorf("numbers: got %v", got)
	}
	classes := answers{classes: true, train: linalg.Of(3, 2, []float64{1, 0, 1, 0, 0, 1}), test: linalg.Of(3, 2, []float64{1, 0, 0, 1, 0, 1})}
	// Two rows are not of the most frequent class; one is wrong here.
	if got, _ := classes.shareOf(linalg.Of(3, 2, []float64{.6, .4, .3, .7, .8, .2})); got != .5 || classes.oneRow() != .5 {
		t.Errorf("classes: got %v, one row %v", got, classes.oneRow())
	}
}

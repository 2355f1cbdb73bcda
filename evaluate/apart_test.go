package evaluate

import (
	"testing"

	"suffice/output"
)

// Inputs that tell the group, and a number that only the group has: with groups apart there
// is nothing to predict.
func TestScoresWithGroupsAndTime(t *testing.T) {
	x, y, group := persons(t, 40, 6)
	numbers := output.Numbers(y.Values)
	when := make([]float64, len(group))
	for i, g := range group {
		when[i] = float64(g)
	}
	value := func(c CrossFit) float64 {
		folds, err := c.Divide(t.Context(), x, numbers)
		if err != nil {
			t.Fatal(err)
		}
		score, err := folds.Score(t.Context(), named(t, "none")[0], 0)
		if err != nil || score.Err != nil {
			t.Fatal(err, score.Err)
		}
		return score.Value
	}
	if v := value(CrossFit{}); v < .8 {
		t.Errorf("R2 with groups divided: %v", v)
	}
	if v := value(CrossFit{Group: group}); v > .1 {
		t.Errorf("R2 with groups apart: %v", v)
	}
	if v := value(CrossFit{Time: when}); v > .1 {
		t.Errorf("R2 of later rows: %v", v)
	}
	for _, c := range []CrossFit{{Group: group[1:]}, {Time: when[1:]}, {Group: group, Time: when}, {Group: make([]int, len(group))}, {Folds: 41, Group: group}} {
		if _, err := c.Divide(t.Context(), x, numbers); err == nil {
			t.Errorf("%d folds, %d groups and %d times were taken", c.Folds, len(c.Group), len(c.Time))
		}
	}
}

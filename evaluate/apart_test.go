package evaluate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/output"
)

// Every row is in one fold, a group in one alone, and no fold is empty.
func TestGroupsStayTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		group := rapid.SliceOfN(rapid.IntRange(0, 6), 8, 60).Draw(t, "group")
		folds := rapid.IntRange(2, 5).Draw(t, "folds")
		dealt, err := byGroup(group, folds, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		if few := len(gathered(group)) < folds; few != (err != nil) || few {
			return
		}
		in, seen := map[int]int{}, 0
		for k, rows := range dealt {
			if len(rows) == 0 || !slices.IsSorted(rows) {
				t.Fatalf("fold %d: %v", k, rows)
			}
			for _, i := range rows {
				if fold, known := in[group[i]]; known && fold != k {
					t.Fatalf("group %d is in folds %d and %d", group[i], fold, k)
				}
				in[group[i]] = k
				seen++
			}
		}
		if seen != len(group) {
			t.Fatalf("%d of %d rows are in a fold", seen, len(group))
		}
	})
}

// What is judged is later than all that it is learnt from, and judged once.
func TestTestRowsAreLater(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		time := rapid.SliceOfN(rapid.SampledFrom([]float64{1, 2, 3, 5, 8, 13}), 6, 60).Draw(t, "time")
		before, after, err := byTime(time, rapid.IntRange(1, 6).Draw(t, "parts"))
		if err != nil {
			return
		}
		seen := map[int]bool{}
		for k := range after {
			if len(before[k]) == 0 || len(after[k]) == 0 {
				t.Fatalf("part %d: %v then %v", k, before[k], after[k])
			}
			for _, i := range after[k] {
				if seen[i] {
					t.Fatalf("row %d is judged twice", i)
				}
				seen[i] = true
				for _, j := range before[k] {
					if time[j] >= time[i] {
						t.Fatalf("row %d at %g is learnt from for row %d at %g", j, time[j], i, time[i])
					}
				}
			}
		}
	})
	if _, _, err := byTime([]float64{1, 1, 1, 1, 1, 1}, 3); err == nil {
		t.Error("rows of one time were divided")
	}
}

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

package evaluate

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"suffice/internal/draw"
)

// byGroup deals rows out to so many folds, those of a group to the same one: the largest
// group first, always to the fold that has the fewest rows.
func byGroup(group []int, folds int, random *rand.Rand) ([][]int, error) {
	groups := gathered(group)
	if folds > len(groups) {
		return nil, fmt.Errorf("%d folds, but the rows are of %d groups, which are not to be divided", folds, len(groups))
	}
	random.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	dealt := make([][]int, folds)
	for _, rows := range groups {
		fewest := 0
		for k := range dealt {
			if len(dealt[k]) < len(dealt[fewest]) {
				fewest = k
			}
		}
		dealt[fewest] = append(dealt[fewest], rows...)
	}
	for _, rows := range dealt {
		slices.Sort(rows)
	}
	return dealt, nil
}

// gathered lists the rows of each group, in the order in which the groups come first.
func gathered(group []int) (rows [][]int) {
	place := map[int]int{}
	for i, g := range group {
		k, known := place[g]
		if !known {
			k = len(rows)
			place[g], rows = k, append(rows, nil)
		}
		rows[k] = append(rows[k], i)
	}
	return rows
}

// byTime cuts the rows in the order of time. The first third are to learn from alone; the
// others are so many parts, each of which is judged by what is learnt from all before it.
// Rows of one time stay together, so that there may be fewer parts.
func byTime(time []float64, parts int) (before, after [][]int, err error) {
	order := draw.All(len(time))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(time[i], time[j]) })
	n, first := len(order), max(1, len(order)/3)
	cut := func(k int) int { // where part k begins
		at := first + k*(n-first)/parts
		for at > 0 && at < n && time[order[at]] == time[order[at-1]] {
			at++
		}
		return at
	}
	for k := range parts {
		if from, to := cut(k), cut(k+1); from < to {
			before, after = append(before, slices.Sorted(slices.Values(order[:from]))), append(after, slices.Sorted(slices.Values(order[from:to])))
		}
	}
	if len(after) == 0 {
		return nil, nil, errors.New("nearly all rows are of one time, so that none are later than the others")
	}
	return before, after, nil
}

// Package learn is what predicts y from z, a row of numbers from a row of numbers, and what
// choosing its settings takes: kernel ridge regression with the leave-one-out error in closed
// form, nearest neighbours, the division of rows into folds, and the median distance. Each
// is here once, for methods, predictors, verdicts and comparisons alike.
package learn

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"suffice/internal/sampling"
)

// Fold is rows to judge on, and those to learn from. Both are in ascending order.
type Fold struct{ Train, Test []int }

// FoldOptions say how rows are divided into folds. Of time, groups and classes, each by row
// or nil, one counts: the time, else the groups, else the classes.
type FoldOptions struct {
	Folds  int
	Seed   uint64
	Random *rand.Rand // instead of Seed, where there is one already

	Class []int     // those of a class are in all folds alike
	Group []int     // those of a group are in one fold
	Time  []float64 // each fold is later than what it is judged by; the first third is in none
	Gap   bool      // in time: rows just before a fold, half as many as it has, are not learnt from
}

// Folds divides n rows. Each is to be judged on once, unless rows have a time; then there
// may be fewer folds, since rows of one time stay together.
func Folds(n int, o FoldOptions) ([]Fold, error) {
	if o.Random == nil {
		o.Random = sampling.Random(o.Seed, 0xf01d)
	}
	if err := o.check(n); err != nil {
		return nil, err
	}
	if o.Time != nil {
		return byTime(o.Time, o.Folds, o.Gap)
	}
	if o.Group != nil {
		dealt, err := byGroup(o.Group, o.Folds, o.Random)
		return apart(n, dealt), err
	}
	order := o.Random.Perm(n)
	if o.Class != nil {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(o.Class[i], o.Class[j]) })
	}
	return apart(n, Deal(order, o.Folds)), nil
}

func (o FoldOptions) check(n int) error {
	switch {
	case o.Group != nil && o.Time != nil:
		return errors.New("rows are divided by groups or by time, not by both")
	case o.Class != nil && len(o.Class) != n || o.Group != nil && len(o.Group) != n || o.Time != nil && len(o.Time) != n:
		return fmt.Errorf("%d rows, but %d groups, %d times and %d classes", n, len(o.Group), len(o.Time), len(o.Class))
	case o.Folds < 1 || o.Folds < 2 && o.Time == nil || o.Folds > n:
		return fmt.Errorf("%d folds of %d rows, but there must be from 2 to as many as rows", o.Folds, n)
	}
	return nil
}

// Deal deals rows out to so many folds in turn, and leaves their order as it is.
func Deal(order []int, folds int) [][]int {
	dealt := make([][]int, folds)
	for k := range dealt {
		for at := k; at < len(order); at += folds {
			dealt[k] = append(dealt[k], order[at])
		}
	}
	return dealt
}

// apart sorts the rows of each fold, and puts the others of n beside them.
func apart(n int, dealt [][]int) (folds []Fold) {
	for _, test := range dealt {
		slices.Sort(test)
		folds = append(folds, Fold{Others(n, test), test})
	}
	return folds
}

// Others are the rows of n that are not among these, which are in order.
func Others(n int, these []int) []int {
	return slices.DeleteFunc(sampling.All(n), func(i int) bool {
		_, among := slices.BinarySearch(these, i)
		return among
	})
}

// byGroup deals rows out to so many folds, those of a group to the same one: the largest
// group first, always to the fold that has the fewest rows.
func byGroup(group []int, folds int, random *rand.Rand) ([][]int, error) {
	groups := sampling.Groups(group)
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
	return dealt, nil
}

// byTime cuts the rows in the order of time. The first third are to learn from alone; the
// others are so many parts, each of which is judged by what is learnt from all before it.
// Rows of one time stay together, so that there may be fewer parts.
func byTime(time []float64, parts int, gap bool) (folds []Fold, err error) {
	order := sampling.Ascending(time)
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
			until := from
			if gap {
				until = max(1, from-(to-from)/2)
			}
			folds = append(folds, Fold{slices.Sorted(slices.Values(order[:until])), slices.Sorted(slices.Values(order[from:to]))})
		}
	}
	if len(folds) == 0 {
		return nil, errors.New("nearly all rows are of one time, so that none are later than the others")
	}
	return folds, nil
}

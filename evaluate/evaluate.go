// Package evaluate tells how good components are: splits into training and test
// rows, predictions from the components, their errors beside those of a guess, and how sure
// it is that two errors differ. [Compare] does all of it for several methods and numbers of
// components.
package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"suffice/internal/crossfit"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

// Split draws train of n rows at random; the rest are for testing. Both are in
// ascending order.
func Split(n, train int, seed uint64) (training, testing []int, err error) {
	if train < 1 || train >= n {
		return nil, nil, fmt.Errorf("%d training rows of %d leave nothing to train on or to test", train, n)
	}
	order := sampling.Random(seed, 0x5911).Perm(n)
	training, testing = order[:train], order[train:]
	slices.Sort(training)
	slices.Sort(testing)
	return training, testing, nil
}

// Nearest returns, for each row of test, the number of the nearest row of train by
// Euclidean distance; the lowest of several. It stops soon after ctx is done.
func Nearest(ctx context.Context, train, test *rows.Matrix) ([]int, error) {
	if train.Width() != test.Width() {
		return nil, fmt.Errorf("training rows have %d columns, but test rows %d", train.Width(), test.Width())
	}
	if train.Len() == 0 {
		return nil, errors.New("there are no training rows")
	}
	lists, err := learn.Nearest(ctx, view(train), view(test), 1, false)
	if err != nil {
		return nil, err
	}
	return slices.Concat(lists...), nil
}

// view is the rows of x.
func view(x *rows.Matrix) linalg.Matrix {
	data, _ := x.Block(context.Background(), 0, x.Len(), nil) // in memory, so it cannot fail
	return linalg.Of(x.Len(), x.Width(), data)
}

// Splits says how rows are divided into training and test rows, again and again. The
// zero value means DefaultRepeats random splits with two thirds of the rows for training.
type Splits struct {
	Train   int    `json:"train,omitempty"`   // training rows of a split, at most; 0 means two thirds of the rows
	Test    int    `json:"test,omitempty"`    // test rows of a split, at most, drawn where there are more; 0 means all others
	Repeats int    `json:"repeats,omitempty"` // random splits; 0 means DefaultRepeats
	Folds   int    `json:"folds,omitempty"`   // instead of random splits: each row is a test row of one of so many
	Seed    uint64 `json:"seed"`              // split r, counted from 0, depends on Seed + r

	// By row, or nil. Classes are in both parts of a split alike. Rows of one group are
	// never in both parts. Where rows have a time, test rows are later than all training
	// rows: the last two thirds of the rows are test rows once, in as many parts as there
	// are splits. Pieces of about five rows of a block are in one part, so that a block has
	// several test rows: see [CompareOptions]. Only one of them counts: the time, else the
	// groups, else the blocks, else the classes.
	Class []int     `json:"-"`
	Group []int     `json:"-"`
	Time  []float64 `json:"-"`
	Block []int     `json:"-"`
}

// DefaultRepeats is how many random splits there are unless asked otherwise.
const DefaultRepeats = 10

// Filled returns the splits of n rows with every default filled in, or says what is
// wrong with them.
func (s Splits) Filled(n int) (Splits, error) {
	switch {
	case n == 1:
		return s, errors.New("1 row is too few to be divided into training and test rows")
	case n < 3:
		return s, fmt.Errorf("%d rows are too few to be divided into training and test rows", n)
	case s.Folds != 0 && (s.Train != 0 || s.Repeats != 0):
		return s, errors.New("splits are either random or by folds, not both")
	case s.Folds < 0 || s.Folds == 1 || s.Folds > n:
		return s, fmt.Errorf("%d folds of %d rows, but there must be from 2 to as many as rows", s.Folds, n)
	case s.Repeats < 0:
		return s, fmt.Errorf("%d random splits, but there must be at least 1", s.Repeats)
	case s.Test < 0:
		return s, fmt.Errorf("%d test rows, but there must be at least 1", s.Test)
	}
	if err := s.checkApart(n); err != nil {
		return s, err
	}
	if s.Folds == 0 {
		usual := n * 2 / 3
		if s.Time != nil {
			usual = n - 1 // all that are earlier
		}
		s.Repeats, s.Train = cmp.Or(s.Repeats, DefaultRepeats), cmp.Or(s.Train, usual)
		if s.Train < 2 || s.Train >= n {
			return s, fmt.Errorf("%d training rows of %d, but there must be at least 2, and 1 to test", s.Train, n)
		}
	}
	return s.fewerParts()
}

// checkApart says what is wrong with groups and times.
func (s Splits) checkApart(n int) error {
	switch {
	case s.Group != nil && s.Time != nil || s.Block != nil && (s.Group != nil || s.Time != nil):
		return errors.New("rows are divided by groups, by time or by blocks, not by two of them")
	case s.Group != nil && len(s.Group) != n || s.Time != nil && len(s.Time) != n || s.Class != nil && len(s.Class) != n || s.Block != nil && len(s.Block) != n:
		return fmt.Errorf("%d rows, but %d groups, %d times, %d classes and %d blocks", n, len(s.Group), len(s.Time), len(s.Class), len(s.Block))
	case s.Block != nil && len(sampling.Groups(s.Block)) > n/2:
		return errors.New("most blocks have a single row, so that there is nothing within them")
	case s.Group != nil && len(sampling.Groups(s.Group)) < 2:
		return errors.New("all rows are of one group, so that there is no other to test on")
	}
	return nil
}

// fewerParts has no more splits than there are times to cut at.
func (s Splits) fewerParts() (Splits, error) {
	if s.Time == nil {
		return s, nil
	}
	parts, err := learn.Folds(len(s.Time), learn.FoldOptions{Folds: s.Count(), Time: s.Time})
	if s.Folds > 0 {
		s.Folds = len(parts)
	} else {
		s.Repeats = len(parts)
	}
	return s, err
}

// Count is how many splits there are, once every default is filled in.
func (s Splits) Count() int { return max(s.Folds, s.Repeats) }

// tested is how many of n rows a split tests, at most.
func (s Splits) tested(n int) (most int, err error) {
	for r := range s.Count() {
		_, testing, err := s.take(n, r)
		if err != nil {
			return 0, err
		}
		most = max(most, len(testing))
	}
	return most, nil
}

// take returns the training and the test rows of split r of n rows, in order.
func (s Splits) take(n, r int) (training, testing []int, err error) {
	random := sampling.Random(s.Seed+uint64(r), 0xd1f)
	if s.Block != nil && s.Folds > 0 { // the same pieces for all folds
		s.Group = crossfit.Pieces(s.Block, sampling.Random(s.Seed, 0xb10c))
	} else if s.Block != nil {
		s.Group = crossfit.Pieces(s.Block, random)
	}
	switch {
	case s.Time != nil:
		training, testing, err = s.fold(n, r)
		if s.Train > 0 && len(training) > s.Train {
			training = s.latest(training)
		}
	case s.Folds > 0:
		training, testing, err = s.fold(n, r)
	case s.Group != nil:
		training, testing = s.groups(random)
	case s.Class != nil:
		training, testing = s.stratified(random)
	default:
		training, testing, err = Split(n, s.Train, s.Seed+uint64(r))
	}
	if s.Test > 0 && len(testing) > s.Test {
		testing = sampling.Pick(testing, sampling.Rows(len(testing), s.Test, random))
	}
	return training, testing, err
}

// latest are those of the rows that come last.
func (s Splits) latest(rows []int) []int {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(s.Time[j], s.Time[i]) })
	return slices.Sorted(slices.Values(rows[:s.Train]))
}

// fold is fold r and the others.
func (s Splits) fold(n, r int) (training, testing []int, err error) {
	folds, err := learn.Folds(n, learn.FoldOptions{Folds: s.Count(), Seed: s.Seed, Class: s.Class, Group: s.Group, Time: s.Time})
	if err != nil {
		return nil, nil, err
	}
	return folds[r].Train, folds[r].Test, nil
}

// stratified draws training rows of each class in proportion: of the rows in a circle, in a
// random order class by class, every so many-th, from a random one on.
func (s Splits) stratified(random *rand.Rand) (training, testing []int) {
	n := len(s.Class)
	from, order := random.IntN(n), random.Perm(n)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Class[i], s.Class[j]) })
	for k, i := range order {
		if (k+from)*s.Train%n < s.Train {
			training = append(training, i)
		} else {
			testing = append(testing, i)
		}
	}
	slices.Sort(training)
	slices.Sort(testing)
	return training, testing
}

// groups puts groups in a random order, the first to learn from, of which training rows are
// drawn: two thirds of all rows, or as many as are wanted where these are more.
func (s Splits) groups(random *rand.Rand) (training, testing []int) {
	groups := sampling.Groups(s.Group)
	random.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	want := max(s.Train, len(s.Group)*2/3)
	for k, rows := range groups {
		if last := k == len(groups)-1; !last && (k == 0 || len(training)+len(rows) <= want) {
			training = append(training, rows...)
		} else {
			testing = append(testing, rows...)
		}
	}
	slices.Sort(training)
	slices.Sort(testing)
	return sampling.Pick(training, sampling.Rows(len(training), s.Train, random)), testing
}

package evaluate

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
)

// Splits says how rows are divided into training and test rows, again and again. The
// zero value means DefaultRepeats random splits with two thirds of the rows for training.
type Splits struct {
	Train   int    `json:"train,omitempty"`   // training rows of a random split; 0 means two thirds of the rows
	Repeats int    `json:"repeats,omitempty"` // random splits; 0 means DefaultRepeats
	Folds   int    `json:"folds,omitempty"`   // instead of random splits: each row is a test row of one of so many
	Seed    uint64 `json:"seed"`              // split r, counted from 0, is that of [Split] with seed Seed + r
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
	case s.Folds > 0:
		return s, nil
	}
	s.Repeats, s.Train = cmp.Or(s.Repeats, DefaultRepeats), cmp.Or(s.Train, n*2/3)
	if s.Train < 2 || s.Train >= n {
		return s, fmt.Errorf("%d training rows of %d, but there must be at least 2, and 1 to test", s.Train, n)
	}
	return s, nil
}

// Count is how many splits there are, once every default is filled in.
func (s Splits) Count() int { return max(s.Folds, s.Repeats) }

// take returns the training and the test rows of split r of n rows, in order.
func (s Splits) take(n, r int) (training, testing []int, err error) {
	if s.Folds == 0 {
		return Split(n, s.Train, s.Seed+uint64(r))
	}
	place := rand.New(rand.NewPCG(s.Seed, 0xf01d)).Perm(n)
	for i, at := range place {
		if at%s.Folds == r {
			testing = append(testing, i)
		} else {
			training = append(training, i)
		}
	}
	return training, testing, nil
}

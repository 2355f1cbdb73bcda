// Package evaluate tells how good components are: splits into training and test
// rows, predictions from the components, their errors beside those of a guess, and how sure
// it is that two errors differ. [Compare] does all of it for several methods and numbers of
// components.
package evaluate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"suffice/internal/draw"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/rows"
)

// Split draws train of n rows at random; the rest are for testing. Both are in
// ascending order.
func Split(n, train int, seed uint64) (training, testing []int, err error) {
	if train < 1 || train >= n {
		return nil, nil, fmt.Errorf("%d training rows of %d leave nothing to train on or to test", train, n)
	}
	order := draw.Random(seed, 0x5911).Perm(n)
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

// Package evaluate tells how good components are: splits into training and test
// rows, prediction by the nearest neighbour, its error, and a test of whether two
// samples of errors differ. [Compare] does all of it for several methods and numbers of
// components.
package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Split draws train of n rows at random; the rest are for testing. Both are in
// ascending order.
func Split(n, train int, seed uint64) (training, testing []int, err error) {
	if train < 1 || train >= n {
		return nil, nil, fmt.Errorf("%d training rows of %d leave nothing to train on or to test", train, n)
	}
	order := rand.New(rand.NewPCG(seed, 0x5911)).Perm(n)
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
	nearest, among := make([]int, test.Len()), candidatesAmong(train)
	linalg.Parallel(test.Len(), 16, func(from, to int) {
		if ctx.Err() != nil {
			return
		}
		if among != nil {
			among.closest(nearest, test, from, to)
			return
		}
		for i := from; i < to; i++ {
			nearest[i] = closest(train, test.Row(i))
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nearest, nil
}

func closest(train *rows.Matrix, row []float64) int {
	best, least := 0, math.Inf(1)
	for k := range train.Len() {
		if r := distanceBelow(train.Row(k), row, least); r < least {
			best, least = k, r
		}
	}
	return best
}

// distanceBelow is the squared distance, or some number not below the limit as soon
// as it is known not to be below it.
func distanceBelow(a, b []float64, limit float64) float64 {
	var sum float64
	for j := 0; j < len(a); {
		for end := min(j+16, len(a)); j < end; j++ {
			sum += (a[j] - b[j]) * (a[j] - b[j])
		}
		if sum >= limit {
			return sum
		}
	}
	return sum
}

// LabelError is the share of wrong labels, over rows and labels, when each test row
// is given the labels of its nearest training row.
func LabelError(train, test *rows.Matrix, nearest []int) float64 {
	wrong := 0
	for i, k := range nearest {
		truth := test.Row(i)
		for j, v := range train.Row(k) {
			if v != truth[j] {
				wrong++
			}
		}
	}
	return float64(wrong) / float64(len(nearest)*test.Width())
}

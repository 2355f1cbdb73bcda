// Package evaluate tells how good components are: splits into training and test
// rows, predictions from the components, their errors beside those of a guess, and how sure
// it is that two errors differ. [Compare] does all of it for several methods and numbers of
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

// fromProducts is the number of columns from which on it pays to take products of all
// rows first: |a - b|² = |a|² + |b|² - 2 aᵀb tells nearly all rows to be too far away.
const fromProducts = 128

// candidates finds the rows of train that may be the nearest ones.
type candidates struct {
	train   *rows.Matrix
	squares []float64 // their squared lengths
	longest float64   // of these
}

// candidatesAmong returns nil where the rows are too short to pay.
func candidatesAmong(train *rows.Matrix) *candidates {
	if train.Width() < fromProducts {
		return nil
	}
	c := &candidates{train: train, squares: make([]float64, train.Len())}
	for k := range c.squares {
		row := train.Row(k)
		c.squares[k] = linalg.Dot(row, row)
		c.longest = max(c.longest, c.squares[k])
	}
	return c
}

// closest sets nearest to the rows nearest to rows [from, to) of test: the very ones that
// all distances would tell, since every row is looked at that rounding may have made
// nearer or farther.
func (c *candidates) closest(nearest []int, test *rows.Matrix, from, to int) {
	d := c.train.Width()
	products := linalg.New(to-from, c.train.Len())
	linalg.MulT(products, view(test, from, to), view(c.train, 0, c.train.Len()))
	for i := from; i < to; i++ {
		row := test.Row(i)
		square := linalg.Dot(row, row)
		distances, least := products.Row(i-from), math.Inf(1)
		for k, p := range distances {
			distances[k] = c.squares[k] + square - 2*p
			least = min(least, distances[k])
		}
		const epsilon = 0x1p-52
		within := least + 16*float64(d)*epsilon*(c.longest+square)
		if !(within < math.Inf(1)) { // squares that are no numbers
			nearest[i] = closest(c.train, row)
			continue
		}
		nearest[i] = closestWithin(c.train, row, distances, within)
	}
}

// closestWithin is closest among the rows whose distance is about at most the limit.
func closestWithin(train *rows.Matrix, row, about []float64, limit float64) int {
	best, least := 0, math.Inf(1)
	for k, distance := range about {
		if distance > limit {
			continue
		}
		if r := distanceBelow(train.Row(k), row, least); r < least {
			best, least = k, r
		}
	}
	return best
}

// view is rows [from, to) of x.
func view(x *rows.Matrix, from, to int) linalg.Matrix {
	data, _ := x.Block(context.Background(), from, to, nil) // in memory, so it cannot fail
	return linalg.Of(to-from, x.Width(), data)
}

package evaluate

import (
	"context"
	"math"

	"suffice/internal/linalg"
	"suffice/rows"
)

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

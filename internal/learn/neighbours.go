package learn

import (
	"context"
	"math"

	"suffice/internal/linalg"
)

// counts of neighbours to choose from.
var counts = []int{1, 3, 5, 10, 20, 40}

// Neighbours predicts the test rows by the mean y of the nearest rows of z, which for
// indicators of classes is a vote: as many as [NearestCount] says.
func Neighbours(z, test, y linalg.Matrix, loss func(truth, predicted linalg.Matrix) float64) linalg.Matrix {
	best, _ := NearestCount(z, y, loss)
	lists, _ := Nearest(context.Background(), z, test, best, false)
	return Means(lists, y, nil, best)
}

// NearestCount is how many nearest rows predict the rows of z best, each by the others, as the loss
// has it, and what that is.
func NearestCount(z, y linalg.Matrix, loss func(truth, predicted linalg.Matrix) float64) (best int, least float64) {
	best, least = 1, math.Inf(1)
	most := counts[len(counts)-1]
	within, _ := Nearest(context.Background(), z, z, most, true) // which does not end, so that there is no error
	for _, k := range counts {
		if k >= z.Rows {
			break
		}
		// Of equally good ones, which classes often have, the largest varies least.
		if l := loss(y, Means(within, y, nil, k)); l <= least {
			best, least = k, l
		}
	}
	return best, least
}

// Means are those of y over the first k of each list, by the weights of rows; nil means that
// all count the same.
func Means(lists [][]int, y linalg.Matrix, weights []float64, k int) linalg.Matrix {
	out := linalg.New(len(lists), y.Cols)
	for i, list := range lists {
		mean, total := out.Row(i), 0.
		for _, j := range list[:min(k, len(list))] {
			w := linalg.Weight(weights, j)
			linalg.Axpy(w, y.Row(j), mean)
			total += w
		}
		for c := range mean {
			mean[c] /= max(total, math.SmallestNonzeroFloat64) // 0 where there are none
		}
	}
	return out
}

// Nearest lists for each row of at the k nearest rows of z by Euclidean distance, or all
// where these are fewer: the nearest first, and of equally near ones the first. Where others
// are asked for, at is z, and no row is among its own neighbours.
func Nearest(ctx context.Context, z, at linalg.Matrix, k int, others bool) ([][]int, error) {
	lists, among := make([][]int, at.Rows), newCandidates(z)
	k = min(k, z.Rows)
	if others {
		k = min(k, z.Rows-1)
	}
	linalg.Parallel(at.Rows, 64, func(from, to int) {
		if ctx.Err() != nil {
			return
		}
		squared, products := make([]float64, z.Rows), among.products(at, from, to)
		for i := from; i < to; i++ {
			row := at.Row(i)
			if limit, ok := among.limit(products, i-from, row, k+1); ok {
				among.squares(squared, row, products.Row(i-from), limit)
			} else {
				linalg.Squares(squared, row, among.columns)
			}
			if others {
				squared[i] = math.Inf(1)
			}
			lists[i] = Smallest(make([]int, 0, k+1), squared, k)
		}
	})
	return lists, ctx.Err()
}

// Smallest are the places of the k smallest values in their order; of equal ones, the first.
// They are put into the memory of places.
func Smallest(places []int, values []float64, k int) []int {
	if places = places[:0]; k <= 0 {
		return places
	}
	limit := math.Inf(1) // the k-th smallest yet
	for i, v := range values {
		if len(places) == k && !(v < limit) {
			continue
		}
		at := len(places)
		places = append(places, i)
		for ; at > 0 && v < values[places[at-1]]; at-- {
			places[at] = places[at-1]
		}
		places[at] = i
		if len(places) >= k {
			places = places[:k]
			limit = values[places[k-1]]
		}
	}
	return places
}

// fromProducts is the number of columns from which on it pays to take products of all
// rows first: |a - b|² = |a|² + |b|² - 2 aᵀb tells nearly all rows to be too far away.
const fromProducts = 128

// candidates finds the rows of z that may be among the nearest.
type candidates struct {
	z, columns linalg.Matrix
	lengths    []float64 // squared, of the rows; nil where these are too short to pay
	longest    float64   // of these
}

func newCandidates(z linalg.Matrix) *candidates {
	c := &candidates{z: z, columns: z.Transposed()}
	if z.Cols < fromProducts {
		return c
	}
	c.lengths = make([]float64, z.Rows)
	for k := range c.lengths {
		c.lengths[k] = linalg.Dot(z.Row(k), z.Row(k))
		c.longest = max(c.longest, c.lengths[k])
	}
	return c
}

// products are those of some rows with all of z, where they pay.
func (c *candidates) products(at linalg.Matrix, from, to int) linalg.Matrix {
	if c.lengths == nil {
		return linalg.Matrix{}
	}
	return linalg.TimesT(at.Slice(from, to), c.z)
}

// limit turns the products of a row into squared distances but for rounding, and tells how
// far the k nearest may be in these. There is none where the squares are no numbers.
func (c *candidates) limit(products linalg.Matrix, i int, row []float64, k int) (limit float64, ok bool) {
	if c.lengths == nil || k > c.z.Rows {
		return 0, false
	}
	about, square := products.Row(i), linalg.Dot(row, row)
	for l, p := range about {
		about[l] = c.lengths[l] + square - 2*p
	}
	const epsilon = 0x1p-52
	limit = linalg.SelectNth(append([]float64(nil), about...), k-1) + 16*float64(len(row))*epsilon*(c.longest+square)
	return limit, limit < math.Inf(1)
}

// squares sets squared to the exact distances of a row from those of z that are within a
// limit, by what is about the distance; others are infinitely far.
func (c *candidates) squares(squared, row, about []float64, limit float64) {
	for k, distance := range about {
		squared[k] = math.Inf(1)
		if distance <= limit {
			linalg.Squares(squared[k:k+1], row, c.columns.Columns(k, k+1))
		}
	}
}

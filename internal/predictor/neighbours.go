package predictor

import (
	"math"

	"suffice/internal/linalg"
)

// counts of neighbours to choose from.
var counts = []int{1, 3, 5, 10, 20, 40}

// Neighbours predicts the test rows by the mean y of the nearest rows of z, which for
// indicators of classes is a vote. How many these are is what predicts the rows of z best,
// each by the others, as the loss has it.
func Neighbours(z, test, y linalg.Matrix, loss Loss) linalg.Matrix {
	columns := z.Transposed()
	best, least := 1, math.Inf(1)
	within := nearest(columns, z, true)
	for _, k := range counts {
		if k >= z.Rows {
			break
		}
		// Of equally good ones, which classes often have, the largest varies least.
		if l := loss(y, means(within, y, k)); l <= least {
			best, least = k, l
		}
	}
	return means(nearest(columns, test, false), y, best)
}

// nearest lists for each row of at the nearest columns of z, the nearest first, as many as
// the largest of the counts. Itself leaves the column of the same place out.
func nearest(z, at linalg.Matrix, itself bool) [][]int {
	lists := make([][]int, at.Rows)
	linalg.Parallel(at.Rows, 64, func(from, to int) {
		squares := make([]float64, z.Cols)
		for i := from; i < to; i++ {
			linalg.Squares(squares, at.Row(i), z)
			if itself {
				squares[i] = math.Inf(1)
			}
			lists[i] = smallest(squares, min(counts[len(counts)-1], z.Cols-1))
		}
	})
	return lists
}

// smallest are the places of the k smallest values in their order; of equal ones, the first.
func smallest(values []float64, k int) []int {
	places := make([]int, 0, k+1)
	for i, v := range values {
		if len(places) == k && !(v < values[places[k-1]]) {
			continue
		}
		at := len(places)
		places = append(places, i)
		for ; at > 0 && v < values[places[at-1]]; at-- {
			places[at] = places[at-1]
		}
		places[at] = i
		places = places[:min(k, len(places))]
	}
	return places
}

// means are those of y over the first k of each list.
func means(lists [][]int, y linalg.Matrix, k int) linalg.Matrix {
	out := linalg.New(len(lists), y.Cols)
	for i, list := range lists {
		list = list[:min(k, len(list))]
		for _, j := range list {
			linalg.Axpy(1/float64(len(list)), y.Row(j), out.Row(i))
		}
	}
	return out
}

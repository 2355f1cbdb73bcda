package relevance

import (
	"context"
	"slices"

	"suffice/internal/linalg"
)

// neighbourCounts are how many neighbours are tried; the best number counts.
var neighbourCounts = []int{3, 8, 20}

// neighbourLoss is the mean squared distance between the functions of y of a row and their
// mean over its nearest other rows in z, by the weights of rows where these are not nil.
func neighbourLoss(ctx context.Context, z, y linalg.Matrix, weights []float64) (float64, error) {
	weight := func(i int) float64 {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	counts := neighbourCounts[:1:1]
	for _, k := range neighbourCounts[1:] {
		if k < z.Rows {
			counts = append(counts, k)
		}
	}
	losses := linalg.New(z.Rows, len(counts)) // of each row
	columns := z.Transposed()
	linalg.Parallel(z.Rows, 64, func(from, to int) {
		if ctx.Err() != nil {
			return
		}
		squared, mean := make([]float64, z.Rows), make([]float64, y.Cols)
		nearest := make([]neighbour, 0, slices.Max(counts)+1)
		for i := from; i < to; i++ {
			linalg.Squares(squared, z.Row(i), columns)
			nearest = nearestOf(nearest[:0], squared, i)
			clear(mean)
			for k, count, total := 0, 0, 0.; k < len(counts); k++ {
				for ; count < counts[k]; count++ {
					w := weight(nearest[count].row)
					linalg.Axpy(w, y.Row(nearest[count].row), mean)
					total += w
				}
				losses.Set(i, k, weight(i)*squaredError(y.Row(i), mean, total))
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	means := make([]float64, len(counts))
	for i := range losses.Rows {
		linalg.Axpy(1/float64(losses.Rows), losses.Row(i), means)
	}
	return slices.Min(means), nil
}

func squaredError(y, sum []float64, count float64) float64 {
	var loss float64
	for j, v := range y {
		e := v - sum[j]/count
		loss += e * e
	}
	return loss
}

type neighbour struct {
	row     int
	squared float64
}

// nearestOf fills the list with the rows nearest to row i, nearest first.
func nearestOf(list []neighbour, squared []float64, i int) []neighbour {
	most := cap(list) - 1
	for row, d := range squared {
		if row == i || len(list) == most && d >= list[most-1].squared {
			continue
		}
		at := len(list)
		for at > 0 && list[at-1].squared > d {
			at--
		}
		list = slices.Insert(list, at, neighbour{row, d})
		list = list[:min(len(list), most)]
	}
	return list
}

package peers

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// neighbours is how many rows a prediction is the mean of.
const neighbours = 5

// judge tells how good directions are: how much of the true subspace they miss, and how
// well y is predicted in them. Only their span counts, so that no program gains or loses
// by the units of its components.
func judge(ctx context.Context, found [][]float64, train, test drawn, set Data) (missed, rmse float64, err error) {
	if err := checkDirections(found); err != nil {
		return 0, 0, err
	}
	w := linalg.FromSlices(found)
	if err := stiefel.Orthonormalize(w); err != nil {
		return 0, 0, fmt.Errorf("the components are linearly dependent")
	}
	z, at := project(train.x, w), project(test.x, w)
	predicted := linalg.New(at.Rows, 1)
	linalg.Parallel(at.Rows, 16, func(from, to int) {
		for i := from; i < to && ctx.Err() == nil; i++ {
			predicted.Set(i, 0, meanOfNearest(z, train.y[set.Name], at.Row(i)))
		}
	})
	rmse = metrics.OfCompared(output.KindNumber, linalg.Of(at.Rows, 1, test.y[set.Name]), predicted, nil)[metrics.RMSE]
	// What the truth has outside of what was found, so that a direction too few counts as
	// one that is wrong.
	return stiefel.Distance(truth(), w), rmse, ctx.Err()
}

func checkDirections(found [][]float64) error {
	if len(found) < 1 || len(found) > dim {
		return fmt.Errorf("%d components instead of %d", len(found), dim)
	}
	for _, row := range found {
		if len(row) != Inputs {
			return fmt.Errorf("a component has %d weights, but there are %d inputs", len(row), Inputs)
		}
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("a component has the weight %g", v)
			}
		}
	}
	return nil
}

// project is x wᵀ.
func project(x *rows.Matrix, w linalg.Matrix) linalg.Matrix {
	z := linalg.New(x.Len(), w.Rows)
	for i := range x.Len() {
		for k := range w.Rows {
			z.Set(i, k, linalg.Dot(x.Row(i), w.Row(k)))
		}
	}
	return z
}

// meanOfNearest is the mean of y over the rows of z nearest to a point.
func meanOfNearest(z linalg.Matrix, y, at []float64) float64 {
	var near [neighbours]int
	least := [neighbours]float64{}
	count := 0
	for i := range z.Rows {
		var r float64
		for k, v := range z.Row(i) {
			r += (v - at[k]) * (v - at[k])
		}
		if count == neighbours && r >= least[count-1] {
			continue
		}
		count = min(count+1, neighbours)
		k := count - 1
		for ; k > 0 && least[k-1] > r; k-- {
			near[k], least[k] = near[k-1], least[k-1]
		}
		near[k], least[k] = i, r
	}
	var sum float64
	for _, i := range near[:count] {
		sum += y[i]
	}
	return sum / float64(count)
}

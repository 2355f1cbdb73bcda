package peers

import (
	"context"
	"errors"
	"fmt"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/stiefel"
	"suffice/output"
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
	z, at := linalg.New(train.x.Rows, w.Rows), linalg.New(test.x.Rows, w.Rows)
	linalg.MulT(z, train.x, w)
	linalg.MulT(at, test.x, w)
	near, err := learn.Nearest(ctx, z, at, neighbours, false)
	if err != nil {
		return 0, 0, err
	}
	y := train.y[set.Name]
	predicted := learn.Means(near, linalg.Of(len(y), 1, y), nil, neighbours)
	rmse = metrics.OfCompared(output.KindNumber, linalg.Of(at.Rows, 1, test.y[set.Name]), predicted, nil)[metrics.RMSE]
	// What the truth has outside of what was found, so that a direction too few counts as
	// one that is wrong.
	return stiefel.Distance(truth(), w), rmse, nil
}

func checkDirections(found [][]float64) error {
	if len(found) < 1 || len(found) > dim {
		return fmt.Errorf("%d components instead of %d", len(found), dim)
	}
	for _, row := range found {
		if len(row) != Inputs {
			return fmt.Errorf("a component has %d weights, but there are %d inputs", len(row), Inputs)
		}
		if !linalg.Finite(row) {
			return errors.New("a component has a weight that is not finite")
		}
	}
	return nil
}

package softmax

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Objective is the mean loss over the rows as a function of W.
type Objective struct {
	X       *blocks.Standard
	Y       linalg.Matrix // a row for each of X: numbers or, of classes, their number
	Classes bool

	anchors linalg.Matrix
	own     []int
	values  linalg.Matrix
}

// Anchor compares all rows with the given ones.
func (o *Objective) Anchor(ctx context.Context, which []int) (err error) {
	if o.anchors, err = o.X.Select(ctx, which); err != nil {
		return err
	}
	o.own, o.values = which, o.Y.Pick(which)
	return nil
}

// Value returns the mean loss at W, and sets slope to its derivative.
func (o *Objective) Value(ctx context.Context, w, slope linalg.Matrix) (float64, error) {
	at := &lossAt{Units: o.X.Units(), P: kernel.Project(w, o.anchors), Own: o.own, Values: o.values, Classes: o.Classes}
	sum, err := blocks.Sum[*loss](ctx, o.X.Source, at, blocks.InMemory{Matrix: o.Y})
	if err != nil {
		return 0, err
	}
	n := float64(o.X.Len())
	// The sums have minus dS/dr² of squared distances, which a kernel of width √½ turns
	// into dS/dW.
	sum.slope.Finish(slope, o.anchors, math.Sqrt(.5))
	linalg.Scale(1/n, slope)
	return sum.total[0] / n, nil
}

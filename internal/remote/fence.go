package remote

import (
	"context"
	"math"

	"suffice/internal/blocks"
	"suffice/internal/outliers"
)

var everywhere = outliers.Fence{Low: math.Inf(-1), High: math.Inf(1)}

// fence is [outliers.Around] of column j, whose numbers lie between low and high: exactly
// where it leaves numbers out, and otherwise without end.
func (y *Output) fence(ctx context.Context, j int, low, high, far float64) (outliers.Fence, error) {
	n := y.Len()
	if n < outliers.FewToBelong || low == high {
		return everywhere, nil
	}
	values, err := y.order(ctx, y.column(j), nil, 1)
	if err != nil {
		return everywhere, err
	}
	middle, err := values.at(ctx, n/2)
	if err != nil {
		return everywhere, err
	}
	away := &column{y.values, j, true, middle}
	distances, err := y.order(ctx, away, nil, 1, 0)
	if err != nil {
		return everywhere, err
	}
	quartile, err := distances.at(ctx, distances.upperQuartile())
	if err != nil {
		return everywhere, err
	}
	reach := far * quartile
	if max(high-middle, middle-low) <= reach {
		return everywhere, nil
	}
	count, err := blocks.Sum[*between](ctx, y.x, &betweenOf{Edges: [][]float64{{reach}}}, blocks.Apply(away, y.raw()))
	if err != nil || int(count.counts[0][2]) > n/outliers.Share {
		return everywhere, err
	}
	return outliers.Fence{Low: middle - reach, High: middle + reach}, nil
}

// upperQuartile is the rank of the upper quartile of the distances that are not 0, which is
// the first edge.
func (o *order) upperQuartile() int {
	zeros := int(o.of[0].counts[1])
	return zeros + (o.of[0].size()-zeros-1)*3/4
}

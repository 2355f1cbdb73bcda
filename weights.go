package suffice

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"suffice/internal/aggregate"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// Weigh gives the rows of x and y weights: a row of weight 2 counts as two equal rows, one of
// weight 0 as none. Only their ratios matter. Fit of a method that takes weights
// (Method.Uses) counts the rows of the result by them, and others refuse it. Rows of weight
// 0 are left out of x and y; where all others weigh the same, there are no weights. y may be
// nil.
//
// See docs/weights.md.
func Weigh(x Rows, y output.Output, weights []float64) (Rows, output.Output, error) {
	counting, err := checkWeights(x, y, weights)
	if err != nil {
		return nil, nil, err
	}
	if len(counting) < x.Len() {
		if x, err = rows.Only(x, counting); err != nil {
			return nil, nil, err
		}
		if y != nil {
			y = output.Some(y, counting)
		}
		weights = sampling.Pick(weights, counting)
	}
	x, err = rows.WithWeights(x, weights)
	return x, y, err
}

// checkWeights finds what is wrong with weights, and the rows that count.
func checkWeights(x Rows, y output.Output, weights []float64) (counting []int, err error) {
	if len(weights) != x.Len() || y != nil && y.Len() != x.Len() {
		return nil, fmt.Errorf("%d weights for %d rows", len(weights), x.Len())
	}
	for i, w := range weights {
		if !(w >= 0) || math.IsInf(w, 0) {
			return nil, fmt.Errorf("row %d: its weight is %g, but must be a number of at least 0", i+1, w)
		}
		if w > 0 {
			counting = append(counting, i)
		}
	}
	if len(counting) == 0 {
		return nil, errors.New("all weights are 0, so that no row counts; give some rows a weight above 0")
	}
	return counting, nil
}

// refuseWeights answers rows with weights for a method that cannot count by them.
func refuseWeights(method string, x Rows) error {
	if !aggregate.IsWeighted(x) {
		return nil
	}
	var names []string
	for _, m := range methods {
		if m.Uses.Weights {
			names = append(names, m.Name)
		}
	}
	return fmt.Errorf("%s takes no weights of rows; leave them out, or use one of %s", method, strings.Join(names, ", "))
}

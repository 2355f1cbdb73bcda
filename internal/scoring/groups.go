package scoring

import (
	"context"
	"errors"
	"fmt"
	"math"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// mostLeftOut is how many sets of groups are left out, one after the other.
const mostLeftOut = 50

// ByGroup judges a model as [Model] does, and tells how sure that is where rows belong to groups, such
// as persons: standard errors by the jackknife, with sets of groups left out (Kott 2001). Each set is
// of one group where there are no more than 50. Within groups numbers, true and predicted, are less the
// means of their group, and the guess is the best of the group; coverage is of numbers as they are.
func ByGroup(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, group []int, within bool) (*Result, error) {
	if err := checkJudging(m, x, y); err != nil {
		return nil, err
	}
	if x.Len() != len(group) {
		return nil, fmt.Errorf("%d rows, but %d groups, times or blocks", x.Len(), len(group))
	}
	groups := len(sampling.Groups(group))
	if groups < 2 {
		return nil, errors.New("all rows are of one group, stretch or block, so that nothing is told of others")
	}
	if within && groups > x.Len()/2 {
		return nil, errors.New("most blocks have a single row, so that there is nothing within them")
	}
	sets, err := learn.Folds(x.Len(), learn.FoldOptions{Folds: min(mostLeftOut, groups), Group: group})
	if err != nil {
		return nil, err
	}
	tallies := make([]*Tally, len(sets))
	for k, set := range sets {
		parts := [][]int{set.Test}
		if within {
			parts = sampling.Groups(sampling.Pick(group, set.Test))
			for _, part := range parts {
				for i, at := range part {
					part[i] = set.Test[at]
				}
			}
		}
		tallies[k] = newTally(m, true)
		for _, part := range parts {
			x, err := rows.Only(x, part)
			if err != nil {
				return nil, err
			}
			t, err := tallyOf(ctx, m, x, y.Subset(part), true, within)
			if err == nil {
				err = tallies[k].Merge(t)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	without := func(left int) (*Result, error) {
		sum := newTally(m, true)
		for k, t := range tallies {
			if k != left {
				if err := sum.Merge(t); err != nil {
					return nil, err
				}
			}
		}
		return sum.Result(m), nil
	}
	all, err := without(-1)
	if err != nil {
		return nil, err
	}
	values := map[string][]float64{}
	for k := range tallies {
		r, err := without(k)
		if err != nil {
			return nil, err
		}
		for name, v := range r.Measures {
			values[name] = append(values[name], v)
		}
	}
	all.Groups, all.SE = groups, map[string]float64{}
	for name, v := range values {
		if n := float64(len(v)); len(v) == len(sets) {
			_, variance := learn.Moments(v)
			all.SE[name] = math.Sqrt(variance) * (n - 1) / math.Sqrt(n)
		}
	}
	return all, nil
}

package scoring

import (
	"context"
	"errors"
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
// of one group where there are no more than 50.
func ByGroup(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target, group []int) (*Result, error) {
	groups := len(sampling.Groups(group))
	if groups < 2 {
		return nil, errors.New("all rows are of one group, so that nothing is told of others")
	}
	sets, err := learn.Folds(x.Len(), learn.FoldOptions{Folds: min(mostLeftOut, groups), Group: group})
	if err != nil {
		return nil, err
	}
	tallies := make([]*Tally, len(sets))
	for k, set := range sets {
		part, err := rows.Only(x, set.Test)
		if err != nil {
			return nil, err
		}
		if tallies[k], err = tallyOf(ctx, m, part, y.Subset(set.Test), true); err != nil {
			return nil, err
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

package evaluate

import (
	"context"
	"math"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/rows"
)

// bundle is a column, or two bundles whose columns all go together.
type bundle struct {
	columns []int // by number
	places  []int // of these, in x
	alike   float64
	within  []*bundle

	Worth
	copied   []float64 // squared error with each copy
	averaged float64   // that of predictions averaged over the copies
}

// share is p beside the number of columns.
func (b *bundle) share() float64 { return b.P / float64(len(b.columns)) }

// descendants are bundles with all that they are made of.
func descendants(bundles []*bundle) (all []*bundle) {
	for _, b := range bundles {
		all = append(append(all, b), descendants(b.within)...)
	}
	return all
}

const (
	goTogether = .5   // rank correlation of any two columns of a bundle, at least
	mostRanks  = 2000 // rows that it is of
)

// bundled puts columns together by the least rank correlation between their columns, with either
// sign (complete linkage), as far as that is large. It does not look at y.
func bundled(ctx context.Context, x rows.Source, columns []rows.Column, seed uint64) (bundles []*bundle, err error) {
	some, err := rows.Take(ctx, x, sampling.Many(x.Len(), mostRanks, sampling.Random(seed, 0xb0d1)))
	if err != nil {
		return nil, err
	}
	dense, err := target.Dense(ctx, some)
	if err != nil {
		return nil, err
	}
	among := rankCorrelations(dense)
	alike := linalg.New(len(columns), len(columns))
	for k, c := range columns {
		bundles = append(bundles, &bundle{columns: []int{k}, places: c.Places, alike: 1})
		for l := range k {
			alike.Set(k, l, min(told(among, c.Places, columns[l].Places), told(among, columns[l].Places, c.Places)))
		}
	}
	for {
		first, second, most := 0, 0, goTogether
		for k := range bundles {
			for l, v := range alike.Row(k)[:k] {
				if v >= most && (v > most || second == 0) {
					first, second, most = l, k, v
				}
			}
		}
		if second == 0 {
			return bundles, nil
		}
		bundles = join(bundles, alike, first, second)
	}
}

// join puts two bundles together, in the place of the first; what is as alike to both as to the
// less alike one is as alike to them.
func join(bundles []*bundle, alike linalg.Matrix, first, second int) []*bundle {
	a, b, last := bundles[first], bundles[second], len(bundles)-1
	bundles[first] = &bundle{
		columns: slices.Sorted(slices.Values(slices.Concat(a.columns, b.columns))), places: slices.Concat(a.places, b.places),
		alike: alike.At(second, first), within: []*bundle{a, b},
	}
	between := func(k, l int) *float64 { return &alike.Row(max(k, l))[min(k, l)] }
	for k := range bundles {
		if k != first && k != second {
			*between(k, first) = min(*between(k, first), *between(k, second))
		}
	}
	for k := range last {
		if k != second {
			*between(k, second) = *between(k, last)
		}
	}
	bundles[second] = bundles[last]
	return bundles[:last]
}

// told is how well each of some places of x is told by the best of others, at least.
func told(among linalg.Matrix, places, others []int) float64 {
	least := 1.
	for _, i := range places {
		best := 0.
		for _, j := range others {
			best = max(best, math.Abs(among.At(i, j)))
		}
		least = min(least, best)
	}
	return least
}

// rankCorrelations are those of columns; with constant ones 0.
func rankCorrelations(x linalg.Matrix) linalg.Matrix {
	for j := range x.Cols {
		ranks := learn.Ranks(x.Columns(j, j+1).Clone().Data)
		mean, variance := learn.Moments(ranks)
		for i, r := range ranks {
			v := 0.
			if variance > 0 {
				v = (r - mean) / math.Sqrt(variance*float64(x.Rows-1))
			}
			x.Set(i, j, v)
		}
	}
	return linalg.Gram(x)
}

package remote

import (
	"cmp"
	"context"
	"math"
	"slices"

	"suffice/internal/blocks"
	"suffice/output"
	"suffice/rows"
)

// unitOfWeights is the [output.Unit] of the weights of the rows of x; 0 where all count the same.
func unitOfWeights(ctx context.Context, x rows.Source) (float64, error) {
	if !blocks.IsWeighted(x) {
		return 0, nil
	}
	sum, err := blocks.Sum[*unit](ctx, x, &unitOf{})
	if err != nil {
		return 0, err
	}
	return sum.Unit, nil
}

// unitOf asks for the largest number that all weights of rows are multiples of.
type unitOf struct{}

func (u *unitOf) Kind() string { return "unit of weights" }

func (u *unitOf) Weighs() bool { return true }

func (u *unitOf) Plan(int, int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(blockRows), Beside: true}
}

func (u *unitOf) Zero() blocks.Partial { return &unit{of: u} }

type unit struct {
	Rows int
	Unit float64

	of *unitOf
}

func (u *unit) Count() int { return u.Rows }

func (u *unit) Add(block blocks.Block) error {
	u.Rows += block.Rows
	for _, w := range block.Weights {
		u.Unit = float64(output.Unit(u.Unit).With(w))
	}
	return blocks.Consistent(len(block.Weights) == block.Rows)
}

func (u *unit) Merge(other blocks.Partial) error {
	o, ok := other.(*unit)
	if !ok || o.of != u.of {
		return blocks.ErrOther(u.of)
	}
	if u.Rows += o.Rows; o.Rows > 0 {
		u.Unit = float64(output.Unit(u.Unit).With(o.Unit))
	}
	return nil
}

func (u *unit) Complete() error {
	return blocks.Consistent(u.Rows >= 0, u.Unit >= 0, (u.Unit > 0) == (u.Rows > 0), !math.IsInf(u.Unit, 0))
}

// sortBoth sorts numbers, and with them how many equal rows each is.
func sortBoth(values, by []float64) {
	type one struct{ value, by float64 }
	all := make([]one, len(values))
	for k, v := range values {
		all[k] = one{v, by[k]}
	}
	slices.SortFunc(all, func(a, b one) int { return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.by, b.by)) })
	for k, v := range all {
		values[k], by[k] = v.value, v.by
	}
}

// walkByWeight is walk of rows that are there as often as they count: every slice takes
// ⌊n/count⌋ of these, n being how many they are together.
func (g *ordered) walkByWeight(count int) (ends []ranked, ask []int) {
	var all float64
	for _, by := range g.by {
		all += by
	}
	n, step, enough := g.size(), math.Floor(all/float64(count)), all-2
	for end := (ranked{}); end.upTo < n; ends = append(ends, end) {
		next, known := g.reach(end, end.by+step)
		if !known {
			ask = append(ask, next.upTo-1)
		}
		if next.by >= enough { // the last slice takes all that are left
			last, known := g.look(n - 1)
			if !known {
				ask = append(ask, n-1)
			}
			next.value, next.upTo = last.value, n
		}
		end = next
	}
	return ends, ask
}

// reach is the first number behind those before that makes so many equal rows with all that
// are not above it. Where it is not known, the one that comes back is at the place where it
// is, as if there were no ties behind it.
func (g *ordered) reach(before ranked, enough float64) (r ranked, known bool) {
	var up ranked
	for place, n := range g.counts {
		next := ranked{upTo: up.upTo + int(n), by: up.by + g.by[place]}
		if next.upTo > before.upTo && (next.by >= enough || next.upTo == g.size()) {
			return g.within(place, up, next, before, enough)
		}
		up = next
	}
	return up, true
}

// within is reach in a place, with what is below it and what is not above it.
func (g *ordered) within(place int, up, next, before ranked, enough float64) (r ranked, known bool) {
	if place%2 == 1 {
		next.value = g.edges[place/2]
		return next, true
	}
	list, known := g.known[place]
	if !known {
		return ranked{upTo: max(up.upTo, before.upTo) + 1, by: max(enough, before.by)}, false
	}
	for k, v := range list {
		up.upTo, up.by, up.value = up.upTo+1, up.by+g.each[place][k], v
		tied := k+1 < len(list) && list[k+1] == v
		if !tied && up.upTo > before.upTo && up.by >= enough {
			return up, true
		}
	}
	next.value = up.value
	return next, true
}

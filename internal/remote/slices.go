package remote

import (
	"context"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Slices is a division of the rows, as [output.Slices] has it, whose labels stand beside them.
type Slices struct {
	Of    blocks.Aligned // the slice of each row, counted from 0
	Sizes []int          // rows of each slice, at least 1

	Weights []float64 // of each slice, where rows have weights; nil means as many as its rows
}

// Weight is that of slice j: its rows, each by its weight.
func (s Slices) Weight(j int) float64 {
	return output.Slices{Sizes: s.Sizes, Weights: s.Weights}.Weight(j)
}

// CanSlice reports whether an output can be cut into slices.
func CanSlice(y output.Output) bool {
	_, here := y.(output.Sliced)
	far, elsewhere := y.(*Output)
	return here || elsewhere && far.Kind() != output.KindLabels
}

// NoClasses reports whether an output is elsewhere and no class.
func NoClasses(y output.Output) bool {
	far, elsewhere := y.(*Output)
	return elsewhere && far.Kind() != output.KindClass
}

// SlicesOf is [output.SlicesOf] for outputs that may be elsewhere.
func SlicesOf(ctx context.Context, x rows.Source, y output.Output, count int) (Slices, error) {
	far, elsewhere := y.(*Output)
	if !elsewhere {
		weights, err := blocks.AllWeights(ctx, x)
		if err != nil {
			return Slices{}, err
		}
		return InMemory(output.SlicesOf(y.(output.Sliced), count, weights)), nil
	}
	if far.Kind() == output.KindClass {
		return far.classes().by(ctx, x)
	}
	s, err := far.slices(ctx, x, count)
	if err != nil {
		return s, err
	}
	return s.by(ctx, x)
}

// InMemory are slices of an output in memory.
func InMemory(s output.Slices) Slices { return Slices{blocks.Labels(s.Of), s.Sizes, s.Weights} }

// classes makes one slice of each class.
func (y *Output) classes() Slices {
	c := &cuts{Values: y.values, Uppers: [][][]float64{{y.values.Classes}}}
	return Slices{Of: blocks.Apply(c, y.raw()), Sizes: y.sizes}
}

// by is the same slices with the weight of each, where the rows of x have weights.
func (s Slices) by(ctx context.Context, x rows.Source) (Slices, error) {
	if !blocks.IsWeighted(x) {
		return s, nil
	}
	bounds := make([]float64, len(s.Sizes)-1)
	for k := range bounds {
		bounds[k] = float64(k + 1)
	}
	sum, err := blocks.Sum[*shares](ctx, x, &sharesOf{bounds, 1}, s.Of)
	if err != nil {
		return s, err
	}
	s.Weights = sum.sums
	return s, nil
}

// slices cuts as [output.SlicedByWeight] does numbers, by the weights of the rows of x: by the
// first column, then each slice by the second, and so on.
func (y *Output) slices(ctx context.Context, x rows.Source, count int) (Slices, error) {
	unit, err := unitOfWeights(ctx, x)
	if err != nil {
		return Slices{}, err
	}
	each := output.CutsOfEach(count, y.values.Columns)
	c := &cuts{Values: y.values}
	sizes := []int{y.Len()}
	for j := range y.values.Columns {
		o := y.uncounted(y.column(j), c, len(sizes))
		if unit > 0 {
			o.x, o.unit = x, unit
		}
		if err := o.count(ctx); err != nil {
			return Slices{}, err
		}
		ends, err := o.cut(ctx, each)
		if err != nil {
			return Slices{}, err
		}
		sizes = nil
		uppers := make([][]float64, len(ends))
		for g, list := range ends {
			before := 0
			for _, end := range list {
				uppers[g] = append(uppers[g], end.value)
				sizes, before = append(sizes, end.upTo-before), end.upTo
			}
		}
		c = &cuts{y.values, append(slices.Clone(c.Uppers), uppers)}
	}
	return Slices{Of: blocks.Apply(c, y.raw()), Sizes: sizes}, nil
}

// cut cuts each group into about count slices, and returns the last of each.
func (o *order) cut(ctx context.Context, count int) ([][]ranked, error) {
	ends := make([][]ranked, len(o.of))
	for g := range o.of {
		if len(o.of[g].edges) > count {
			continue
		}
		levels, err := o.levels(ctx, g)
		if err != nil {
			return nil, err
		}
		if len(levels) <= count {
			ends[g] = levels
		}
	}
	for {
		unknown, ranks := false, make([][]int, len(o.of))
		for g := range o.of {
			if ends[g] == nil {
				walk := o.of[g].walk
				if o.unit > 0 {
					walk = o.of[g].walkByWeight
				}
				list, ask := walk(count)
				if ranks[g] = ask; len(ask) == 0 {
					ends[g] = list
				}
				unknown = unknown || len(ask) > 0
			}
		}
		if !unknown {
			return ends, nil
		}
		if err := o.learn(ctx, ranks); err != nil {
			return nil, err
		}
	}
}

// walk cuts a group as far as its numbers are known, every slice taking ⌊n/count⌋ rows and
// those that equal its last; the last slice also takes the one or two rows that would be
// left. Ranks that have to be known come back, as if there were no ties behind them.
func (g *ordered) walk(count int) (ends []ranked, ask []int) {
	n := g.size()
	for end := 0; end < n-2; {
		last := min(end+max(1, n/count), n) - 1
		r, known := g.look(last)
		if !known {
			ask = append(ask, last)
			r.upTo = last + 1
		}
		if end = r.upTo; end >= n-2 {
			last, r = n-1, ranked{upTo: n}
			if final, known := g.look(last); known {
				r = final
			} else {
				ask = append(ask, last)
			}
			end = n
		}
		ends = append(ends, r)
	}
	return ends, ask
}

// cuts numbers the slices that rows are in: those of the first column by their largest
// numbers, within each of these those of the second column, and so on. Of classes, each is a
// slice.
type cuts struct {
	Values *Values
	Uppers [][][]float64 // by column, by slice so far
}

func (c *cuts) Kind() string { return "slices" }

func (c *cuts) Takes() int { return c.Values.Takes() }

func (c *cuts) Width() int { return 1 }

func (c *cuts) Complete() error {
	groups := 1
	if len(c.Uppers) > c.Values.Columns {
		return blocks.ErrInconsistent
	}
	for _, uppers := range c.Uppers {
		if len(uppers) != groups || ascending(uppers) != nil {
			return blocks.ErrInconsistent
		}
		groups = 0
		for _, list := range uppers {
			if groups += len(list); len(list) == 0 {
				return blocks.ErrInconsistent
			}
		}
	}
	return nil
}

func (c *cuts) Of(dst, target linalg.Matrix, _ int) {
	starts := make([][]int, len(c.Uppers)) // the number of each slice's first part
	for j, uppers := range c.Uppers {
		starts[j] = make([]int, len(uppers))
		for g := 1; g < len(uppers); g++ {
			starts[j][g] = starts[j][g-1] + len(uppers[g-1])
		}
	}
	plain := *c.Values
	plain.Classes = nil // their numbers, not columns of 0 and 1
	row := make([]float64, plain.Columns)
	for i := range target.Rows {
		plain.row(row, target.Row(i))
		g := 0
		for j, uppers := range c.Uppers {
			k, _ := slices.BinarySearch(uppers[g], row[j])
			g = starts[j][g] + min(k, len(uppers[g])-1)
		}
		dst.Set(i, 0, float64(g))
	}
}

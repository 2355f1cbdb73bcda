package target

import (
	"context"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Slices is a division of the rows, as [output.Slices] has it, whose labels stand beside them.
type Slices struct {
	Of    aggregate.Aligned // the slice of each row, counted from 0
	Sizes []int             // rows of each slice, at least 1

	Weights []float64 // of each slice, where rows have weights; nil means as many as its rows
}

// Weight is that of slice j: its rows, each by its weight.
func (s Slices) Weight(j int) float64 {
	return output.Slices{Sizes: s.Sizes, Weights: s.Weights}.Weight(j)
}

// SlicesOf is [output.SlicesOf] by the weights of the rows of x. Where numbers are apart, rows that
// are drawn tell where to cut, and all rows how large the slices are.
func SlicesOf(ctx context.Context, x rows.Source, y output.Output, count int) (Slices, error) {
	d, apart := describe(y)
	if !apart {
		weights, err := aggregate.AllWeights(ctx, x)
		if err != nil {
			return Slices{}, err
		}
		return InMemory(output.SlicesOf(y.(output.Sliced), count, weights)), nil
	}
	c := &cuts{Values: d.Values, Uppers: [][][]float64{{d.Values.Classes}}}
	if y.Kind() != output.KindClass {
		var err error
		if c.Uppers, err = d.uppers(ctx, x, count); err != nil {
			return Slices{}, err
		}
	}
	return d.counted(ctx, x, aggregate.Apply(c, d.Target), c.count())
}

// InMemory are slices of an output in memory.
func InMemory(s output.Slices) Slices { return Slices{aggregate.Labels(s.Of), s.Sizes, s.Weights} }

// InOne is a single slice of n rows.
func InOne(n int) Slices { return InMemory(output.Slices{Of: make([]int, n), Sizes: []int{n}}) }

// counted is slices with the rows of each, and their weights where the rows of x have some.
func (d description) counted(ctx context.Context, x rows.Source, of aggregate.Aligned, count int) (Slices, error) {
	s := Slices{Of: of, Sizes: make([]int, count)}
	sizes, err := d.Values.Counts, error(nil) // of classes
	if sizes == nil {
		sizes, err = Counts(ctx, d.Target.Source, of, count)
	}
	if err == nil && aggregate.IsWeighted(x) {
		s.Weights, err = Counts(ctx, x, of, count)
	}
	for k, n := range sizes {
		s.Sizes[k] = int(n)
	}
	return s, err
}

// uppers are the largest numbers of slices, as [output.SlicedByWeight] makes them of the rows
// drawn: by the first column, then each slice by the second, and so on.
func (d description) uppers(ctx context.Context, x rows.Source, count int) (all [][][]float64, err error) {
	which := Sample(x.Len())
	raw, err := d.take(ctx, which)
	if err != nil {
		return nil, err
	}
	weights, err := aggregate.WeightsOf(ctx, x, which)
	if err != nil {
		return nil, err
	}
	each := 1 // parts of each column, so that they make count slices together
	for math.Pow(float64(each), float64(raw.Cols)) < float64(count) {
		each++
	}
	values := linalg.New(raw.Rows, raw.Cols)
	d.Values.Set(values, raw)
	if output.Numbers(values.Data).Check() != nil { // but all rows are not the same
		return nil, tooRare(x.Len())
	}
	parents, groups, most := make([]int, raw.Rows), 1, 1
	for j := range values.Cols {
		most *= each
		part := parts.Numbers(nil, j+1, values.Columns(0, j+1).Clone().Data)
		s := output.SlicesOf(part.(output.Sliced), most, weights)
		all = append(all, ends(values, j, s, parents, groups))
		parents, groups = s.Of, len(s.Sizes)
	}
	return all, nil
}

// ends are the largest numbers in column j of slices, listed by the slice that each is a part of.
func ends(values linalg.Matrix, j int, s output.Slices, parents []int, groups int) [][]float64 {
	largest, of := make([]float64, len(s.Sizes)), make([]int, len(s.Sizes))
	for k := range largest {
		largest[k] = math.Inf(-1)
	}
	for i, k := range s.Of {
		largest[k], of[k] = max(largest[k], values.At(i, j)), parents[i]
	}
	lists := make([][]float64, groups)
	for k, v := range largest {
		lists[of[k]] = append(lists[of[k]], v)
	}
	return lists
}

// cuts numbers the slices that rows are in: those of the first column by their largest
// numbers, within each of these those of the second column, and so on. Of classes, each is a
// slice.
type cuts struct {
	Values *Values
	Uppers [][][]float64 // by column, by slice so far
}

func (c *cuts) Kind() string { return "slices" }

func (c *cuts) Takes() int { return c.Values.Columns }

func (c *cuts) Width() int { return 1 }

// count is how many slices there are.
func (c *cuts) count() (n int) {
	for _, list := range c.Uppers[len(c.Uppers)-1] {
		n += len(list)
	}
	return n
}

func (c *cuts) Complete() error {
	groups := 1
	if len(c.Uppers) > c.Values.Columns {
		return aggregate.ErrInconsistent
	}
	for _, uppers := range c.Uppers {
		if len(uppers) != groups {
			return aggregate.ErrInconsistent
		}
		groups = 0
		for _, list := range uppers {
			if groups += len(list); len(list) == 0 || !ascending(list) {
				return aggregate.ErrInconsistent
			}
		}
	}
	return nil
}

func ascending(list []float64) bool {
	for k := range list {
		if k > 0 && !(list[k-1] < list[k]) || list[k] != list[k] {
			return false
		}
	}
	return true
}

func (c *cuts) Of(dst, target linalg.Matrix, _ int) {
	starts := make([][]int, len(c.Uppers)) // the number of each slice's first part
	for j, uppers := range c.Uppers {
		starts[j] = make([]int, len(uppers))
		for g := 1; g < len(uppers); g++ {
			starts[j][g] = starts[j][g-1] + len(uppers[g-1])
		}
	}
	row := make([]float64, c.Values.Columns)
	for i := range target.Rows {
		c.Values.plain(row, target.Row(i))
		g := 0
		for j, uppers := range c.Uppers {
			k, _ := slices.BinarySearch(uppers[g], row[j])
			g = starts[j][g] + min(k, len(uppers[g])-1)
		}
		dst.Set(i, 0, float64(g))
	}
}

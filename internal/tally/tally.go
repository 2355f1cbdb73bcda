// Package tally counts the values of columns that are nearly constant.
package tally

import (
	"context"
	"math"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/wire"
	"suffice/rows"
)

// Column counts the different values of a column.
type Column struct {
	values    []float64
	counts    []int
	all, most int // rows, and those of the most frequent value
}

// add counts n rows more.
func (c *Column) add(v float64, n int) {
	k := slices.Index(c.values, v)
	if k < 0 {
		k = len(c.values)
		c.values, c.counts = append(c.values, v), append(c.counts, 0)
	}
	c.counts[k] += n
	c.all, c.most = c.all+n, max(c.most, c.counts[k])
}

// Differ is how many rows do not have the usual value.
func (c *Column) Differ() int { return c.all - c.most }

// Usual is the most frequent value, the smallest of several.
func (c *Column) Usual() float64 {
	usual := math.Inf(1)
	for k, v := range c.values {
		if c.counts[k] == c.most {
			usual = min(usual, v)
		}
	}
	return usual
}

// NearlyConstant counts the values of those of the columns that are the same but in fewer
// than rare rows. Most columns are seen not to be within a few rows, so that it seldom
// reads more than a block.
func NearlyConstant(ctx context.Context, x rows.Source, columns []int, rare int) (map[int]*Column, error) {
	found := map[int]*Column{}
	if len(columns) == 0 {
		return found, nil
	}
	_, sparse := x.(rows.Sparse)
	sum, err := blocks.Sum[*tallies](ctx, x, &talliesOf{columns: columns, width: x.Width(), rare: rare, sparse: sparse})
	if err != nil {
		return nil, err
	}
	for k, column := range sum.columns {
		if column != nil {
			found[columns[k]] = column
		}
	}
	return found, nil
}

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds { return blocks.Kinds{"tallies": read} }

// talliesOf asks for the values of some columns.
type talliesOf struct {
	columns []int
	width   int
	rare    int
	sparse  bool
}

// Kind implements blocks.Statistic.
func (of *talliesOf) Kind() string { return "tallies" }

// Zero implements blocks.Statistic.
func (of *talliesOf) Zero() blocks.Partial {
	t := &tallies{of: of, columns: make([]*Column, len(of.columns))}
	for k := range t.columns {
		t.columns[k] = &Column{}
	}
	return t
}

// Plan implements blocks.Statistic.
func (of *talliesOf) Plan(_, width int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(rows.BlockLen(width)), Sparse: of.sparse}
}

// AppendBinary implements blocks.Statistic.
func (of *talliesOf) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Int(wire.Int(wire.Ints(to, of.columns), of.width), of.rare)
	return wire.Bools(to, []bool{of.sparse}), nil
}

func read(r *wire.Reader) (blocks.Statistic, error) {
	of := &talliesOf{columns: r.Ints(), width: r.Int(), rare: r.Int()}
	sparse := r.Bools()
	if len(sparse) != 1 || slices.ContainsFunc(of.columns, func(j int) bool { return j < 0 || j >= of.width }) {
		return nil, blocks.ErrInconsistent
	}
	of.sparse = sparse[0]
	return of, nil
}

// tallies are those of each column, or nil where as many rows differ as are not rare: more
// rows do not change that.
type tallies struct {
	of      *talliesOf
	rows    int
	columns []*Column
}

// Count implements blocks.Partial.
func (t *tallies) Count() int { return t.rows }

// Finished reports whether all columns vary.
func (t *tallies) Finished() bool {
	return !slices.ContainsFunc(t.columns, func(c *Column) bool { return c != nil })
}

// Add implements blocks.Partial.
func (t *tallies) Add(block blocks.Block) error {
	if err := block.CheckInputs(t.of.width); err != nil {
		return err
	}
	t.rows += block.Rows
	if t.of.sparse {
		return t.addSparse(block)
	}
	for k, j := range t.of.columns {
		for at := j; at < len(block.X) && t.columns[k] != nil; at += t.of.width {
			t.add(k, block.X[at], 1)
		}
	}
	return nil
}

// add counts rows of column k.
func (t *tallies) add(k int, v float64, n int) {
	if t.columns[k].add(v, n); t.columns[k].Differ() >= t.of.rare {
		t.columns[k] = nil
	}
}

func (t *tallies) addSparse(block blocks.Block) error {
	if err := block.CheckSparse(); err != nil {
		return err
	}
	number, zeros := map[uint32]int{}, make([]int, len(t.columns))
	for k, j := range t.of.columns {
		number[uint32(j)], zeros[k] = k, block.Rows
	}
	for e, j := range block.Sparse.Columns {
		if k, ok := number[j]; ok && t.columns[k] != nil {
			zeros[k]--
			t.add(k, block.Sparse.Values[e], 1)
		}
	}
	for k, n := range zeros {
		if n > 0 && t.columns[k] != nil {
			t.add(k, 0, n)
		}
	}
	return nil
}

// Merge implements blocks.Partial.
func (t *tallies) Merge(other blocks.Partial) error {
	o, ok := other.(*tallies)
	if !ok || o.of != t.of {
		return blocks.ErrOther(t.of)
	}
	t.rows += o.rows
	for k, column := range o.columns {
		if column == nil {
			t.columns[k] = nil
			continue
		}
		for i, v := range column.values {
			if t.columns[k] != nil {
				t.add(k, v, column.counts[i])
			}
		}
	}
	return nil
}

// AppendBinary implements blocks.Partial.
func (t *tallies) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Int(to, t.rows)
	for _, c := range t.columns {
		to = wire.Bools(to, []bool{c != nil})
		if c != nil {
			to = wire.Ints(wire.Floats(to, c.values), c.counts)
		}
	}
	return to, nil
}

// UnmarshalBinary implements blocks.Partial.
func (t *tallies) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	t.rows = r.Int()
	for k := range t.columns {
		there := r.Bools()
		if len(there) != 1 {
			return blocks.ErrInconsistent
		}
		if !there[0] {
			t.columns[k] = nil
			continue
		}
		c := &Column{values: r.Floats(), counts: r.Ints()}
		if len(c.counts) != len(c.values) {
			return blocks.ErrInconsistent
		}
		for _, n := range c.counts {
			c.all, c.most = c.all+n, max(c.most, n)
		}
		t.columns[k] = c
	}
	return r.Err()
}

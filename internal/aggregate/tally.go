package aggregate

import (
	"context"
	"math"
	"slices"

	"suffice/rows"
)

// Tally counts the different values of a column.
type Tally struct {
	Varies bool // as many rows differ as are not rare: more do not change that
	Values []float64
	Counts []int

	all, most int // rows, and those of the most frequent value
}

func (c *Tally) Complete() error {
	for _, n := range c.Counts {
		c.all, c.most = c.all+n, max(c.most, n)
	}
	return Consistent(len(c.Counts) == len(c.Values))
}

// add counts n rows more.
func (c *Tally) add(v float64, n int) {
	k := slices.Index(c.Values, v)
	if k < 0 {
		k = len(c.Values)
		c.Values, c.Counts = append(c.Values, v), append(c.Counts, 0)
	}
	c.Counts[k] += n
	c.all, c.most = c.all+n, max(c.most, c.Counts[k])
}

// Differ is how many rows do not have the usual value.
func (c *Tally) Differ() int { return c.all - c.most }

// Usual is the most frequent value, the smallest of several.
func (c *Tally) Usual() float64 {
	usual := math.Inf(1)
	for k, v := range c.Values {
		if c.Counts[k] == c.most {
			usual = min(usual, v)
		}
	}
	return usual
}

// NearlyConstant counts the values of those of the columns that are the same but in fewer
// than rare rows. Most columns are seen not to be within a few rows, so that it seldom
// reads more than a block.
func NearlyConstant(ctx context.Context, x rows.Source, columns []int, rare int) (map[int]*Tally, error) {
	found := map[int]*Tally{}
	if len(columns) == 0 {
		return found, nil
	}
	_, sparse := x.(rows.Sparse)
	sum, err := Sum[*tallies](ctx, x, &talliesOf{columns, x.Width(), rare, sparse})
	if err != nil {
		return nil, err
	}
	for k := range sum.Columns {
		if column := &sum.Columns[k]; !column.Varies {
			found[columns[k]] = column
		}
	}
	return found, nil
}

// talliesOf asks for the values of some columns.
type talliesOf struct {
	Columns []int
	Width   int
	Rare    int
	Sparse  bool
}

func (of *talliesOf) Kind() string { return "tallies" }

func (of *talliesOf) Weighs() bool { return false }

func (of *talliesOf) Zero() Partial {
	return &tallies{of: of, Columns: make([]Tally, len(of.Columns))}
}

func (of *talliesOf) Plan(_, width int) Plan {
	return Plan{Parts: InTurn(rows.BlockLen(width)), Sparse: of.Sparse}
}

func (of *talliesOf) Complete() error {
	return Consistent(!slices.ContainsFunc(of.Columns, func(j int) bool { return j < 0 || j >= of.Width }))
}

// tallies are those of each column.
type tallies struct {
	Rows    int
	Columns []Tally

	of *talliesOf
}

func (t *tallies) Count() int { return t.Rows }

// Finished reports whether all columns vary.
func (t *tallies) Finished() bool {
	return !slices.ContainsFunc(t.Columns, func(c Tally) bool { return !c.Varies })
}

func (t *tallies) Add(block Block) error {
	if err := block.CheckInputs(t.of.Width); err != nil {
		return err
	}
	t.Rows += block.Rows
	if t.of.Sparse {
		return t.addSparse(block)
	}
	for k, j := range t.of.Columns {
		for at := j; at < len(block.X) && !t.Columns[k].Varies; at += t.of.Width {
			t.add(k, block.X[at], 1)
		}
	}
	return nil
}

// add counts rows of column k, unless it varies.
func (t *tallies) add(k int, v float64, n int) {
	c := &t.Columns[k]
	if c.Varies {
		return
	}
	if c.add(v, n); c.Differ() >= t.of.Rare {
		*c = Tally{Varies: true}
	}
}

func (t *tallies) addSparse(block Block) error {
	if err := block.CheckSparse(); err != nil {
		return err
	}
	number, zeros := map[uint32]int{}, make([]int, len(t.Columns))
	for k, j := range t.of.Columns {
		number[uint32(j)], zeros[k] = k, block.Rows
	}
	for e, j := range block.Sparse.Columns {
		if k, ok := number[j]; ok {
			zeros[k]--
			t.add(k, block.Sparse.Values[e], 1)
		}
	}
	for k, n := range zeros {
		if n > 0 {
			t.add(k, 0, n)
		}
	}
	return nil
}

func (t *tallies) Merge(other Partial) error {
	o, ok := other.(*tallies)
	if !ok || o.of != t.of {
		return ErrOther(t.of)
	}
	t.Rows += o.Rows
	for k, column := range o.Columns {
		if column.Varies {
			t.Columns[k] = Tally{Varies: true}
		}
		for i, v := range column.Values {
			t.add(k, v, column.Counts[i])
		}
	}
	return nil
}

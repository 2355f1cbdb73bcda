package rows

import "context"

// Sparse is a Source whose rows are mostly zeros and that can give what is not.
type Sparse interface {
	Source
	// SparseBlock returns rows [from, to) without their zeros. It may use the memory of
	// buf, which is an earlier result or zero, or return memory of its own, which the
	// caller must not change. Like Block, it may be called by several at once.
	SparseBlock(ctx context.Context, from, to int, buf Compressed) (Compressed, error)
}

// Compressed is rows without their zeros: row i has Values[Starts[i]:Starts[i+1]] in the
// columns that Columns names at the same places, ascending.
type Compressed struct {
	Starts  []int
	Columns []uint32
	Values  []float64
}

// Len is the number of rows.
func (c Compressed) Len() int { return max(0, len(c.Starts)-1) }

// Row returns the columns of row i that are not zero, and their values.
func (c Compressed) Row(i int) (columns []uint32, values []float64) {
	from, to := c.Starts[i], c.Starts[i+1]
	return c.Columns[from:to], c.Values[from:to]
}

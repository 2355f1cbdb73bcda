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

// sparseRows is how many rows without their zeros are read at a time.
const sparseRows = 4096

// EachSparse calls visit for consecutive blocks of rows of x without their zeros, in
// order. A block is valid until visit returns.
func EachSparse(ctx context.Context, x Sparse, visit func(from, to int, block Compressed)) error {
	var buf Compressed
	for from := 0; from < x.Len(); from += sparseRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+sparseRows, x.Len())
		block, err := x.SparseBlock(ctx, from, to, buf)
		if err != nil {
			return err
		}
		visit(from, to, block)
		buf = block
	}
	return ctx.Err()
}

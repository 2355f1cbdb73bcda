package rows

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/sampling"
)

// Subset copies the given rows of x, in the given order, with the names and levels of
// its columns.
// Where the rows are ascending, x is read once from its beginning to its end.
func Subset(ctx context.Context, x Source, which []int) (*Matrix, error) {
	d := x.Width()
	for _, i := range which {
		if i < 0 || i >= x.Len() {
			return nil, fmt.Errorf("there is no row %d of %d", i+1, x.Len())
		}
	}
	part := &Matrix{width: d, data: make([]float64, len(which)*d), names: Names(x), levels: Levels(x)}
	size := BlockLen(d)
	buf := make([]float64, min(size, x.Len())*d)
	var block []float64
	from, to := 0, 0 // the rows in block
	for k, i := range which {
		if i < from || i >= to {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			from = i / size * size
			to = min(from+size, x.Len())
			var err error
			if block, err = x.Block(ctx, from, to, buf); err != nil {
				return nil, err
			}
		}
		copy(part.Row(k), block[(i-from)*d:(i-from+1)*d])
	}
	return part, ctx.Err()
}

// Take copies the given rows of x, in the given order: without their zeros where x is
// [Sparse], and with them by [Subset] elsewhere; with their weights where x is [Weighted].
func Take(ctx context.Context, x Source, which []int) (Source, error) {
	if sparse, ok := x.(Sparse); ok {
		part, err := SparseSubset(ctx, sparse, which)
		if err != nil {
			return nil, err
		}
		return withWeightsOf(x, part, which)
	}
	part, err := Subset(ctx, x, which)
	if err != nil {
		return nil, err
	}
	return withWeightsOf(x, part, which)
}

// SparseSubset copies the given rows of x without their zeros, in the given order, with
// the names and levels of its columns. x is read once, from its beginning to its end.
func SparseSubset(ctx context.Context, x Sparse, which []int) (*CompressedMatrix, error) {
	for _, i := range which {
		if i < 0 || i >= x.Len() {
			return nil, fmt.Errorf("there is no row %d of %d", i+1, x.Len())
		}
	}
	part, err := sparseInOrder(ctx, x, which)
	if err != nil {
		return nil, err
	}
	return &CompressedMatrix{width: x.Width(), data: part, names: Names(x), levels: Levels(x)}, nil
}

// sparseInOrder reads rows in ascending order and puts them into the order of which.
func sparseInOrder(ctx context.Context, x Sparse, which []int) (Compressed, error) {
	order := sampling.Ascending(which)
	part := Compressed{Starts: []int{0}}
	var block Compressed
	from, to := 0, 0 // the rows in block
	for _, k := range order {
		if i := which[k]; i >= to {
			if err := ctx.Err(); err != nil {
				return Compressed{}, err
			}
			from = i / sparseRows * sparseRows
			to = min(from+sparseRows, x.Len())
			var err error
			if block, err = x.SparseBlock(ctx, from, to, block); err != nil {
				return Compressed{}, err
			}
		}
		part.add(block.Row(which[k] - from))
	}
	if slices.IsSorted(order) {
		return part, ctx.Err()
	}
	place := make([]int, len(order)) // of each row of which in part
	for at, k := range order {
		place[k] = at
	}
	ordered := Compressed{Starts: []int{0}}
	for _, at := range place {
		ordered.add(part.Row(at))
	}
	return ordered, ctx.Err()
}

// add appends a row.
func (c *Compressed) add(columns []uint32, values []float64) {
	c.Columns = append(c.Columns, columns...)
	c.Values = append(c.Values, values...)
	c.Starts = append(c.Starts, len(c.Columns))
}

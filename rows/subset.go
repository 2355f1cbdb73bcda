package rows

import (
	"context"
	"fmt"
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

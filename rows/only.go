package rows

import (
	"context"
	"fmt"
)

// Only is the given rows of x, ascending, without a copy of them: they are read as they are
// asked for.
func Only(x Source, which []int) (Source, error) {
	for k, i := range which {
		if i < 0 || i >= x.Len() || k > 0 && i <= which[k-1] {
			return nil, fmt.Errorf("row %d of %d is not there or not in order", i+1, x.Len())
		}
	}
	some := only{Unweighted(x), which}
	if sparse, ok := some.Source.(Sparse); ok {
		return withWeightsOf(x, onlySparse{some, sparse}, which)
	}
	return withWeightsOf(x, some, which)
}

// only is some rows of a source.
type only struct {
	Source
	which []int
}

func (o only) Len() int                 { return len(o.which) }
func (o only) Names() []string          { return Names(o.Source) }
func (o only) Levels() map[string]Level { return Levels(o.Source) }

// Block implements Source. It reads what lies between rows too, a block at a time.
func (o only) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	d := o.Width()
	dst, size := buf[:(to-from)*d], BlockLen(d)
	kept := buffers.Get().(*[]float64)
	defer buffers.Put(kept)
	if cap(*kept) < size*d {
		*kept = make([]float64, size*d)
	}
	for at := from; at < to; {
		first := o.which[at]
		end := min(first+size, o.which[to-1]+1)
		block, err := o.Source.Block(ctx, first, end, (*kept)[:(end-first)*d])
		if err != nil {
			return nil, err
		}
		for ; at < to && o.which[at] < end; at++ {
			copy(dst[(at-from)*d:(at-from+1)*d], block[(o.which[at]-first)*d:])
		}
	}
	return dst, nil
}

// onlySparse is the same of rows that are mostly zeros.
type onlySparse struct {
	only
	sparse Sparse
}

// SparseBlock implements Sparse, in memory of its own.
func (o onlySparse) SparseBlock(ctx context.Context, from, to int, _ Compressed) (Compressed, error) {
	part := Compressed{Starts: []int{0}}
	var block Compressed
	for at := from; at < to; {
		first := o.which[at]
		end := min(first+sparseRows, o.which[to-1]+1)
		var err error
		if block, err = o.sparse.SparseBlock(ctx, first, end, block); err != nil {
			return Compressed{}, err
		}
		for ; at < to && o.which[at] < end; at++ {
			part.add(block.Row(o.which[at] - first))
		}
	}
	return part, nil
}

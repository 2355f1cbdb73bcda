package blocks

import (
	"context"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Products with the standardised rows A = (X - 1 meanᵀ) diag(1/scale). Where the source
// is [Sparse], they cost what is not zero, once for each row of weights: the means are
// taken away from the product instead of from the rows.

// productValues is about how many values a block of standardised rows holds.
const productValues = 1 << 20

// productRows is how many rows of the given width are multiplied at a time.
func productRows(width int) int { return max(8, min(4096, productValues/max(1, width))) }

// Times sets dst, which has a row for each row of s, to A vᵀ: v has a row of weights on
// the columns for each column of dst.
func (s *Standard) Times(ctx context.Context, dst, v linalg.Matrix) error {
	if sparse, ok := s.Source.(rows.Sparse); ok {
		return s.timesSparse(ctx, sparse, dst, v)
	}
	return rows.Each(ctx, s, productRows(s.Width()), func(from, to int, block []float64) error {
		linalg.MulT(dst.Slice(from, to), linalg.Of(to-from, s.Width(), block), v)
		return nil
	})
}

// Combine returns fᵀ A: the combinations of the rows of s whose weights are the columns
// of f.
func (s *Standard) Combine(ctx context.Context, f linalg.Matrix) (linalg.Matrix, error) {
	if sparse, ok := s.Source.(rows.Sparse); ok {
		return s.combineSparse(ctx, sparse, f)
	}
	out := linalg.New(f.Cols, s.Width())
	err := rows.Each(ctx, s, productRows(s.Width()), func(from, to int, block []float64) error {
		linalg.AddTMul(out, 1, f.Slice(from, to), linalg.Of(to-from, s.Width(), block))
		return nil
	})
	return out, err
}

// MeanSquare is the mean of |a|² over the rows a of A: the sum of the columns' variances.
func (s *Standard) MeanSquare(ctx context.Context) (float64, error) {
	var sum float64
	n := float64(s.Len())
	sparse, ok := s.Source.(rows.Sparse)
	if !ok {
		err := rows.Each(ctx, s, productRows(s.Width()), func(_, _ int, block []float64) error {
			sum += linalg.Dot(block, block) / n
			return nil
		})
		return sum, err
	}
	for j, m := range s.Mean {
		m /= s.Scale[j]
		sum += m * m
	}
	err := rows.EachSparse(ctx, sparse, func(_, _ int, block rows.Compressed) {
		for t, j := range block.Columns { // (x-m)² - m², since m² is counted for all
			v, m := block.Values[t]/s.Scale[j], s.Mean[j]/s.Scale[j]
			sum += v * (v - 2*m) / n
		}
	})
	return max(0, sum), err
}

// weighted returns diag(1/scale) vᵀ, with a row for each column of s, and the product of
// the means with it. Columns that do not vary have no weight.
func (s *Standard) weighted(v linalg.Matrix) (t linalg.Matrix, mean []float64) {
	t, mean = v.Transposed(), make([]float64, v.Rows)
	for _, j := range s.Constant {
		clear(t.Row(j))
	}
	for j, scale := range s.Scale {
		row := t.Row(j)
		for k := range row {
			row[k] /= scale
		}
		linalg.Axpy(s.Mean[j], row, mean)
	}
	return t, mean
}

func (s *Standard) timesSparse(ctx context.Context, x rows.Sparse, dst, v linalg.Matrix) error {
	t, mean := s.weighted(v)
	return rows.EachSparse(ctx, x, func(from, to int, block rows.Compressed) {
		linalg.Parallel(to-from, 128, func(a, b int) {
			for i := a; i < b; i++ {
				row := dst.Row(from + i)
				clear(row)
				columns, values := block.Row(i)
				for k, j := range columns {
					linalg.Axpy(values[k], t.Row(int(j)), row)
				}
				linalg.Axpy(-1, mean, row)
			}
		})
	})
}

// combineWidth is how many columns of f a core takes at a time.
const combineWidth = 8

func (s *Standard) combineSparse(ctx context.Context, x rows.Sparse, f linalg.Matrix) (linalg.Matrix, error) {
	sum := linalg.New(s.Width(), f.Cols)
	err := rows.EachSparse(ctx, x, func(from, to int, block rows.Compressed) {
		linalg.Parallel(f.Cols, combineWidth, func(a, b int) {
			for i := range to - from {
				weights := f.Row(from + i)[a:b]
				columns, values := block.Row(i)
				for k, j := range columns {
					addTimes(sum.Row(int(j))[a:b], values[k], weights)
				}
			}
		})
	})
	if err != nil {
		return linalg.Matrix{}, err
	}
	total := make([]float64, f.Cols)
	for i := range f.Rows {
		linalg.Axpy(1, f.Row(i), total)
	}
	for j, scale := range s.Scale {
		row := sum.Row(j)
		linalg.Axpy(-s.Mean[j], total, row)
		for k := range row {
			row[k] /= scale
		}
	}
	for _, j := range s.Constant {
		clear(sum.Row(j)) // not what rounding has left of it
	}
	return sum.Transposed(), nil
}

// addTimes adds v w to a few sums.
func addTimes(sums []float64, v float64, w []float64) {
	w = w[:len(sums)]
	for k := range sums {
		sums[k] += v * w[k]
	}
}

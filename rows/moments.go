package rows

import (
	"context"
	"slices"

	"suffice/internal/linalg"
)

// moments are the running mean and sum of squared deviations of each column, and
// whether it varies. Means are counted from the first row, so that a large offset costs
// no digits.
type moments struct {
	n                     int
	origin, mean, squares []float64
	varies                []bool

	rough, deviation, sum, sumSquares []float64 // of the block at hand
}

func newMoments(width int) *moments {
	values := make([]float64, 7*width)
	column := func(k int) []float64 { return values[k*width : (k+1)*width] }
	return &moments{
		origin: column(0), mean: column(1), squares: column(2), varies: make([]bool, width),
		rough: column(3), deviation: column(4), sum: column(5), sumSquares: column(6),
	}
}

// momentsOf reads the rows of x once, in parts side by side. It fails on the first row
// that has a value which is not finite.
func momentsOf(ctx context.Context, x Source) (*moments, error) {
	parts := Divide(x.Len(), x.Width(), 7*x.Width())
	sums, bad := make([]*moments, parts.Count), make([]*NotFinite, parts.Count)
	for k := range sums {
		sums[k] = newMoments(x.Width())
	}
	err := parts.Each(ctx, x, func(part, from, to int, piece []float64) {
		if bad[part] == nil {
			bad[part] = sums[part].add(x, from, linalg.Of(to-from, x.Width(), piece))
		}
	})
	if err != nil {
		return nil, err
	}
	var first *NotFinite
	for _, b := range bad {
		if b != nil && (first == nil || b.Row < first.Row) {
			first = b
		}
	}
	if first != nil {
		return nil, *first
	}
	for _, part := range sums[1:] {
		sums[0].merge(part.n, part.origin, part.mean, part.squares)
		for j, varies := range part.varies {
			sums[0].varies[j] = sums[0].varies[j] || varies || part.n > 0 && part.origin[j] != sums[0].origin[j]
		}
	}
	return sums[0], nil
}

// add takes a block of rows into m, of which the first is row from of x.
func (m *moments) add(x Source, from int, block linalg.Matrix) *NotFinite {
	if m.n == 0 {
		copy(m.origin, block.Row(0))
	}
	clear(m.rough)
	for i := range block.Rows {
		linalg.Axpy(1, block.Row(i), m.rough)
	}
	for j := range m.rough {
		m.rough[j] /= float64(block.Rows)
	}
	if slices.ContainsFunc(m.rough, func(v float64) bool { return !isFinite(v) }) {
		if bad := notFinite(x, from, block); bad != nil {
			return bad
		}
	}
	m.deviations(block)
	m.findVarying(block)
	m.merge(block.Rows, m.rough, m.sum, m.sumSquares)
	return nil
}

// deviations sets sum to the mean of a block less rough, and sumSquares to its sum of
// squared deviations from the mean: those from rough, corrected for its rounding.
func (m *moments) deviations(block linalg.Matrix) {
	clear(m.sum)
	clear(m.sumSquares)
	for i := range block.Rows {
		copy(m.deviation, block.Row(i))
		linalg.Axpy(-1, m.rough, m.deviation)
		linalg.Axpy(1, m.deviation, m.sum)
		linalg.AddProducts(m.sumSquares, m.deviation, m.deviation)
	}
	rows := float64(block.Rows)
	for j, sum := range m.sum {
		m.sum[j] = sum / rows
		m.sumSquares[j] = max(0, m.sumSquares[j]-sum*sum/rows)
	}
}

// findVarying marks the columns that differ from the first row.
func (m *moments) findVarying(block linalg.Matrix) {
	for j, varies := range m.varies {
		for i := 0; i < block.Rows && !varies; i++ {
			varies = block.At(i, j) != m.origin[j]
		}
		m.varies[j] = varies
	}
}

// merge adds rows whose mean is origin + mean, and whose squared deviations from it sum
// to squares (Chan, Golub and LeVeque 1983).
func (m *moments) merge(n int, origin, mean, squares []float64) {
	if n == 0 {
		return
	}
	before, rows := float64(m.n), float64(n)
	after := before + rows
	for j := range m.mean {
		delta := origin[j] - m.origin[j] + mean[j] - m.mean[j]
		m.mean[j] += delta * rows / after
		m.squares[j] += squares[j] + delta*delta*before*rows/after
	}
	m.n += n
}

// notFinite locates the first value in a block that is not finite, if there is one.
func notFinite(x Source, from int, block linalg.Matrix) *NotFinite {
	for i := range block.Rows {
		for j, v := range block.Row(i) {
			if !isFinite(v) {
				return &NotFinite{Row: from + i, Column: Names(x)[j], Value: v}
			}
		}
	}
	return nil
}

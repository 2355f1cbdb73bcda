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

	reference, deviation, sum, sumSquares []float64 // of as many rows as a tile has
}

// tileValues is about how many values are worth a call of a vector function.
const tileValues = 512

// tileRows is how many rows of the given width make a tile.
func tileRows(width int) int { return max(1, tileValues/width) }

func newMoments(width int) *moments {
	column := func() []float64 { return make([]float64, width) }
	tile := func() []float64 { return make([]float64, tileRows(width)*width) }
	return &moments{
		origin: column(), mean: column(), squares: column(), varies: make([]bool, width),
		reference: tile(), deviation: tile(), sum: tile(), sumSquares: tile(),
	}
}

// repeat copies the first row of a tile to the others.
func repeat(tile []float64, width int) {
	for at := width; at < len(tile); at += width {
		copy(tile[at:at+width], tile[:width])
	}
}

// fold adds the other rows of a tile to the first, which it returns.
func fold(tile []float64, width int) []float64 {
	for at := width; at < len(tile); at += width {
		linalg.Axpy(1, tile[at:at+width], tile[:width])
	}
	return tile[:width]
}

// momentsOf reads the rows of x once, in parts side by side. It fails on the first row
// that has a value which is not finite.
func momentsOf(ctx context.Context, x Source) (*moments, error) {
	if sparse, ok := x.(Sparse); ok {
		return sparseMoments(ctx, sparse)
	}
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

// add takes a block of rows into m, of which the first is row from of x. Deviations are
// taken from the mean so far, or from that of the first block.
func (m *moments) add(x Source, from int, block linalg.Matrix) *NotFinite {
	width, rows := block.Cols, float64(block.Rows)
	reference := m.reference[:width]
	if m.n == 0 {
		copy(m.origin, block.Row(0))
		clear(reference)
		for i := range block.Rows {
			linalg.Axpy(1/rows, block.Row(i), reference)
		}
	} else {
		copy(reference, m.origin)
		linalg.Axpy(1, m.mean, reference)
	}
	sum, squares := m.deviations(block)
	if slices.ContainsFunc(sum, func(v float64) bool { return !isFinite(v) }) {
		if bad := notFinite(x, from, block); bad != nil {
			return bad
		}
	}
	for j, v := range sum { // the squared deviations from the mean of the block
		sum[j] = v / rows
		squares[j] = max(0, squares[j]-v*v/rows)
	}
	m.findVarying(block)
	m.merge(block.Rows, reference, sum, squares)
	return nil
}

// deviations sums the deviations of the rows of a block from the reference, and their
// squares.
func (m *moments) deviations(block linalg.Matrix) (sum, squares []float64) {
	repeat(m.reference, block.Cols)
	clear(m.sum)
	clear(m.sumSquares)
	data := block.Data[:block.Rows*block.Cols]
	for len(data) > 0 {
		size := min(len(data), len(m.deviation))
		deviation := m.deviation[:size]
		copy(deviation, data)
		linalg.Axpy(-1, m.reference[:size], deviation)
		linalg.Axpy(1, deviation, m.sum[:size])
		linalg.AddProducts(m.sumSquares[:size], deviation, deviation)
		data = data[size:]
	}
	return fold(m.sum, block.Cols), fold(m.sumSquares, block.Cols)
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

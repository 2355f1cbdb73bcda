package blocks

import (
	"fmt"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/wire"
)

func init() { Register("moments", func() Statistic { return new(moments) }) }

// moments are the running mean and sum of squared deviations of each column, and
// whether it varies. Means are counted from the first row, so that a large offset costs
// no digits.
type moments struct {
	n                     int
	origin, mean, squares []float64
	varies                []bool
	bad                   *notFinite // the first value that is not finite

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

// Kind implements Statistic.
func (m *moments) Kind() string { return "moments" }

// Empty implements Statistic.
func (m *moments) Empty() Statistic { return newMoments(len(m.mean)) }

// Size implements Statistic.
func (m *moments) Size() int { return 7 * len(m.mean) }

// Add implements Statistic. Of values that are not finite, it keeps the first.
func (m *moments) Add(block Block) error {
	width := len(m.mean)
	if len(block.X) != block.Rows*width {
		return fmt.Errorf("a block of %d rows has %d values, but the table has %d columns", block.Rows, len(block.X), width)
	}
	if m.bad == nil && block.Rows > 0 {
		m.bad = m.add(block.From, linalg.Of(block.Rows, width, block.X))
	}
	return nil
}

// Merge implements Statistic.
func (m *moments) Merge(other Statistic) error {
	o, ok := other.(*moments)
	if !ok || len(o.mean) != len(m.mean) {
		return Mismatch(m, other)
	}
	if m.n == 0 {
		copy(m.origin, o.origin)
	}
	for j, varies := range o.varies {
		m.varies[j] = m.varies[j] || varies || o.n > 0 && o.origin[j] != m.origin[j]
	}
	m.merge(o.n, o.origin, o.mean, o.squares)
	if o.bad != nil && (m.bad == nil || o.bad.row < m.bad.row) {
		m.bad = o.bad
	}
	return nil
}

// AppendBinary implements Statistic.
func (m *moments) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Int(to, m.n)
	for _, v := range [][]float64{m.origin, m.mean, m.squares} {
		to = wire.Floats(to, v)
	}
	to = wire.Bools(to, m.varies)
	if m.bad == nil {
		return wire.Int(to, 0), nil
	}
	return wire.Float(wire.Int(wire.Int(wire.Int(to, 1), m.bad.row), m.bad.column), m.bad.value), nil
}

// UnmarshalBinary implements Statistic.
func (m *moments) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	n, origin, mean, squares, varies := r.Int(), r.Floats(), r.Floats(), r.Floats(), r.Bools()
	var bad *notFinite
	flag := r.Int()
	if flag == 1 {
		bad = &notFinite{row: r.Int(), column: r.Int(), value: r.Float()}
	}
	d := len(mean)
	if err := r.Err(); err != nil {
		return err
	}
	if d == 0 || len(origin) != d || len(squares) != d || len(varies) != d || n < 0 || flag < 0 || flag > 1 || bad != nil && (bad.column < 0 || bad.column >= d) {
		return errInconsistent
	}
	*m = *newMoments(d)
	m.n, m.origin, m.mean, m.squares, m.varies, m.bad = n, origin, mean, squares, varies, bad
	return nil
}

// add takes rows into m, of which the first is row from of the table. Deviations are
// taken from the mean so far, or from that of the first block.
func (m *moments) add(from int, block linalg.Matrix) *notFinite {
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
		if bad := firstNotFinite(from, block); bad != nil {
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

// notFinite is where a value is that is not finite.
type notFinite struct {
	row, column int
	value       float64
}

// firstNotFinite locates the first one in a block, if there is one.
func firstNotFinite(from int, block linalg.Matrix) *notFinite {
	for i := range block.Rows {
		for j, v := range block.Row(i) {
			if !isFinite(v) {
				return &notFinite{row: from + i, column: j, value: v}
			}
		}
	}
	return nil
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

package blocks

import (
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// columns asks for the moments of each of so many columns.
type columns int

// Kind implements Statistic.
func (c columns) Kind() string { return "moments" }

// Zero implements Statistic.
func (c columns) Zero() Partial { return newMoments(int(c)) }

// Plan implements Statistic.
func (c columns) Plan(n, width int) Plan { return Plan{Parts: Divide(n, width, 7*int(c))} }

// AppendBinary implements Statistic.
func (c columns) AppendBinary(to []byte) ([]byte, error) { return wire.Int(to, int(c)), nil }

func readColumns(r *wire.Reader) (Statistic, error) {
	c := r.Int()
	if c < 1 || c > mostColumns {
		return nil, ErrInconsistent
	}
	return columns(c), nil
}

// mostColumns is how many a table may have that comes from elsewhere.
const mostColumns = 1 << 28

// moments are the running mean and sum of squared deviations of each column, and
// whether it varies. Means are counted from the first row, so that a large offset costs
// no digits.
type moments struct {
	rows                  int // that were added
	n                     int // of these that were summed: none after a value that is not finite
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

// Count implements Partial.
func (m *moments) Count() int { return m.rows }

// Add implements Partial. Of values that are not finite, it keeps the first.
func (m *moments) Add(block Block) error {
	width := len(m.mean)
	if err := block.Check(width); err != nil {
		return err
	}
	m.rows += block.Rows
	if m.bad == nil && block.Rows > 0 {
		m.bad = m.add(block.From, linalg.Of(block.Rows, width, block.X))
	}
	return nil
}

// Merge implements Partial.
func (m *moments) Merge(other Partial) error {
	o, ok := other.(*moments)
	if !ok || len(o.mean) != len(m.mean) {
		return ErrOther(columns(len(m.mean)))
	}
	if m.n == 0 {
		copy(m.origin, o.origin)
	}
	for j, varies := range o.varies {
		m.varies[j] = m.varies[j] || varies || o.n > 0 && o.origin[j] != m.origin[j]
	}
	m.merge(o.n, o.origin, o.mean, o.squares)
	m.rows += o.rows
	m.bad = m.bad.first(o.bad)
	return nil
}

// AppendBinary implements Partial.
func (m *moments) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Int(wire.Int(to, m.rows), m.n)
	for _, v := range [][]float64{m.origin, m.mean, m.squares} {
		to = wire.Floats(to, v)
	}
	return m.bad.append(wire.Bools(to, m.varies)), nil
}

// UnmarshalBinary implements Partial.
func (m *moments) UnmarshalBinary(data []byte) error {
	r, d := wire.Read(data), len(m.mean)
	m.rows, m.n, m.origin, m.mean, m.squares, m.varies = r.Int(), r.Int(), r.Floats(), r.Floats(), r.Floats(), r.Bools()
	var err error
	if m.bad, err = readNotFinite(r, d); err != nil {
		return err
	}
	if len(m.origin) != d || len(m.mean) != d || len(m.squares) != d || len(m.varies) != d || m.n < 0 || m.rows < m.n {
		return ErrInconsistent
	}
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

// first is whichever of both comes first, if there is any.
func (b *notFinite) first(other *notFinite) *notFinite {
	if b == nil || other != nil && other.row < b.row {
		return other
	}
	return b
}

func (b *notFinite) append(to []byte) []byte {
	if b == nil {
		return wire.Bools(to, []bool{false})
	}
	return wire.Float(wire.Int(wire.Int(wire.Bools(to, []bool{true}), b.row), b.column), b.value)
}

// readNotFinite reads the last thing there is about d columns.
func readNotFinite(r *wire.Reader, d int) (*notFinite, error) {
	var bad *notFinite
	there := r.Bools()
	if len(there) == 1 && there[0] {
		bad = &notFinite{row: r.Int(), column: r.Int(), value: r.Float()}
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	if len(there) != 1 || bad != nil && (bad.column < 0 || bad.column >= d) {
		return nil, ErrInconsistent
	}
	return bad, nil
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

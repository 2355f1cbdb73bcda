package aggregate

import (
	"math"
	"slices"

	"suffice/internal/linalg"
)

// columns asks for the moments of each of so many columns.
type columns struct{ Width int }

func (c *columns) Kind() string { return "moments" }

func (c *columns) Zero() Partial { return newMoments(c) }

func (c *columns) Plan(n, width int) Plan { return Plan{Parts: Divide(n, width, 7*c.Width)} }

func (c *columns) Complete() error { return Consistent(c.Width >= 1) }

// moments are the running mean and sum of squared deviations of each column, and
// whether it varies. Means are counted from the first row, so that a large offset costs
// no digits.
type moments struct {
	Rows                  int // that were added
	N                     int // of these that were summed: none after a value that is not finite
	Origin, Mean, Squares []float64
	Varies                []bool
	Bad                   notFinite // the first value that is not finite

	of                                    *columns
	reference, deviation, sum, sumSquares []float64 // of as many rows as a tile has
}

// tileValues is about how many values are worth a call of a vector function.
const tileValues = 512

// tileRows is how many rows of the given width make a tile.
func tileRows(width int) int { return max(1, tileValues/width) }

func newMoments(of *columns) *moments {
	width := of.Width
	column := func() []float64 { return make([]float64, width) }
	tile := func() []float64 { return make([]float64, tileRows(width)*width) }
	return &moments{
		of: of, Origin: column(), Mean: column(), Squares: column(), Varies: make([]bool, width),
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

func (m *moments) Count() int { return m.Rows }

// Add implements Partial. Of values that are not finite, it keeps the first.
func (m *moments) Add(block Block) error {
	width := len(m.Mean)
	if err := block.Check(width); err != nil {
		return err
	}
	m.Rows += block.Rows
	if !m.Bad.Found && block.Rows > 0 {
		m.Bad = m.add(block.From, linalg.Of(block.Rows, width, block.X))
	}
	return nil
}

func (m *moments) Merge(other Partial) error {
	o, ok := other.(*moments)
	if !ok || o.of != m.of {
		return ErrOther(m.of)
	}
	if m.N == 0 {
		copy(m.Origin, o.Origin)
	}
	for j, varies := range o.Varies {
		m.Varies[j] = m.Varies[j] || varies || o.N > 0 && o.Origin[j] != m.Origin[j]
	}
	m.merge(o.N, o.Origin, o.Mean, o.Squares)
	m.Rows += o.Rows
	m.Bad = m.Bad.first(o.Bad)
	return nil
}

func (m *moments) Complete() error { return Consistent(m.Bad.Column >= 0, m.Bad.Column < len(m.Mean)) }

// add takes rows into m, of which the first is row from of the table. Deviations are
// taken from the mean so far, or from that of the first block.
func (m *moments) add(from int, block linalg.Matrix) notFinite {
	width, rows := block.Cols, float64(block.Rows)
	reference := m.reference[:width]
	if m.N == 0 {
		copy(m.Origin, block.Row(0))
		clear(reference)
		for i := range block.Rows {
			linalg.Axpy(1/rows, block.Row(i), reference)
		}
	} else {
		copy(reference, m.Origin)
		linalg.Axpy(1, m.Mean, reference)
	}
	sum, squares := m.deviations(block)
	if slices.ContainsFunc(sum, func(v float64) bool { return !isFinite(v) }) {
		if bad := firstNotFinite(from, block); bad.Found {
			return bad
		}
	}
	for j, v := range sum { // the squared deviations from the mean of the block
		sum[j] = v / rows
		squares[j] = max(0, squares[j]-v*v/rows)
	}
	m.findVarying(block)
	m.merge(block.Rows, reference, sum, squares)
	return notFinite{}
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
	for j, varies := range m.Varies {
		for i := 0; i < block.Rows && !varies; i++ {
			varies = block.At(i, j) != m.Origin[j]
		}
		m.Varies[j] = varies
	}
}

// merge adds rows whose mean is origin + mean, and whose squared deviations from it sum
// to squares (Chan, Golub and LeVeque 1983).
func (m *moments) merge(n int, origin, mean, squares []float64) {
	if n == 0 {
		return
	}
	before, rows := float64(m.N), float64(n)
	after := before + rows
	for j := range m.Mean {
		delta := origin[j] - m.Origin[j] + mean[j] - m.Mean[j]
		m.Mean[j] += delta * rows / after
		m.Squares[j] += squares[j] + delta*delta*before*rows/after
	}
	m.N += n
}

// notFinite is where a value is that is not finite.
type notFinite struct {
	Found       bool
	Row, Column int
	Value       float64
}

// first is whichever of both comes first, if there is any.
func (b notFinite) first(other notFinite) notFinite {
	if !b.Found || other.Found && other.Row < b.Row {
		return other
	}
	return b
}

// firstNotFinite locates the first one in a block, if there is one.
func firstNotFinite(from int, block linalg.Matrix) notFinite {
	for i := range block.Rows {
		for j, v := range block.Row(i) {
			if !isFinite(v) {
				return notFinite{true, from + i, j, v}
			}
		}
	}
	return notFinite{}
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

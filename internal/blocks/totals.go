package blocks

import (
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// Total is sums that add up number by number.
type Total struct {
	linalg.Matrix
	Upper bool // only the upper triangle counts
}

// Totals are the sums of a statistic, all of which add up number by number. A partial sum
// that embeds them has nothing left to do but to add a block.
type Totals struct {
	Rows int // that were added

	of   Statistic
	sums []Total
}

// NewTotals makes the sums of a statistic over no rows, all of them 0.
func NewTotals(of Statistic, sums ...Total) Totals { return Totals{of: of, sums: sums} }

// Count implements Partial.
func (t *Totals) Count() int { return t.Rows }

func (t *Totals) totals() *Totals { return t }

// Merge implements Partial.
func (t *Totals) Merge(other Partial) error {
	o, ok := other.(interface{ totals() *Totals })
	if !ok || o.totals().of != t.of {
		return ErrOther(t.of)
	}
	t.Rows += o.totals().Rows
	for k, sum := range t.sums {
		from := o.totals().sums[k]
		linalg.Parallel(sum.Matrix.Rows, 32, func(a, b int) {
			for i := a; i < b; i++ {
				linalg.Axpy(1, from.kept(i), sum.kept(i))
			}
		})
	}
	return nil
}

// kept is what counts of row i.
func (t Total) kept(i int) []float64 {
	if t.Upper {
		return t.Row(i)[i:]
	}
	return t.Row(i)
}

// AppendBinary implements Partial.
func (t *Totals) AppendBinary(to []byte) ([]byte, error) {
	values := 1
	for _, sum := range t.sums {
		values += sum.Matrix.Rows * sum.Cols
	}
	to = wire.Int(slices.Grow(to, 8*values+4), t.Rows) // with room for a checksum
	for _, sum := range t.sums {
		for i := range sum.Matrix.Rows {
			for _, v := range sum.kept(i) {
				to = wire.Float(to, v)
			}
		}
	}
	return to, nil
}

// UnmarshalBinary implements Partial.
func (t *Totals) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	t.Rows = r.Int()
	for _, sum := range t.sums {
		for i := range sum.Matrix.Rows {
			r.Fill(sum.kept(i))
		}
	}
	if t.Rows < 0 {
		return ErrInconsistent
	}
	return r.Err()
}

// Release gives back the memory of sums that were borrowed.
func (t *Totals) Release() {
	for _, sum := range t.sums {
		linalg.Return(sum.Matrix)
	}
}

// Full is sums over no rows, in memory that [Totals.Release] gives back.
func Full(r, c int) Total {
	t := Total{Matrix: linalg.Borrow(r, c)}
	t.Zero()
	return t
}

// Upper is Full for the upper triangle of a symmetric matrix.
func Upper(n int) Total {
	t := Full(n, n)
	t.Upper = true
	return t
}

// Vector is Full for a list of numbers.
func Vector(v []float64) Total { return Total{Matrix: linalg.Of(1, len(v), v)} }

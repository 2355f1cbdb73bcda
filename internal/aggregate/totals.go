package aggregate

import (
	"slices"

	"suffice/internal/linalg"
)

// Total is sums that add up number by number.
type Total struct {
	linalg.Matrix
	Upper bool // only the upper triangle counts
}

// Totals are the sums of a statistic, all of which add up number by number. A partial sum
// that embeds them has nothing left to do but to add a block.
type Totals struct {
	Rows int         // that were added
	Sums [][]float64 // what counts of them, in pieces

	of     Statistic
	sums   []Total
	pieces Pieces
}

// NewTotals makes the sums of a statistic over no rows, all of them 0.
func NewTotals(of Statistic, sums ...Total) Totals {
	t := Totals{of: of, sums: sums}
	for _, sum := range sums {
		if !sum.Upper && sum.Stride == sum.Cols {
			t.Sums = slices.AppendSeq(t.Sums, slices.Chunk(sum.Data, mergeValues))
			continue
		}
		for i := range sum.Rows {
			first := 0
			if sum.Upper {
				first = i
			}
			t.Sums = append(t.Sums, sum.Row(i)[first:])
		}
	}
	return t
}

// mergeValues is how many sums are added up at a time.
const mergeValues = 4096

func (t *Totals) Count() int { return t.Rows }

func (t *Totals) totals() *Totals { return t }

func (t *Totals) Merge(other Partial) error {
	o, ok := other.(interface{ totals() *Totals })
	if !ok || o.totals().of != t.of {
		return ErrOther(t.of)
	}
	t.Rows += o.totals().Rows
	linalg.Parallel(len(t.Sums), 32, func(a, b int) {
		for k := a; k < b; k++ {
			linalg.Axpy(1, o.totals().Sums[k], t.Sums[k])
		}
	})
	return nil
}

// Each is [Pieces.Each], and counts the rows.
func (t *Totals) Each(block Block, units *Units, size, aligned int, visit func(x, y linalg.Matrix, weights []float64)) error {
	return t.pieces.Each(block, units, size, aligned, func(x, y linalg.Matrix, weights []float64) {
		t.Rows += x.Rows
		visit(x, y, weights)
	})
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

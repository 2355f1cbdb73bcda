// Package whitened has the sums over rows that SIR, SAVE and pHd are made of: moments of
// the white coordinates z = T x, of all rows, within slices of the output, and weighted by
// what a straight line leaves of it.
package whitened

import (
	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/wire"
	"suffice/rows"
)

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds {
	return blocks.Kinds{"white scatter": readScatter, "slice sums": readSliceSums, "slice spreads": readSpreads, "residuals": readResiduals}
}

// rotation is T, on rows in given units.
type rotation struct {
	units *blocks.Units
	t     linalg.Matrix
}

// Plan implements blocks.Statistic.
func (r *rotation) Plan(_, width int) blocks.Plan {
	return blocks.Plan{Parts: blocks.InTurn(rows.BlockLen(width))}
}

func (r *rotation) append(to []byte) []byte { return wire.Matrix(r.units.Append(to), r.t) }

func readRotation(r *wire.Reader) (*rotation, error) {
	units, err := blocks.ReadUnits(r)
	t := r.Matrix()
	if err != nil || t.Rows < 1 || t.Cols != len(units.Mean) {
		return nil, blocks.ErrInconsistent
	}
	return &rotation{units, t}, nil
}

// pieces are the rows of a block in units, so many at a time.
func (r *rotation) pieces() blocks.Pieces {
	return blocks.Pieces{Units: r.units, Rows: rows.BlockLen(len(r.units.Mean))}
}

// of returns T x, in memory that grows.
func (r *rotation) of(x linalg.Matrix, memory *[]float64) linalg.Matrix {
	z := linalg.Of(x.Rows, r.t.Rows, blocks.Room(memory, x.Rows*r.t.Rows))
	linalg.MulT(z, x, r.t)
	return z
}

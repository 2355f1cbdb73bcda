// Package slicemoments has the sums over rows that SIR, SAVE and pHd are made of: moments of
// the white coordinates z = T x, of all rows, within slices of the output, and weighted by
// what a straight line leaves of it.
package slicemoments

import (
	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/rows"
)

// Known are the kinds of statistics of this package.
func Known() aggregate.Kinds {
	return aggregate.Kinds{&scatterOf{}, &sliceSumsOf{}, &spreadsOf{}, &residualsOf{}, &withinOf{}}
}

// standard is what the sums share: rows in given units, block by block.
type standard struct{ Units *aggregate.Units }

func (s *standard) Plan(_, width int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.InTurn(rows.BlockLen(width))}
}

// Weighs says that rows count by their weights.
func (s *standard) Weighs() bool { return true }

// size is how many rows are taken at a time.
func (s *standard) size() int { return rows.BlockLen(len(s.Units.Mean)) }

// rotation is T, on such rows; none means the rows as they are.
type rotation struct {
	standard
	T linalg.Matrix
}

func (r *rotation) Complete() error {
	return aggregate.Consistent(r.T.Rows == 0 || r.T.Cols == len(r.Units.Mean))
}

// width is that of z.
func (r *rotation) width() int {
	if r.T.Rows == 0 {
		return len(r.Units.Mean)
	}
	return r.T.Rows
}

// of returns T x, in memory that grows.
func (r *rotation) of(x linalg.Matrix, memory *[]float64) linalg.Matrix {
	if r.T.Rows == 0 {
		return x
	}
	z := linalg.Of(x.Rows, r.T.Rows, aggregate.Room(memory, x.Rows*r.T.Rows))
	linalg.MulT(z, x, r.T)
	return z
}

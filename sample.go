package suffice

import (
	"context"
	"fmt"
	"math/rand/v2"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
)

// someRows is how many rows, drawn at random, tell widths, ridges and scores as well as
// more would. A variable, so that tests need no more rows than that.
var someRows = 1 << 16

// Rows drawn are held in memory: no more than take someValues values, but leastRows.
const (
	someValues = 1 << 26
	leastRows  = 1 << 13
)

// rowsEnough is how many rows of so many inputs are enough.
func rowsEnough(inputs int) int { return min(someRows, max(leastRows, someValues/inputs)) }

// some is rows drawn from many, and the many.
type some struct {
	rows []int            // those drawn, in order
	all  *blocks.Standard // every row, in the units of those drawn
	y    output.Output    // of every row
	x    *blocks.Standard // every row in its own units, where these are others
}

// spaceOfSome is spaceFor with no more rows than are enough, drawn at random, and returns
// their outputs. They are standardised by their own means and scales, so that all that is
// found with them does not depend on how sums over the other rows are taken.
func spaceOfSome(ctx context.Context, x *blocks.Standard, y output.Output, dim int, plain, noScale bool, random *rand.Rand) (*space, output.Output, error) {
	enough := rowsEnough(x.Width())
	if manyOfBoth(x) {
		enough = someRows // of fewer coordinates
	}
	if x.Len() <= enough {
		s, err := spaceFor(ctx, x, y, dim, plain)
		return s, y, err
	}
	drawn := &some{rows: drawRows(x.Len(), enough, random), y: y}
	part := output.Some(y, drawn.rows)
	if part.Check() != nil { // the rows that differ are too rare
		s, err := spaceFor(ctx, x, y, dim, plain)
		return s, y, err
	}
	if manyOfBoth(x) {
		s, err := spaceFor(ctx, x, y, dim, plain)
		if err != nil {
			return nil, nil, err
		}
		drawn.all, s.drawn = s.x, drawn
		s.x, err = s.x.Subset(ctx, drawn.rows)
		return s, part, err
	}
	held, err := rows.Take(ctx, x.Source, drawn.rows)
	if err != nil {
		return nil, nil, err
	}
	own, err := blocks.Standardize(ctx, held, noScale)
	if err != nil {
		return nil, nil, err
	}
	s, err := spaceFor(ctx, own, part, dim, plain)
	if err != nil {
		return nil, nil, fmt.Errorf("%w (among %s of %d, drawn at random)", err, wording.Count(len(drawn.rows), "row"), x.Len())
	}
	drawn.x, drawn.all = x, &blocks.Standard{Source: x.Source, Mean: own.Mean, Scale: own.Scale, Constant: own.Constant}
	s.drawn = drawn
	return s, part, nil
}

// drawRows draws k of n rows, each with the same chance, in order (Knuth's algorithm S).
func drawRows(n, k int, random *rand.Rand) []int {
	drawn := make([]int, 0, k)
	for i := 0; len(drawn) < k; i++ {
		if random.IntN(n-i) < k-len(drawn) {
			drawn = append(drawn, i)
		}
	}
	return drawn
}

// components returns orthonormal weights on inputs in the units of the rows drawn as
// orthonormal weights on inputs in the units of all rows.
func (s *some) components(w linalg.Matrix) (linalg.Matrix, error) {
	if s == nil || s.x == nil {
		return w, nil
	}
	out := w.Clone()
	for k := range out.Rows {
		row := out.Row(k)
		for j := range row {
			row[j] *= s.x.Scale[j] / s.all.Scale[j]
		}
	}
	return out, stiefel.Orthonormalize(out)
}

// warnings name the columns that vary, but not among the rows drawn.
func (s *some) warnings() []string {
	if s == nil || s.x == nil || len(s.all.Constant) == len(s.x.Constant) {
		return nil
	}
	known := map[int]bool{}
	for _, j := range s.x.Constant {
		known[j] = true
	}
	var rare []int
	for _, j := range s.all.Constant {
		if !known[j] {
			rare = append(rare, j)
		}
	}
	return []string{fmt.Sprintf("input columns that are the same in all of %s drawn at random get weight 0: %s", wording.Count(len(s.rows), "row"), quoted(named(s.x.Names(), rare)))}
}

// sampled tells what a fit has taken from the rows drawn, or nil where it has drawn none;
// with all, the components themselves are of all rows.
func (s *some) sampled(all bool) *Sampled {
	if s == nil {
		return nil
	}
	told := &Sampled{Rows: len(s.rows), Of: s.all.Len(), What: "everything but means and scales"}
	if all {
		told.What = "the start, widths, ridges and the score"
	}
	return told
}

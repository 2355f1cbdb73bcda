package suffice

import (
	"context"
	"math/rand/v2"

	"suffice/output"
	"suffice/rows"
)

// someRows is how many rows, drawn at random, tell widths, ridges and scores as well as
// more would. A variable, so that tests need no more rows than that.
var someRows = 1 << 16

// some is rows drawn from many.
type some struct {
	all  *rows.Standard // every row
	y    output.Output  // of every row
	rows []int          // those drawn, in order
}

// drawSome goes over to some rows of the space, in memory, where there are many, and
// returns their outputs. Where the output does not vary among them it stays with all.
func (s *space) drawSome(ctx context.Context, y output.Output, random *rand.Rand) (*some, output.Output, error) {
	n := s.x.Len()
	if n <= someRows {
		return nil, y, nil
	}
	drawn := &some{all: s.x, y: y, rows: drawRows(n, someRows, random)}
	part := output.Some(y, drawn.rows)
	if part.Check() != nil {
		return nil, y, nil
	}
	x, err := s.x.Subset(ctx, drawn.rows)
	if err != nil {
		return nil, nil, err
	}
	s.x = x
	return drawn, part, nil
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

// sampled tells what a fit has taken from the rows drawn, or nil where it has drawn none.
func (s *some) sampled(settingsOnly bool) *Sampled {
	if s == nil {
		return nil
	}
	told := &Sampled{Rows: len(s.rows), Of: s.all.Len(), What: "everything but means, scales and correlations"}
	if settingsOnly {
		told.What = "start, widths, ridges and score"
	}
	return told
}

package coords

import (
	"testing"

	"suffice/internal/aggregate"
	"suffice/output"
	"suffice/rows"
)

// The table of the package's documentation, cell by cell, at the bounds.
func TestDecide(t *testing.T) {
	const many = 4096
	for _, c := range []struct {
		n, d int
		want map[Need]Kind
	}{
		{many + 1, many, map[Need]Kind{Variances: Inputs, Moments: Inputs, Trends: Inputs, Whitened: Directions, Unwhitened: Directions}},
		{8 * many, many, map[Need]Kind{Whitened: Inputs, Unwhitened: Inputs}},
		{8*many - 1, many, map[Need]Kind{Whitened: Directions, Unwhitened: Directions}},
		{many/4 + 1, many / 4, map[Need]Kind{Whitened: Inputs, Unwhitened: Inputs}},
		{many / 4, many / 4, map[Need]Kind{Whitened: Inputs, Unwhitened: Rows}},
		{many / 4, many/4 + 1, map[Need]Kind{Whitened: Directions, Unwhitened: Directions}},
		{many, many, map[Need]Kind{Variances: Rows, Moments: Rows, Trends: Rows}},
		{100, many + 1, map[Need]Kind{Variances: Rows, Moments: Rows, Trends: Rows, Unwhitened: Rows}},
		{101, many + 1, map[Need]Kind{Variances: Rows, Moments: Rows, Trends: Rows, Whitened: Directions, Unwhitened: Directions}},
		{many + 1, many + 1, map[Need]Kind{Variances: Iteration, Moments: Directions, Trends: Directions, Whitened: Directions, Unwhitened: Directions}},
	} {
		for need, want := range c.want {
			if got := (Limits{}).Decide(c.n, c.d, need); got != want {
				t.Errorf("%d rows of %d inputs, need %d: %d instead of %d", c.n, c.d, need, got, want)
			}
		}
	}
	held := Limits{Rows: 4 * many}
	if got := held.Decide(9*many, many, Whitened); got != Directions {
		t.Errorf("a search that holds 4 rows for each input: %d instead of %d", got, Directions)
	}
	if got := held.Decide(9*many, many, Moments); got != Inputs {
		t.Errorf("sums over all rows, of which a search would hold few: %d instead of %d", got, Inputs)
	}
}

// size is a table without rows in memory.
type size struct {
	rows.Source
	n, d int
}

func (s size) Len() int   { return s.n }
func (s size) Width() int { return s.d }

// Where a search looks is decided for the whole table, at each bound from both sides: for classes too, which
// tell less, and where the rows are more than are held.
func TestToSearch(t *testing.T) {
	const held = 65536
	number, class := output.Numbers(nil), output.Classes(nil)
	for _, c := range []struct {
		n, d, dim, held int
		y               output.Output
		want            Kind
	}{
		{8 * 4096, 4096, 1, 16384, number, Directions}, // those held are fewer than 8 for each input
		{8 * 2897, 2897, 1, 8*2897 - 1, number, Directions},
		{8 * 2897, 2897, 1, 8 * 2897, number, Inputs},
		{8*2897 - 1, 2897, 1, 8 * 2897, number, Directions},
		{50000, 1024, 1, held, number, Inputs},
		{50000, 1025, 1, held, number, Inputs},
		{8199, 1025, 1, held, number, Directions},
		{8200, 1025, 1, held, number, Inputs},
		{20000, 1024, 3, held, number, Inputs},
		{20000, 1024, 1, held, class, Inputs},     // 1023 degrees of freedom of 2000
		{20000, 1024, 2, held, class, Directions}, // 2044
		{20000, 513, 4, held, class, Directions},
		{20000, 512, 4, held, class, Inputs},
		{7680, 1024, 3, held, class, Directions}, // 256 directions
		{7679, 1024, 3, held, class, Inputs},
		{7680, 1024, 3, 7679, class, Inputs}, // rows are drawn
	} {
		x := &aggregate.Standard{Source: size{n: c.n, d: c.d}}
		l := Limits{Rows: c.held}
		if got := l.ToSearch(x, c.y, c.dim, false); got != c.want {
			t.Errorf("%d components of %d rows, %d held, of %d inputs, %s: %d instead of %d", c.dim, c.n, c.held, c.d, c.y.Kind(), got, c.want)
		}
	}
}

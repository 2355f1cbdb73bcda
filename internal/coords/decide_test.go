package coords

import "testing"

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

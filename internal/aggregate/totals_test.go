package aggregate

import "testing"

// Borrowed memory may have gaps between its rows: these are no sums.
func TestSumsHaveNoGaps(t *testing.T) {
	totals, values := NewTotals(&columns{1}, Full(3, 5), Upper(4), Vector(make([]float64, 3*mergeValues+1))), 0
	for _, sum := range totals.Sums {
		values += len(sum)
	}
	if want := 3*5 + 4*5/2 + 3*mergeValues + 1; values != want {
		t.Errorf("%d numbers are sums, want %d", values, want)
	}
}

package locallinear

import (
	"math"
	"slices"
	"testing"

	"suffice/internal/linalg"
)

// Anchors are different rows, about as many as are wanted; all rows, where these are few.
func TestAnchorsAreDifferentRows(t *testing.T) {
	for n, want := range map[int]int{100: 100, 150: 75, 200: 100, 250: 125, 401: 100, 1000: 100} {
		_, z, _ := drawn(t, n, 3, 1)
		got := spread(z, count(n))
		slices.Sort(got)
		if distinct := len(slices.Compact(slices.Clone(got))); distinct != len(got) || len(got) < want-50 || len(got) > want+75 {
			t.Errorf("%d rows: %d anchors, %d of them different", n, len(got), distinct)
		}
	}
}

// Of two rows, none is nearer to their mean but by rounding, which must not decide: rows
// that are turned have the same anchors.
func TestRoundingDoesNotChooseAnchors(t *testing.T) {
	_, z, _ := drawn(t, 200, 3, 1)
	turned := linalg.New(200, 3)
	c, s := math.Cos(.3), math.Sin(.3)
	for i := range z.Rows {
		row := z.Row(i)
		copy(turned.Row(i), []float64{c*row[0] - s*row[1], s*row[0] + c*row[1], row[2]})
	}
	if a, b := spread(z, 100), spread(turned, 100); !slices.Equal(a, b) {
		t.Errorf("anchors %v, turned %v", a, b)
	}
}

// A window is as wide as the rule says, or holds as many rows as lines need.
func TestWindowsHoldEnoughRows(t *testing.T) {
	_, z, _ := drawn(t, 300, 6, 1)
	anchors := spread(z, 100)
	h := 1.2 * math.Sqrt(300./299) * math.Pow(300, -1./10)
	for j, width := range widths(z, anchors, 300) {
		near := 0
		for i := range z.Rows {
			if squared(z.Row(i), z.Row(anchors[j])) <= width*(1+1e-12) {
				near++
			}
		}
		if near < 12 || near > 12 && math.Abs(width-2*h*h) > 1e-12 {
			t.Errorf("window %d of width %g has %d rows", j, width, near)
		}
	}
}

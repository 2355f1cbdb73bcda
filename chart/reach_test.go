package chart

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// normal draws n bell-shaped values, and puts some others behind them.
func normal(n int, others ...float64) []float64 {
	r := rand.New(rand.NewPCG(3, 4))
	var values []float64
	for range n {
		values = append(values, r.NormFloat64())
	}
	return append(values, others...)
}

func TestReach(t *testing.T) {
	for _, test := range []struct {
		name        string
		values      []float64
		left, right int // values that are left out
	}{
		{"bell-shaped", normal(10_000), 0, 0},
		{"three far to the right", normal(1000, 54, 60, 1000), 0, 3},
		{"far on both sides", normal(1000, -54, 60), 1, 1},
		{"a group, not strays", normal(1000, slices.Repeat([]float64{54}, 50)...), 0, 0},
		{"few rows", normal(30, 54), 0, 0},
		{"not far enough to be worth it", normal(1000, -9, 9, 11), 0, 0},
		{"all but one the same", append(make([]float64, 500), 9), 0, 0},
		{"one value", []float64{7}, 0, 0},
	} {
		r := reachOf(test.values)
		left, right := 0, 0
		for _, v := range test.values {
			switch r.side(v) {
			case -1:
				left++
			case 1:
				right++
			}
		}
		if left != test.left || right != test.right || (r.low < r.from) != (left > 0) || (r.high > r.to) != (right > 0) {
			t.Errorf("%s: %d and %d are outside, shown from %g to %g", test.name, left, right, r.low, r.high)
		}
	}
}

// Every value has a place on the axis, those inside their own, and no more than a fiftieth
// is outside.
func TestReachHasAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 300).Draw(t, "values")
		r, far := reachOf(values), 0
		for _, v := range values {
			at := r.place(v)
			if at < r.low || at > r.high {
				t.Fatalf("%g stands at %g, outside %g to %g", v, at, r.low, r.high)
			}
			if at != v {
				far++
			}
		}
		if far > len(values)/50 {
			t.Fatalf("%d of %d are outside", far, len(values))
		}
	})
}

// A picture shows how many rows are far out, once, however it draws them; rows that are
// not far out change nothing.
func TestFarRows(t *testing.T) {
	for _, n := range []int{1000, 6000} { // points, hexagons
		y := normal(n + 2)
		far, near := normal(n, 54, -60), normal(n, 0, 0)
		third := slices.Clone(y)
		third[n], third[5] = 70, 80
		for want, panel := range map[string]Panel{
			"2 rows are further out: the triangles": Points{X: far, Y: y},
			"3 rows are further out: the triangles": Pairs{Columns: [][]float64{far, y, third}, Names: []string{"a", "b", "c"}},
			"further":                               Histograms{Groups: []Group{{Name: "all", Values: far}, {Name: "some", Values: far[n-5:]}}, All: far},
		} {
			if text := string(write(t, Figure{Panels: []Panel{panel}}, SVG)); !strings.Contains(text, want) || strings.Contains(text, "NaN") {
				t.Errorf("%T of %d rows does not say %q", panel, n, want)
			}
		}
		if text := string(write(t, Figure{Panels: []Panel{Points{X: near, Y: y}}}, SVG)); strings.Contains(text, "further out") {
			t.Errorf("%d rows that are not far out", n)
		}
	}
}

// No two of fourteen groups have the same colour, and what is left of many is grey.
func TestGroupColours(t *testing.T) {
	seen := map[string]bool{fmt.Sprint(grey): true}
	for k := range 14 {
		colour := fmt.Sprint(groupColour(k, false))
		if seen[colour] {
			t.Errorf("group %d has a colour again", k)
		}
		seen[colour] = true
	}
	if groupColour(10, true) != grey {
		t.Error("what is left is not grey")
	}
}

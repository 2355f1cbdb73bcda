package evaluate

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/rows"
)

// Columns of a bundle go together as much as it says, and no two bundles at the top could be joined.
func TestBundlesAreCompleteLinkage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(4, 9).Draw(t, "n"), rapid.IntRange(2, 8).Draw(t, "d")
		data := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 6), func(v int) float64 { return float64(v) }), n*d, n*d).Draw(t, "x")
		x, err := rows.NewMatrix(d, slices.Clone(data))
		if err != nil {
			t.Fatal(err)
		}
		tops, err := bundled(context.Background(), x, rows.Columns(x), 1)
		if err != nil {
			t.Fatal(err)
		}
		dense, _ := x.Block(context.Background(), 0, n, nil)
		alike := func(columns []int) float64 {
			least := 1.
			for _, j := range columns {
				for _, k := range columns {
					if j < k {
						least = min(least, math.Abs(spearman(dense, d, j, k)))
					}
				}
			}
			return least
		}
		for _, b := range descendants(tops) {
			if math.Abs(alike(b.columns)-b.alike) > 1e-9 || len(b.columns) > 1 && b.alike < goTogether {
				t.Fatalf("%v are said to be %g alike, and are %g", b.columns, b.alike, alike(b.columns))
			}
			if (len(b.columns) == 1) != (b.within == nil) || b.within != nil && len(b.within[0].columns)+len(b.within[1].columns) != len(b.columns) {
				t.Fatalf("%v is of %v", b.columns, b.within)
			}
		}
		all := 0
		for k, b := range tops {
			all += len(b.columns)
			for _, other := range tops[:k] {
				if both := alike(slices.Concat(b.columns, other.columns)); both > goTogether+1e-9 {
					t.Fatalf("%v and %v are %g alike", b.columns, other.columns, both)
				}
			}
		}
		if all != d {
			t.Fatalf("%d columns of %d", all, d)
		}
	})
}

// spearman is the rank correlation of two columns by its definition: the correlation of how many
// values are below each, those equal to it counted half; 0 of a constant.
func spearman(x []float64, d, j, k int) float64 {
	rank := func(i, j int) (below float64) {
		for l := j; l < len(x); l += d {
			switch v := x[i*d+j]; {
			case x[l] < v:
				below++
			case x[l] == v:
				below += .5
			}
		}
		return below - float64(len(x)/d)/2
	}
	var jk, jj, kk float64
	for i := range len(x) / d {
		a, b := rank(i, j), rank(i, k)
		jk, jj, kk = jk+a*b, jj+a*a, kk+b*b
	}
	if jj*kk == 0 {
		return 0
	}
	return jk / math.Sqrt(jj*kk)
}

// What has an adjusted p of a level at most is what is rejected at that level, one after another.
func TestAdjustedByRejecting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0, .3)
		column := func(k int) *bundle { return &bundle{columns: []int{k}, Worth: Worth{P: p.Draw(t, "p")}} }
		pair := &bundle{columns: []int{0, 1}, within: []*bundle{column(0), column(1)}, Worth: Worth{P: p.Draw(t, "p")}}
		three := &bundle{columns: []int{0, 1, 2}, within: []*bundle{pair, column(2)}, Worth: Worth{P: p.Draw(t, "p")}}
		tops := []*bundle{three, column(3), column(4)}
		adjust(tops, 5)
		level := p.Draw(t, "level")
		open, left, rejected := slices.Clone(tops), 5, map[*bundle]bool{}
		for again := true; again; {
			again = false
			for k, b := range open {
				if b.P <= level*float64(len(b.columns))/float64(left) {
					rejected[b], again = true, true
					open = slices.Concat(open[:k], open[k+1:], b.within)
					left -= map[bool]int{true: 1}[b.within == nil]
					break
				}
			}
		}
		for _, b := range descendants(tops) {
			if math.Abs(b.Adjusted-level) > 1e-9 && rejected[b] != (b.Adjusted <= level) {
				t.Fatalf("%v has an adjusted p of %g, and is rejected at %g: %v", b.columns, b.Adjusted, level, rejected[b])
			}
		}
	})
}

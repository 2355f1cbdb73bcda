package sampling

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// An order of groups takes all rows of a group from one other, in their order, and each row of
// groups of one size once; in time all rows move on by as many.
func TestOrderLeavesUnitsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		group := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 40).Draw(t, "group")
		random := Random(rapid.Uint64().Draw(t, "seed"), 1)
		order := Units{Group: group}.Order(len(group), random)
		taken := map[int]int{}
		for _, rows := range Groups(group) {
			from := group[order[rows[0]]]
			if taken[from]++; taken[from] > 1 {
				t.Fatalf("group %d is taken twice", from)
			}
			for k, i := range rows {
				if group[order[i]] != from || k > 0 && order[i] < order[rows[k-1]] {
					t.Fatalf("groups %v in order %v", group, order)
				}
			}
		}
		n := len(group)
		moved := Units{Time: make([]float64, n)}.Order(n, random)
		if sorted := slices.Sorted(slices.Values(moved)); !slices.Equal(sorted, All(n)) {
			t.Fatalf("times in order %v", moved)
		}
		for i := 1; i < n; i++ {
			if moved[i] != (moved[i-1]+1)%n {
				t.Fatalf("times in order %v", moved)
			}
		}
	})
}

// Rows change places within their blocks.
func TestOrderWithinBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 40).Draw(t, "block")
		order := Units{Block: block}.Order(len(block), Random(rapid.Uint64().Draw(t, "seed"), 1))
		for i, k := range order {
			if block[i] != block[k] {
				t.Fatalf("blocks %v in order %v", block, order)
			}
		}
		if sorted := slices.Sorted(slices.Values(order)); !slices.Equal(sorted, All(len(block))) {
			t.Fatalf("order %v", order)
		}
	})
}

// Stretches follow each other in time, and rows of one time are in one.
func TestStretches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 30), func(v int) float64 { return float64(v) }), 1, 60).Draw(t, "times")
		parts := rapid.IntRange(1, 20).Draw(t, "parts")
		of, count := Stretches(times, parts)
		if count < 1 || count > parts || slices.Min(of) != 0 || slices.Max(of) != count-1 {
			t.Fatalf("%d of %d: %v", count, parts, of)
		}
		for i := range times {
			for k := range times {
				if times[i] == times[k] && of[i] != of[k] || times[i] < times[k] && of[i] > of[k] {
					t.Fatalf("times %v are in stretches %v", times, of)
				}
			}
		}
	})
	if of, count := Stretches([]float64{4, 1, 3, 2}, 2); count != 2 || !slices.Equal(of, []int{1, 0, 1, 0}) {
		t.Errorf("%v, %d", of, count)
	}
}

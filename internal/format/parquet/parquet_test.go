package parquet

import (
	"fmt"
	"testing"
)

// Large pages are decoded few at a time.
func TestBundlesOfColumns(t *testing.T) {
	sizes := func(largest ...int64) (lengths []int) {
		var leaves []*leaf
		for _, size := range largest {
			leaves = append(leaves, &leaf{largest: size})
		}
		for _, b := range bundlesOf(leaves) {
			lengths = append(lengths, len(b))
		}
		return lengths
	}
	for want, got := range map[string][]int{
		"[]":      sizes(),
		"[8 2]":   sizes(make([]int64, 10)...),
		"[2 1 1]": sizes(bundleMemory/2, bundleMemory/2, 9*bundleMemory, 1),
	} {
		if fmt.Sprint(got) != want {
			t.Errorf("bundles of %v, want %s", got, want)
		}
	}
}

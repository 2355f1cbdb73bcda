// Package sampling picks rows at random (subsamples), in ascending order: a file is then read once.
package sampling

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Random is random numbers of a seed: those of another stream are others.
func Random(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// onePass is up to how many rows a draw may pass over; beyond, it costs what is drawn.
const onePass = 1 << 24

// Rows draws k of n rows, or all n where there are no more, from one permutation.
func Rows(n, k int, random *rand.Rand) []int {
	if n > onePass {
		return few(n, k, random)
	}
	drawn := random.Perm(n)[:min(k, n)]
	slices.Sort(drawn)
	return drawn
}

// Many is Rows for tables whose permutation would take too much memory: it passes over
// the rows and takes each with the chance that is left (Knuth's algorithm S). The rows are
// others than those of Rows.
func Many(n, k int, random *rand.Rand) []int {
	if n > onePass {
		return few(n, k, random)
	}
	k = min(k, n)
	drawn := make([]int, 0, k)
	for i := 0; len(drawn) < k; i++ {
		if random.IntN(n-i) < k-len(drawn) {
			drawn = append(drawn, i)
		}
	}
	return drawn
}

// AtMost is Many, or all rows, and then nothing is drawn, where there are no more than k.
func AtMost(n, k int, random *rand.Rand) []int {
	if n <= k {
		return All(n)
	}
	return Many(n, k, random)
}

// few draws k of n rows in time and memory that depend on k alone (Floyd's algorithm): of each
// of the last k rows and those before it one, or itself where that was drawn already.
func few(n, k int, random *rand.Rand) []int {
	k = min(k, n)
	drawn, there := make([]int, 0, k), make(map[int]bool, k)
	for last := n - k; last < n; last++ {
		i := random.IntN(last + 1)
		if there[i] {
			i = last
		}
		there[i] = true
		drawn = append(drawn, i)
	}
	slices.Sort(drawn)
	return drawn
}

// All lists the rows 0 to n-1.
func All(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Ascending are the places of values, the least first, of equal ones the first.
func Ascending[T cmp.Ordered](values []T) []int {
	order := All(len(values))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}

// Descending are the places of values, the largest first, of equal ones the first.
func Descending[T cmp.Ordered](values []T) []int {
	order := All(len(values))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[j], values[i]) })
	return order
}

// PickNamed takes those of the given names; nil where there are none.
func PickNamed[T any](all map[string]T, names []string) map[string]T {
	var part map[string]T
	for _, name := range names {
		if v, ok := all[name]; ok {
			if part == nil {
				part = map[string]T{}
			}
			part[name] = v
		}
	}
	return part
}

// Pick takes the elements at the given places.
func Pick[T any](all []T, at []int) []T {
	part := make([]T, len(at))
	for k, i := range at {
		part[k] = all[i]
	}
	return part
}

package coords

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/rows"
)

// Columns are drawn at random, or are combinations of those before them, or constant:
// the combinations are found, from the covariance and from the rows, in any units.
func TestDependentColumnsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		d := rapid.IntRange(1, 12).Draw(t, "d")
		n := rapid.SampledFrom([]int{d / 2, d, d + 1, 4 * d}).Draw(t, "n")
		if n < 2 {
			return
		}
		x := linalg.New(n, d)
		var want, free []int
		for j := range d {
			switch kind := random.IntN(4); {
			case kind == 0:
				for i := range n {
					x.Set(i, j, 3)
				}
				continue
			case kind == 1 && len(free) > 0 || len(free) == n-1:
				for _, k := range free {
					weight := 1 + random.Float64()
					for i := range n {
						x.Set(i, j, x.At(i, j)+weight*x.At(i, k)+1)
					}
				}
				want = append(want, j)
			default:
				for i := range n {
					x.Set(i, j, random.NormFloat64())
				}
				free = append(free, j)
			}
		}
		for j := range d {
			unit := []float64{1e-3, 1, 1e3}[random.IntN(3)]
			for i := range n {
				x.Set(i, j, unit*x.At(i, j))
			}
		}
		m, err := rows.NewMatrix(d, x.Data)
		if err != nil {
			t.Fatal(err)
		}
		standard, err := aggregate.Standardize(t.Context(), m, true)
		if err != nil {
			t.Fatal(err)
		}
		c, _, err := covariance(t.Context(), standard)
		if err != nil {
			t.Fatal(err)
		}
		if got := dependentColumns(c); !slices.Equal(got, want) {
			t.Fatalf("from the covariance: columns %v, want %v", got, want)
		}
		if n > d {
			return
		}
		if got, err := dependentAmongFewRows(t.Context(), standard); err != nil || !slices.Equal(got, want) {
			t.Fatalf("from the rows: columns %v, want %v (%v)", got, want, err)
		}
	})
}

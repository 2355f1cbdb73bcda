package output

import (
	"testing"

	"pgregory.net/rapid"
)

// L is F Fᵀ, by the definition of each. Labels have up to 3 terms of size 1.
func TestFactorsMultiplyToTheKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		found := 0
		for _, y := range kinds(t, n, rapid.Uint64().Draw(t, "seed")) {
			factored, ok := y.(Factored)
			if !ok {
				continue
			}
			found++
			width, f := factored.Factor()
			wantPairs(t, y, 1e-15, func(i, c int) (sum float64) {
				for j := range width {
					sum += f[i*width+j] * f[c*width+j]
				}
				return sum
			})
		}
		if found != 3 {
			t.Fatalf("%d outputs have a factor, want the two of classes and the labels", found)
		}
	})
}

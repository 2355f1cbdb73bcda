package suffice_test

import (
	"math/rand/v2"
	"testing"

	"suffice"
	"suffice/rows"
)

// A million rows of 50 inputs: scripts/compare_pca.py times scikit-learn on the same
// sizes.
func BenchmarkPCA(b *testing.B) {
	const n, d = 1_000_000, 50
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, n*d)
	for i := range data {
		data[i] = random.NormFloat64() * float64(1+i%d)
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		pca  suffice.PCA
	}{
		{"own units", suffice.PCA{Dim: 10, NoScale: true}},
		{"scaled", suffice.PCA{Dim: 10}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.pca.Fit(b.Context(), x, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

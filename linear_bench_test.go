package suffice_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"suffice"
	"suffice/output"
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
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				if _, err := c.pca.Fit(b.Context(), x, nil); err != nil {
					b.Fatal(err)
				}
				best = min(best, time.Since(start))
			}
			b.ReportMetric(best.Seconds(), "best-s")
		})
	}
}

// Numbers take all pairs of rows, classes and labels one pass; CCA is one pass too.
func BenchmarkLinear(b *testing.B) {
	p := draw(b, 5000, 50, 1)
	x := matrix(b, p.x)
	for _, c := range []struct {
		name   string
		method suffice.Reducer
		y      output.Output
	}{
		{"mddm of numbers", suffice.MDDM{Dim: 5}, p.number},
		{"mddm of labels", suffice.MDDM{Dim: 2}, p.labels},
		{"cca of labels", suffice.CCA{Dim: 2}, p.labels},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.method.Fit(b.Context(), x, c.y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package suffice_test

import (
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// With few rows the axes come from the products of rows, with many from the covariance:
// both are eigenvectors of the covariance.
func TestPCAIsTheEigenvectorsOfTheCovariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 8).Draw(t, "d")
		n := rapid.IntRange(2, 30).Draw(t, "n")
		x := draw(t, n, d, rapid.Uint64().Draw(t, "seed")).x
		p, err := suffice.PCA{Dim: min(d, n-1), NoScale: true}.Fit(t.Context(), matrix(t, x), nil)
		if err != nil {
			t.Fatal(err)
		}
		a := centredOf(x)
		wantEigenvectors(t, innerOf(a, a, float64(n-1)), linalg.Identity(d), p, 1e-11)
		wantInner(t, linalg.Identity(d), p, 1e-12)
	})
}

// An output that says nothing, or none at all, does not matter.
func TestPCAIgnoresTheOutput(t *testing.T) {
	p := draw(t, 30, 3, 1)
	for _, y := range []output.Output{nil, output.Numbers(make([]float64, 30)), p.labels} {
		got := mustFit(t, suffice.PCA{Dim: 2}, p.x, y)
		wantSameSubspace(t, got.Components, mustFit(t, suffice.PCA{Dim: 2}, p.x, p.number).Components, 1e-14)
	}
}

package paper

import (
	"testing"

	"suffice"
	"suffice/internal/testing/artificial"
)

// The fit of Data2 with default settings, 1000 rows.
func BenchmarkFitData2(b *testing.B) {
	d, err := artificial.ByName("data2")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Drawn(d, 1000, 1).Fit(b.Context(), suffice.SCA{Dim: d.Dim(), Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

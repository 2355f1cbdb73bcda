package suffice

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// Among few rows of very many inputs there are directions that follow any noise; methods
// that search still find what new rows share.
func TestFewRowsOfManyInputsDoNotFollowNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	const n, d, group = 150, 1500, 50
	rng := rand.New(rand.NewPCG(4, 4))
	draw := func(n int) (*rows.Matrix, []float64) {
		x, factor := make([]float64, n*d), make([]float64, n)
		for i := range n {
			factor[i] = rng.NormFloat64()
			for j := range d {
				x[i*d+j] = rng.NormFloat64()
				if j < group {
					x[i*d+j] += 2 * factor[i]
				}
			}
		}
		m, err := rows.NewMatrix(d, x)
		if err != nil {
			t.Fatal(err)
		}
		return m, factor
	}
	x, factor := draw(n)
	fresh, truth := draw(100)
	y := make([]float64, n)
	for i, f := range factor {
		y[i] = f + .1*rng.NormFloat64()
	}
	for name, reducer := range map[string]Reducer{"sca": SCA{Dim: 1, Seed: 1}, "kdr": KDR{Dim: 1, Seed: 1}} {
		p, err := reducer.Fit(t.Context(), x, output.Numbers(y))
		if err != nil {
			t.Fatal(err)
		}
		z, err := p.Transform(t.Context(), fresh)
		if err != nil {
			t.Fatal(err)
		}
		var zz, ff, zf float64
		for i, f := range truth {
			v := z.Row(i)[0]
			zz, ff, zf = zz+v*v, ff+f*f, zf+v*f
		}
		if r := math.Abs(zf) / math.Sqrt(zz*ff); r < .9 {
			t.Errorf("%s: z of new rows is correlated by %.2f with what matters", name, r)
		}
		if len(p.Warnings) == 0 && p.Settings.Span() == "" {
			t.Errorf("%s does not say where it searched", name)
		}
	}
}

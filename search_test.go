package suffice_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice"
	"suffice/output"
)

// The components come in the order of the dependence they carry.
func TestSearchesOrderTheirComponents(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 5))
	x := correlated(500, 4, 0, random)
	y := make([]float64, len(x))
	for i, row := range x {
		y[i] = 3*math.Tanh(row[2]) + .3*math.Sin(3*row[0]) + .1*random.NormFloat64()
	}
	for name, method := range map[string]suffice.Reducer{
		"sca": suffice.SCA{Dim: 2, Seed: 1}, "kdr": suffice.KDR{Dim: 2, Seed: 1},
	} {
		w := mustFit(t, method, x, output.Numbers(y)).Components
		if w[0][2] < .9 || w[1][0] < .9 {
			t.Errorf("%s: the strong direction should come first: %.2f", name, w)
		}
	}
}

package dependence

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// Independent pairs score about 0, dependent ones clearly more, for every kind of output.
func TestEstimateTellsDependenceFromIndependence(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	const n = 400
	random := rand.New(rand.NewPCG(3, 3))
	x, y, other := make([]float64, n), make([]float64, n), make([]float64, n)
	class, label, noise := make([]int, n), make([]float64, 2*n), make([]float64, 2*n)
	for i := range n {
		x[i] = random.NormFloat64()
		y[i], other[i] = x[i]*x[i]+.2*random.NormFloat64(), random.NormFloat64()
		class[i] = int(math.Min(2, y[i]+.5))
		label[2*i], noise[2*i] = math.Round(min(1, max(0, y[i]))), float64(random.IntN(2))
		label[2*i+1], noise[2*i+1] = float64(random.IntN(2)), float64(random.IntN(2))
	}
	rare := make([]float64, n) // a label that few rows have, whatever x is
	for i := range rare {
		rare[i] = math.Floor(random.Float64() + .1)
	}
	unbalanced, _ := output.Labels(1, rare)
	dependent, _ := output.Labels(2, label)
	independent, _ := output.Labels(2, noise)
	for name, c := range map[string]struct {
		y         output.Output
		low, high float64
	}{
		"dependent numbers":      {output.Numbers(y), .4, 10},
		"independent numbers":    {output.Numbers(other), -.05, .05},
		"classes":                {output.Classes(class), .2, 10},
		"dependent labels":       {dependent, .1, 10},
		"independent labels":     {independent, -.05, .05},
		"independent rare label": {unbalanced, -.05, .05},
	} {
		m, _ := rows.NewMatrix(1, x)
		got, err := Estimate(t.Context(), m, c.y, Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got.Score < c.low || got.Score > c.high {
			t.Errorf("%s: score %.3f, want %g to %g", name, got.Score, c.low, c.high)
		}
	}
}

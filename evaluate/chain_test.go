package evaluate

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// Least squares after as many principal components as inputs is least squares: the model has
// weights on the inputs, in their units.
func TestAfterAllComponentsIsTheMethodItself(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	const n, d = 60, 5
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range y {
		for j := range d {
			data[i*d+j] = float64(1+j) * random.NormFloat64()
		}
		y[i] = data[i*d] + data[i*d+1] + random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string) suffice.Method {
		m, err := suffice.MethodNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	fit := func(m suffice.Method) []float64 {
		p, err := m.New(suffice.Options{Dim: 1, Seed: 1}).Fit(t.Context(), x, output.Numbers(y))
		if err != nil {
			t.Fatal(err)
		}
		directions, err := p.Directions()
		if err != nil {
			t.Fatal(err)
		}
		return directions[0]
	}
	both := After(named("pca"), named("sir"))
	if both.Name != "pca+sir" {
		t.Errorf("the name is %q", both.Name)
	}
	got, want := fit(both), fit(named("sir"))
	for j := range want {
		if math.Abs(math.Abs(got[j])-math.Abs(want[j])) > 1e-9 {
			t.Fatalf("weights %v, want %v", got, want)
		}
	}
}

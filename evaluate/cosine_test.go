package evaluate

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// Rows whose class is their direction from the origin, whatever their length, are told by cosine;
// rows whose class is their length are not. Only unit vectors are asked whether they are.
func TestNeighboursByCosine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	const n, d = 300, 8
	for name, want := range map[string]struct{ units, cosine bool }{
		"directions": {true, true}, "lengths": {true, false}, "no unit vectors": {false, false}, "one nominal column": {false, false},
	} {
		var x []float64
		class := make([]int, n)
		for i := range class {
			class[i] = random.IntN(4)
			angle, length := float64(class[i])*math.Pi/2+.4*random.NormFloat64(), .02+.9*random.Float64()
			if name == "lengths" {
				angle, length = 2*math.Pi*random.Float64(), .1+.2*float64(class[i])+.03*random.NormFloat64()
			}
			rest := make([]float64, d-2)
			var square float64
			for j := range rest {
				rest[j] = random.NormFloat64()
				square += rest[j] * rest[j]
			}
			x = append(x, length*math.Cos(angle), length*math.Sin(angle))
			for _, v := range rest {
				x = append(x, v/math.Sqrt(square)*math.Sqrt(1-length*length))
			}
		}
		if name == "one nominal column" {
			clear(x)
			for i := range n {
				x[i*d+random.IntN(d)] = 1
			}
		}
		if name == "no unit vectors" {
			x[0] += .1
		}
		matrix, err := rows.NewMatrix(d, x)
		if err != nil {
			t.Fatal(err)
		}
		y := &output.Target{Kind: output.KindClass, Names: []string{"y"}, Class: class, Classes: []string{"a", "b", "c", "d"}}
		got, err := Compare(t.Context(), matrix, y, CompareOptions{Methods: methods(t, "sca"), Dims: []int{2}, Splits: Splits{Repeats: 2, Seed: 1}, Judge: NeighboursJudge})
		if err != nil {
			t.Fatal(err)
		}
		if got.Units != want.units {
			t.Errorf("%s: unit vectors: %v", name, got.Units)
		}
		if sca := got.Rows[0]; (sca.Cosine > 0) != want.cosine {
			t.Errorf("%s: %s has neighbours by cosine in %g of the splits, with errors %v", name, sca.Method, sca.Cosine, sca.Errors)
		}
	}
}

package suffice_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// The output may be a string. Here it has more letters a the larger 0.8 x1 - 0.6 x2 is;
// principal components would show x3 and x4, which vary together.
func ExampleSCA_strings() {
	random := rand.New(rand.NewPCG(1, 2))
	table, text := make([][]float64, 1000), make([]string, 1000)
	for i := range table {
		shared := random.NormFloat64()
		x := []float64{random.NormFloat64(), random.NormFloat64(), shared, shared + .5*random.NormFloat64()}
		share := 1 / (1 + math.Exp(-2*(.8*x[0]-.6*x[1])))
		for range 20 {
			if random.Float64() < share {
				text[i] += "a"
			} else {
				text[i] += "b"
			}
		}
		table[i] = x
	}
	x, err := rows.FromSlices(table)
	if err != nil {
		log.Fatal(err)
	}
	y, err := output.Strings(text, output.Spectrum{Length: 2})
	if err != nil {
		log.Fatal(err)
	}
	model, err := suffice.SCA{Dim: 1}.Fit(context.Background(), x, y)
	if err != nil {
		log.Fatal(err)
	}
	for j, weight := range model.Components[0] {
		fmt.Printf("%s %.1f\n", model.Inputs[j], math.Round(10*weight)/10+0)
	}
	// Output:
	// x1 0.8
	// x2 -0.6
	// x3 0.0
	// x4 0.0
}

package suffice_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// wide draws 100 rows of 200 inputs; y depends on the first three.
func wide() (*rows.Matrix, []float64) {
	random := rand.New(rand.NewPCG(1, 2))
	const n, d = 100, 200
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range n {
		row := data[i*d : (i+1)*d]
		for j := range row {
			row[j] = random.NormFloat64()
		}
		y[i] = row[0] + row[1] - row[2] + .2*random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		log.Fatal(err)
	}
	return x, y
}

func ExampleSEAS() {
	x, y := wide()
	model, err := suffice.SEAS{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	small := model.Used()
	fmt.Println(small.Inputs)
	// Output:
	// [x1 x2 x3 x53 x64 x146]
}

func ExampleLassoSIR() {
	x, y := wide()
	model, err := suffice.LassoSIR{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(model.Used().Inputs)
	// Output:
	// [x1 x2 x3 x64 x119]
}

func ExampleSPLS() {
	x, y := wide()
	model, err := suffice.SPLS{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(model.Used().Inputs)
	// Output:
	// [x1 x2 x3]
}

// Inputs are chosen for any form of dependence before SCA looks at them together.
func ExampleSCA_screened() {
	x, y := wide()
	model, err := suffice.SCA{Dim: 1, Seed: 1, Screen: 3}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(model.Used().Inputs)
	// Output:
	// [x1 x2 x3]
}

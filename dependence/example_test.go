package dependence_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"suffice/dependence"
	"suffice/output"
	"suffice/rows"
)

// The sign of x says nothing about y, but its size does: the correlation is 0.
func ExampleTest() {
	random := rand.New(rand.NewPCG(1, 2))
	data, y := make([]float64, 200), make([]float64, 200)
	for i := range data {
		data[i] = random.NormFloat64()
		y[i] = data[i]*data[i] + random.NormFloat64()
	}
	x, err := rows.NewMatrix(1, data)
	if err != nil {
		log.Fatal(err)
	}
	tested, err := dependence.Test(context.Background(), x, output.Numbers(y), dependence.TestOptions{Permutations: 99})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("dependent: %v, p = %.2f\n", tested.Score > .1, tested.P)
	// Output: dependent: true, p = 0.01
}

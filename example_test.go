package suffice_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"suffice"
	"suffice/dependence"
	"suffice/output"
	"suffice/rows"
)

// Four inputs, of which y depends on the sum of the first two, in a way that no
// straight line shows.
func bump(n int) (*rows.Matrix, []float64) {
	random := rand.New(rand.NewPCG(1, 2))
	table, y := make([][]float64, n), make([]float64, n)
	for i := range table {
		x := []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		sum := x[0] + x[1]
		table[i], y[i] = x, sum*sum+.1*random.NormFloat64()
	}
	x, err := rows.FromSlices(table)
	if err != nil {
		log.Fatal(err)
	}
	return x, y
}

func ExampleSCA() {
	x, y := bump(300)
	model, err := suffice.SCA{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	directions, err := model.Directions()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("weights of the first two inputs: %.1f\n", directions[0][:2])

	z, err := model.Transform(context.Background(), x)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(z.Len(), "rows of", z.Width())
	// Output:
	// weights of the first two inputs: [0.7 0.7]
	// 300 rows of 1
}

func Example_dependence() {
	x, y := bump(300)
	said, err := dependence.Estimate(context.Background(), x, output.Numbers(y), dependence.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("dependent:", said.Score > .1)
	// Output:
	// dependent: true
}

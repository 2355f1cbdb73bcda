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

// line draws n rows of three inputs. The third varies most; whether a row has the
// first label depends on the first input, and the second label on the second.
func line(n int) (*rows.Matrix, output.Kernel) {
	random := rand.New(rand.NewPCG(1, 2))
	var data, labels []float64
	for range n {
		a, b := random.NormFloat64(), random.NormFloat64()
		data = append(data, a, b, 10*random.NormFloat64())
		for _, v := range []float64{a, b} {
			if v > 0 {
				labels = append(labels, 1)
			} else {
				labels = append(labels, 0)
			}
		}
	}
	x, err := rows.NewMatrix(3, data)
	if err != nil {
		log.Fatal(err)
	}
	y, err := output.Labels(2, labels)
	if err != nil {
		log.Fatal(err)
	}
	return x, y
}

func ExampleMDDM() {
	x, y := line(2000)
	model, err := suffice.MDDM{Dim: 2}.Fit(context.Background(), x, y)
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range model.Components {
		fmt.Printf("weight of the third input: %.1f\n", math.Abs(w[2]))
	}
	// Output:
	// weight of the third input: 0.0
	// weight of the third input: 0.0
}

func ExampleCCA() {
	x, y := line(2000)
	model, err := suffice.CCA{Dim: 2, Ridge: -1}.Fit(context.Background(), x, y)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("canonical correlations: %.1f\n", model.Values)
	// Output:
	// canonical correlations: [0.8 0.8]
}

func ExamplePCA() {
	x, _ := line(2000)
	model, err := suffice.PCA{Dim: 1, NoScale: true}.Fit(context.Background(), x, nil) // no output is needed
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("weight of the third input: %.1f\n", model.Components[0][2])
	// Output:
	// weight of the third input: 1.0
}

func ExampleNone() {
	x, _ := line(2000)
	model, err := suffice.None{}.Fit(context.Background(), x, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(model.Dim(), "components:", model.Components)
	// Output:
	// 3 components: [[1 0 0] [0 1 0] [0 0 1]]
}

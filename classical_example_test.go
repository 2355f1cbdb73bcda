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

// rings draws n rows of four inputs of which the first two tell how far out a row is, and
// which of three rings it is on.
func rings(n int) (x *rows.Matrix, distance output.Metric, ring output.Kernel) {
	random := rand.New(rand.NewPCG(1, 2))
	var data, y []float64
	var class []int
	for range n {
		a, b := random.NormFloat64(), random.NormFloat64()
		data = append(data, a, b, random.NormFloat64(), random.NormFloat64())
		r := math.Hypot(a, b)
		y, class = append(y, r), append(class, min(2, int(r)))
	}
	x, err := rows.NewMatrix(4, data)
	if err != nil {
		log.Fatal(err)
	}
	return x, output.Numbers(y), output.Classes(class)
}

// printRest fits, and prints the largest weight of the inputs that say nothing.
func printRest(method suffice.Reducer, x suffice.Rows, y output.Output, from int) {
	model, err := method.Fit(context.Background(), x, y)
	if err != nil {
		log.Fatal(err)
	}
	var rest, all float64
	for _, w := range model.Components {
		for j, v := range w {
			all = max(all, math.Abs(v))
			if j >= from {
				rest = max(rest, math.Abs(v))
			}
		}
	}
	fmt.Printf("%s: at most %.1f of the largest weight\n", model.Method, rest/all)
}

func ExamplePLS() {
	x, labels := line(2000)
	printRest(suffice.PLS{Dim: 2}, x, labels, 2)
	// Output:
	// pls: at most 0.0 of the largest weight
}

func ExampleLDA() {
	x, labels := line(2000)
	_, values := labels.(output.Columnar).Columns()
	class := make([]int, 2000)
	for i := range class {
		class[i] = int(values[2*i]) + 2*int(values[2*i+1]) // one for each set of labels
	}
	printRest(suffice.LDA{Dim: 2}, x, output.Classes(class), 2)
	// Output:
	// lda: at most 0.0 of the largest weight
}

func ExampleDR() {
	x, distance, _ := rings(5000)
	printRest(suffice.DR{Dim: 2}, x, distance, 2)
	// Output:
	// dr: at most 0.0 of the largest weight
}

func ExampleGKDR() {
	x, distance, _ := rings(1500)
	printRest(suffice.GKDR{Dim: 2}, x, distance, 2)
	// Output:
	// gkdr: at most 0.0 of the largest weight
}

func ExampleNCA() {
	x, _, ring := rings(1000)
	printRest(suffice.NCA{Dim: 2}, x, ring, 2)
	// Output:
	// nca: at most 0.0 of the largest weight
}

func ExampleMLKR() {
	x, distance, _ := rings(1000)
	printRest(suffice.MLKR{Dim: 2}, x, distance, 2)
	// Output:
	// mlkr: at most 0.0 of the largest weight
}

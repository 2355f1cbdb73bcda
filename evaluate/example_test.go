package evaluate_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
	"suffice/rows"
)

// The nearest neighbours in one dimension.
func ExampleNearest() {
	train, err := rows.FromSlices([][]float64{{0}, {1}, {5}})
	if err != nil {
		log.Fatal(err)
	}
	test, err := rows.FromSlices([][]float64{{.2}, {4}})
	if err != nil {
		log.Fatal(err)
	}
	nearest, err := evaluate.Nearest(context.Background(), train, test)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(nearest)
	// Output: [0 2]
}

// Which of two methods, and how many components? y is the product of the first two inputs.
func ExampleCompare() {
	random := rand.New(rand.NewPCG(1, 2))
	table, y := make([][]float64, 150), make([]float64, 150)
	for i := range table {
		table[i] = []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), 3 * random.NormFloat64()}
		y[i] = table[i][0] * table[i][1]
	}
	x, err := rows.FromSlices(table)
	if err != nil {
		log.Fatal(err)
	}
	var methods []suffice.Method
	for _, name := range []string{"sca", "pca"} {
		method, err := suffice.MethodNamed(name)
		if err != nil {
			log.Fatal(err)
		}
		methods = append(methods, method)
	}
	result, err := evaluate.Compare(context.Background(), x, &output.Target{Kind: "number", Names: []string{"y"}, Values: y},
		evaluate.CompareOptions{Methods: methods, Dims: []int{2}, Splits: evaluate.Splits{Repeats: 5}})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range result.Rows {
		fmt.Printf("%s with %d: best %v\n", row.Method, row.Dim, row.Best)
	}
	// Output:
	// sca with 2: best true
	// pca with 2: best false
}

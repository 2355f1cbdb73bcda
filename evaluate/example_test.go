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

// Which method finds the product of two inputs? The one to beat is the first.
func ExampleChoose() {
	random := rand.New(rand.NewPCG(1, 2))
	table, y := make([][]float64, 200), make([]float64, 200)
	for i := range table {
		table[i] = []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		y[i] = table[i][0] * table[i][1]
	}
	x, err := rows.FromSlices(table)
	if err != nil {
		log.Fatal(err)
	}
	var methods []suffice.Method
	for _, name := range []string{"sir", "phd"} {
		method, err := suffice.MethodNamed(name)
		if err != nil {
			log.Fatal(err)
		}
		methods = append(methods, method)
	}
	chosen, err := evaluate.Choose(context.Background(), x, output.Numbers(y), evaluate.Choosing{Dim: 2, Methods: methods})
	if err != nil {
		log.Fatal(err)
	}
	best := chosen.Scores[1]
	fmt.Printf("%s, %s above %.1f\n", chosen.Method.Name, best.Measure, best.Value-.05)
	// Output: phd, r2 above 0.8
}

// Is there anything to find, and how much? y is a curve of the sum of two inputs out of five.
func ExampleAssess() {
	random := rand.New(rand.NewPCG(1, 2))
	table, y := make([][]float64, 200), make([]float64, 200)
	for i := range table {
		for range 5 {
			table[i] = append(table[i], random.NormFloat64())
		}
		z := table[i][0] + table[i][1]
		y[i] = z*z/4 + z + .3*random.NormFloat64()
	}
	x, err := rows.FromSlices(table)
	if err != nil {
		log.Fatal(err)
	}
	method, err := suffice.MethodNamed("sca")
	if err != nil {
		log.Fatal(err)
	}
	found, err := evaluate.Assess(context.Background(), x, output.Numbers(y), evaluate.Assessing{Method: method})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Verdict.InWords(found.Dim))
	// Output: 1 component: predicts 96.6% of the variance on rows it has not seen (all inputs 92%, guessing 0%); by chance: p < .001
}

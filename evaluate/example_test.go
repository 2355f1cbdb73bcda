package evaluate_test

import (
	"fmt"
	"log"

	"suffice/evaluate"
	"suffice/rows"
)

// Labels predicted by the nearest neighbour in one dimension.
func Example() {
	trainZ, err := rows.FromSlices([][]float64{{0}, {1}, {5}})
	if err != nil {
		log.Fatal(err)
	}
	testZ, err := rows.FromSlices([][]float64{{.2}, {4}})
	if err != nil {
		log.Fatal(err)
	}
	trainLabels, err := rows.FromSlices([][]float64{{1, 0}, {1, 1}, {0, 1}})
	if err != nil {
		log.Fatal(err)
	}
	testLabels, err := rows.FromSlices([][]float64{{1, 0}, {1, 1}})
	if err != nil {
		log.Fatal(err)
	}
	nearest, err := evaluate.Nearest(trainZ, testZ)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(nearest, evaluate.LabelError(trainLabels, testLabels, nearest))
	// Output: [0 2] 0.25
}

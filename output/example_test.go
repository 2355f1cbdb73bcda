package output_test

import (
	"fmt"
	"log"

	"suffice/output"
)

// Three rows with two labels each: cosines after the mean (2/3, 2/3) is subtracted.
func ExampleLabels() {
	y, err := output.Labels(2, []float64{
		1, 0,
		0, 1,
		1, 1,
	})
	if err != nil {
		log.Fatal(err)
	}
	L := make([]float64, 3*3)
	y.Kernel(L, 0, 3, []int{0, 1, 2})
	for i := range 3 {
		fmt.Printf("%5.2f\n", L[3*i:3*i+3])
	}
	// Output:
	// [ 1.00 -0.80 -0.32]
	// [-0.80  1.00 -0.32]
	// [-0.32 -0.32  1.00]
}

func ExampleClassNames() {
	y := output.ClassNames([]string{"ash", "beech", "ash"})
	L := make([]float64, 3)
	y.Kernel(L, 0, 1, []int{0, 1, 2}) // the first row with all three
	fmt.Println(L, y.Check())
	fmt.Println(output.ClassNames([]string{"ash", "ash"}).Check())
	// Output:
	// [1 0 1] <nil>
	// the output is the same in every row, so nothing can be learnt about it; choose another target
}

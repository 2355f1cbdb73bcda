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

// Substrings of two letters: abab has ab twice and ba once, abb has ab and bb.
func ExampleStrings() {
	y, err := output.Strings([]string{"abab", "abb", "ccc"}, output.Spectrum{Length: 2})
	if err != nil {
		log.Fatal(err)
	}
	L := make([]float64, 3)
	y.Kernel(L, 0, 1, []int{0, 1, 2}) // the first row with all three
	fmt.Printf("%.2f\n", L)
	// Output: [1.00 0.63 0.00]
}

func ExampleTreeTexts() {
	y, err := output.TreeTexts([]string{
		"(S (NP john) (VP runs))",
		"(S (NP john) (VP (V sees) (NP mary)))",
		`{"label": "S", "children": [{"label": "NP", "children": ["john"]}, {"label": "VP", "children": ["runs"]}]}`,
	}, output.TreeKernel{})
	if err != nil {
		log.Fatal(err)
	}
	L := make([]float64, 3)
	y.Kernel(L, 0, 1, []int{0, 1, 2})
	fmt.Printf("%.2f\n", L)
	_, err = output.TreeTexts([]string{"(S (NP john)"}, output.TreeKernel{})
	fmt.Println(err)
	// Output:
	// [1.00 0.44 1.00]
	// row 1, character 13: the text ends with brackets open, 1 of them; close them
}

// Water, the same with its atoms in another order, and hydrogen peroxide.
func ExampleGraphTexts() {
	y, err := output.GraphTexts([]string{
		"1=H 2=O; 2 3=H",
		"a=O b=H; a c=H",
		"1=H 2=O; 2 3=O; 3 4=H",
	}, output.GraphKernel{Rounds: 1})
	if err != nil {
		log.Fatal(err)
	}
	L := make([]float64, 3)
	y.Kernel(L, 0, 1, []int{0, 1, 2})
	fmt.Printf("%.2f\n", L)
	// Output: [1.00 1.00 0.79]
}

package suffice_test

import (
	"context"
	"fmt"
	"log"

	"suffice"
	"suffice/output"
)

// y is x₁ + x₂ squared, which no trend shows: the test of SIR does not reject that 0
// components are enough, that of SAVE does, and finds 1 enough.
func ExampleSIR() {
	x, y := bump(300)
	sir, err := suffice.SIR{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	save, err := suffice.SAVE{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	for _, model := range []*suffice.Projection{sir, save} {
		for _, test := range model.Tests[:2] {
			fmt.Printf("%-4s %d components enough: %t\n", model.Method, test.Dim, test.P > .01)
		}
	}
	// Output:
	// sir  0 components enough: true
	// sir  1 components enough: true
	// save 0 components enough: false
	// save 1 components enough: true
}

func ExampleSAVE() {
	x, y := bump(3000)
	model, err := suffice.SAVE{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f\n", model.Components[0][:2])
	// Output:
	// [0.7 0.7]
}

func ExamplePHd() {
	x, y := bump(3000)
	model, err := suffice.PHd{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f\n", model.Components[0][:2])
	// Output:
	// [0.7 0.7]
}

package suffice_test

import (
	"context"
	"fmt"
	"log"

	"suffice"
	"suffice/output"
)

func ExampleRFM() {
	x, y := bump(300)
	model, err := suffice.RFM{Dim: 1}.Fit(context.Background(), x, output.Numbers(y))
	if err != nil {
		log.Fatal(err)
	}
	directions, err := model.Directions()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("weights of the first two inputs: %.1f\n", directions[0][:2])
	// Output:
	// weights of the first two inputs: [0.7 0.7]
}

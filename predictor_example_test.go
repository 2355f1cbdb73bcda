package suffice_test

import (
	"context"
	"fmt"
	"log"

	"suffice"
	"suffice/output"
)

// A model predicts new rows, with the interval that holds 90% of them.
func ExamplePredictor() {
	ctx := context.Background()
	x, y := bump(200)
	found, err := suffice.Fit(ctx, suffice.NewData(x, output.Numbers(y)), suffice.FitOptions{Options: suffice.Options{Dim: 1, Seed: 1}, Predictor: true})
	if err != nil {
		log.Fatal(err)
	}
	model := found.Model
	predicted, lower, upper, err := model.PredictIntervals(ctx, x, 90)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("row 1: %.1f, predicted %.1f, from %.1f to %.1f\n", y[0], predicted.Row(0)[0], lower.Row(0)[0], upper.Row(0)[0])
	fmt.Printf("R² %.2f on rows that it has not seen\n", model.Predictor.Measures["r2"])
	// Output:
	// row 1: 0.2, predicted 0.2, from 0.0 to 0.4
	// R² 1.00 on rows that it has not seen
}

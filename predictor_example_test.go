package suffice_test

import (
	"context"
	"fmt"
	"log"

	"suffice"
	"suffice/output"
)

// A model predicts new rows, with the interval that holds 90% of them.
func ExamplePredicting() {
	ctx := context.Background()
	x, y := bump(300)
	method, target := suffice.SCA{Dim: 1}, output.Numbers(y)
	model, err := method.Fit(ctx, x, target)
	if err != nil {
		log.Fatal(err)
	}
	if model.Predictor, err = (suffice.Predicting{Seed: 1}).Fit(ctx, method, model, x, target); err != nil {
		log.Fatal(err)
	}
	predicted, err := model.Predict(ctx, x)
	if err != nil {
		log.Fatal(err)
	}
	half, _ := model.Predictor.Half(90)
	fmt.Printf("row 1: %.1f, predicted %.1f ± %.1f\n", y[0], predicted.Row(0)[0], half[0])
	fmt.Printf("R² %.2f on rows that it has not seen\n", model.Predictor.Measures["r2"])
	// Output:
	// row 1: 0.2, predicted 0.2 ± 0.2
	// R² 0.98 on rows that it has not seen
}

package suffice_test

import (
	"context"
	"fmt"
	"log"

	"suffice"
	"suffice/output"
)

// Rows in memory are data; those of a file come from table.Choice.Data.
func ExampleNewData() {
	x, y := bump(150)
	data := suffice.NewData(x, output.Numbers(y))
	result, err := suffice.Fit(context.Background(), data, suffice.FitOptions{Options: suffice.Options{Dim: 1}})
	if err != nil {
		log.Fatal(err)
	}
	model := result.Model
	fmt.Println(data.Len(), "rows of", data.Names())
	fmt.Printf("%s finds %d component; there is something to find: %v\n", model.Method, model.Dim(), model.Verdict.Found)
	// Output:
	// 150 rows of [x1 x2 x3 x4]
	// sca finds 1 component; there is something to find: true
}

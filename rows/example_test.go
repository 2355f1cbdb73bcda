package rows_test

import (
	"context"
	"fmt"
	"log"

	"suffice/rows"
)

// Rows of a table, read in blocks.
func ExampleEach() {
	x, err := rows.FromSlices([][]float64{{1, 300}, {2, 100}, {3, 200}})
	if err != nil {
		log.Fatal(err)
	}
	err = rows.Each(context.Background(), x, 2, func(from, to int, block []float64) error {
		fmt.Printf("rows %d to %d: %g\n", from, to-1, block)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// rows 0 to 1: [1 300 2 100]
	// rows 2 to 2: [3 200]
}

func ExampleNotFinite() {
	fmt.Println(rows.NotFinite{Row: 17, Column: "rooms", Value: 1 / zero()})
	// Output:
	// row 18, column "rooms": +Inf is not a finite number; drop the row or fill in the value
}

func zero() float64 { return 0 }

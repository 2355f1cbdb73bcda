package export_test

import (
	"fmt"
	"os"

	"suffice"
	"suffice/export"
)

// A model of two inputs, as a query for a database.
func ExampleFormat_Write() {
	model := &suffice.Projection{
		Method: "sca", Output: suffice.Output{Kind: "number", Names: []string{"price"}},
		Inputs: []string{"rooms", "age"}, Components: [][]float64{{.8, -.6}}, Mean: []float64{6, 70}, Scale: []float64{.5, 30},
	}
	sql, err := export.FormatNamed("sql")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := sql.Write(os.Stdout, model, export.Options{Table: "houses", Keep: []string{"id"}}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// -- 1 component of 2 inputs, for the target price, found by sca
	// SELECT
	//   t."id",
	//   (
	//     0.8e0 * (CAST(t."rooms" AS DOUBLE PRECISION) - 6e0) / 0.5e0
	//     - 0.6e0 * (CAST(t."age" AS DOUBLE PRECISION) - 70e0) / 30e0
	//   ) AS "z1"
	// FROM "houses" AS t;
}

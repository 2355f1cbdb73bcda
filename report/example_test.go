package report_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"strings"

	"suffice"
	"suffice/output"
	"suffice/picture"
	"suffice/report"
	"suffice/rows"
)

// A report of a model, as a file would be written.
func Example() {
	x, err := rows.FromSlices([][]float64{{1, 2, 0}, {2, 1, 1}, {3, 5, 1}, {4, 3, 0}})
	if err != nil {
		log.Fatal(err)
	}
	y := &output.Target{Kind: "number", Names: []string{"price"}, Values: []float64{1, 2, 3, 5}}
	ctx := context.Background()
	model, err := suffice.CCA{Dim: 1}.Fit(ctx, x, output.Numbers(y.Values))
	if err != nil {
		log.Fatal(err)
	}
	model.Output.Names = y.Names
	z, err := model.Transform(ctx, x)
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	err = report.Report{
		Subject:   picture.Subject{Model: model, Z: z, Y: y, Source: "houses.csv"},
		ModelFile: "model.json", DataFile: "houses.csv",
	}.Write(&file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(file.String(), "<h1>1 component for price</h1>"))
	// Output: true
}

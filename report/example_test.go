package report_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"strings"

	"suffice"
	"suffice/chart"
	"suffice/output"
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
		Model: model, Z: z, Y: y, Source: "houses.csv",
		ModelFile: "model.json", DataFile: "houses.csv",
	}.Write(&file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(file.String(), "<h1>1 component for price</h1>"))
	// Output: true
}

// From a table in memory to a picture of its first principal components.
func ExampleReport_Figure() {
	x, err := rows.FromSlices([][]float64{{1, 2, 0}, {2, 1, 1}, {3, 5, 1}, {4, 3, 0}})
	if err != nil {
		log.Fatal(err)
	}
	y := &output.Target{Kind: "class", Names: []string{"fruit"}, Class: []int{0, 0, 1, 1}, Classes: []string{"apple", "pear"}}
	ctx := context.Background()
	model, err := suffice.PCA{Dim: 2}.Fit(ctx, x, output.Classes(y.Class))
	if err != nil {
		log.Fatal(err)
	}
	z, err := model.Transform(ctx, x)
	if err != nil {
		log.Fatal(err)
	}
	figure, err := report.Report{Model: model, Z: z, Y: y}.Figure(report.OfComponents, report.OfLoadings)
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := figure.Write(&file, chart.PDF); err != nil {
		log.Fatal(err)
	}
	fmt.Println(figure.Title)
	// Output: 2 components of 3 inputs (pca)
}

package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"suffice"
	"suffice/chart"
	"suffice/output"
	"suffice/picture"
	"suffice/rows"
)

// From a table in memory to a picture of its first principal components.
func Example() {
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
	figure, err := picture.Subject{Model: model, Z: z, Y: y}.Figure(picture.OfComponents, picture.OfLoadings)
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

package chart_test

import (
	"bytes"
	"fmt"
	"log"

	"suffice/chart"
)

// A scatter plot; a file would be written the same way.
func Example() {
	figure := chart.Figure{Panels: []chart.Panel{
		chart.Points{Title: "A parabola", NameX: "x", NameY: "y", X: []float64{-1, 0, 1}, Y: []float64{1, 0, 1}},
	}}
	var file bytes.Buffer
	if err := figure.Write(&file, chart.PNG); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.HasPrefix(file.Bytes(), []byte("\x89PNG")))
	// Output: true
}

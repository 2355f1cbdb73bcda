package paper

import (
	"fmt"
	"strings"

	"suffice/chart"
	"suffice/internal/testing/artificial"
)

// Figure1 is the paper's Figure 1: y of each data set against the inputs that it
// depends on; where these are two, y is the colour.
func Figure1(sets []artificial.Data, n int, seed uint64) chart.Figure {
	figure := chart.Figure{
		Title: fmt.Sprintf("The artificial data, %d rows", n),
		Note:  "e is standard normal noise",
	}
	for _, d := range sets {
		x, y := d.Generate(n, seed)
		names := d.Names()
		points := chart.Points{
			Title: strings.ToUpper(d.Name[:1]) + d.Name[1:] + ": " + d.Formula, X: column(x, d.D, d.Hit[0]), Y: y, NameX: names[d.Hit[0]], NameY: "y",
		}
		if d.Dim() == 2 {
			points.NameY, points.ShadeLabel = names[d.Hit[1]], "y"
			points.Y, points.Shade = column(x, d.D, d.Hit[1]), y
		}
		figure.Panels = append(figure.Panels, points)
	}
	return figure
}

// column j of a matrix of width d.
func column(x []float64, d, j int) []float64 {
	out := make([]float64, len(x)/d)
	for i := range out {
		out[i] = x[i*d+j]
	}
	return out
}

package paper

import (
	"fmt"
	"strings"

	"suffice/chart"
	"suffice/internal/wording"
)

// Picture is a box plot of the errors of a table: a panel for each data set, a box for
// each method, and the paper's means.
func Picture(table []Row, trials, n int) chart.Figure {
	figure := chart.Figure{
		Title: fmt.Sprintf("Error of the subspace found, %s of %d rows", wording.Count(trials, "trial"), n),
		Note:  "* the best mean, or not different from it (Welch's t-test, 1%)      ◊ the paper's mean",
	}
	var low, high float64
	panels := map[string]*chart.Boxes{}
	var order []string
	colours := map[string]int{floor: -1}
	for _, row := range table {
		panel, ok := panels[row.Data]
		if !ok {
			panel = &chart.Boxes{Title: title(row.Data), Y: "error"}
			panels[row.Data], order = panel, append(order, row.Data)
		}
		if _, ok := colours[row.Method]; !ok {
			colours[row.Method] = len(colours) - 1
		}
		box := chart.Box{Name: row.Method, Values: row.Errors, Colour: colours[row.Method]}
		if row.Best {
			box.Name += " *"
		}
		if printed, ok := Printed(row.Data, row.Method); ok {
			box.Reference = printed.Mean
		}
		panel.Boxes = append(panel.Boxes, box)
		for _, v := range append([]float64{box.Reference}, row.Errors...) {
			if v > 0 && (low == 0 || v < low) {
				low = v
			}
			high = max(high, v)
		}
	}
	for _, data := range order {
		panels[data].Low, panels[data].High = low, high // one scale for all
		figure.Panels = append(figure.Panels, *panels[data])
	}
	return figure
}

// title of a data set in a picture: "Data1".
func title(data string) string { return strings.ToUpper(data[:1]) + data[1:] }

// Figure1 is the paper's Figure 1: y of each data set against the inputs that it
// depends on; where these are two, y is the colour.
func Figure1(sets []Data, n int, seed uint64) chart.Figure {
	figure := chart.Figure{
		Title: fmt.Sprintf("The artificial data, %d rows", n),
		Note:  "e is standard normal noise",
	}
	for _, d := range sets {
		x, y := d.Generate(n, seed)
		names := d.Names()
		points := chart.Points{
			Title: title(d.Name) + ": " + d.Formula, X: column(x, d.D, d.Hit[0]), Y: y, NameX: names[d.Hit[0]], NameY: "y",
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

package experiment

import (
	"math"
	"slices"
	"strings"

	"suffice/chart"
)

// Picture draws the first measure that has a spread, or the first of all: boxes of the trials, or curves of the means across the numbers
// of components or rows.
func (r *Result) Picture() chart.Figure {
	m := r.of.Measures[max(0, slices.IndexFunc(r.of.Measures, func(m Measure) bool { return m.Spread != None }))]
	figure := chart.Figure{Title: r.Heading(), Note: strings.Join(r.of.Notes, ". ")}
	low, high := math.Inf(1), 0.
	for _, row := range r.Rows {
		for _, v := range append(row.Figures[m.Name].Values, row.Figures[m.Name].Mean) {
			if v > 0 {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	for _, panel := range distinct(r.Rows, panelOf) {
		var rows []Row
		for _, row := range r.Rows {
			if panelOf(row) == panel && len(row.Figures[m.Name].Values) > 0 {
				rows = append(rows, row)
			}
		}
		switch {
		case len(rows) == 0:
		case r.of.Across == "":
			figure.Panels = append(figure.Panels, r.boxes(panel, m, rows, low, high))
		default:
			figure.Panels = append(figure.Panels, r.curves(panel, m, rows, low, high))
		}
	}
	return figure
}

func panelOf(row Row) string {
	if row.from.Panel != "" {
		return row.from.Panel
	}
	return row.Table
}

// boxes are the trials of each method; what others have is a mark beside it.
func (r *Result) boxes(title string, m Measure, rows []Row, low, high float64) chart.Boxes {
	methods, panel := r.methods(), chart.Boxes{Title: title, Y: m.Name, Low: low, High: high}
	for _, row := range rows {
		box := chart.Box{Name: row.Method, Values: row.Figures[m.Name].Values, Colour: slices.Index(methods, row.Method)}
		if row.Best {
			box.Name += " *"
		}
		if !row.from.competes() {
			box.Colour = -1
		}
		for _, other := range r.Rows {
			if other.from.Try == nil && other.Table == row.Table && strings.HasSuffix(other.Method, " "+row.Method) {
				box.Reference = other.Figures[m.Name].Mean
			}
		}
		panel.Boxes = append(panel.Boxes, box)
	}
	return panel
}

// curves are the means of each method.
func (r *Result) curves(title string, m Measure, rows []Row, low, high float64) chart.Curves {
	panel := chart.Curves{Title: title, NameX: r.of.Across, NameY: m.Name}
	if r.of.Across == "rows" {
		panel.LogX, panel.LogY, panel.Low, panel.High = true, true, low, high
	}
	for _, method := range distinct(rows, func(row Row) string { return row.Method }) {
		curve := chart.Curve{Name: method}
		for _, row := range rows {
			if row.Method != method {
				continue
			}
			at, f := row.Dim, row.Figures[m.Name]
			if r.of.Across == "rows" {
				at = row.Rows
			}
			curve.Flat = row.from.Every
			curve.X, curve.Mean, curve.Best = append(curve.X, float64(at)), append(curve.Mean, f.Mean), append(curve.Best, row.Best)
			if f.SD != nil {
				curve.SD = append(curve.SD, *f.SD)
			}
		}
		panel.Curves = append(panel.Curves, curve)
	}
	return panel
}

package report

import (
	"fmt"
	"math"
	"slices"

	"suffice"
	"suffice/chart"
)

// loadings draws the weights of each component as bars, on one scale.
func loadings(m *suffice.Projection) (panels []chart.Panel, note string) {
	var low, high float64
	units := m.Units()
	m = m.WithoutPredictor().Used()
	shown := m.Components[:min(mostPairs, m.Dim())]
	for _, weights := range shown {
		for _, w := range weights {
			low, high = math.Min(low, w), math.Max(high, w)
		}
	}
	for k, weights := range shown {
		bars := chart.Bars{Title: zName(k), NameX: "weight", Names: m.Inputs, Values: weights, Low: low, High: high}
		if m.Bootstrap != nil {
			bars.From, bars.To = m.Bootstrap.Low[k], m.Bootstrap.High[k]
		}
		panels = append(panels, bars)
	}
	if m.Bootstrap != nil {
		units += fmt.Sprintf(", with %.0f%% intervals", 100*m.Bootstrap.Level)
	}
	if m.Dim() > len(shown) {
		return panels, fmt.Sprintf("weights of %s in the first %d of %d components", units, len(shown), m.Dim())
	}
	return panels, "weights of " + units
}

// trace draws the score of each step of the fit, a panel for each measure of it.
func trace(m *suffice.Projection) []chart.Panel {
	var measures, stages []string // a stage has the same mark in all panels
	lines := map[string]*chart.Line{}
	for i, pass := range m.Trace {
		measure := pass.MeasuredBy()
		line := lines[measure]
		if line == nil {
			line = &chart.Line{NameX: "step of the fit", NameY: measure}
			lines[measure], measures = line, append(measures, measure)
		}
		stage := slices.Index(stages, pass.Stage)
		if stage < 0 {
			stage, stages = len(stages), append(stages, pass.Stage)
		}
		line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, pass.Score)
		line.Stage = append(line.Stage, stage)
	}
	var panels []chart.Panel
	for _, measure := range measures {
		lines[measure].Stages = stages
		panels = append(panels, *lines[measure])
	}
	return panels
}

package main

import (
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/metrics"
	"suffice/internal/render"
	"suffice/internal/termtext"
)

// predictorReport is what --json prints of a predictor.
type predictorReport struct {
	What      string             `json:"what"`
	Kernel    string             `json:"kernel"`
	Centres   int                `json:"centres"`
	Rows      int                `json:"rows"`
	Measures  map[string]float64 `json:"measures"`
	Intervals []suffice.Interval `json:"intervals,omitempty"`
}

func predictorReportOf(m *suffice.Projection) *predictorReport {
	p := m.Predictor
	if p == nil {
		return nil
	}
	return &predictorReport{render.PredictorInWords(p), p.Kernel, len(p.Centres), p.Rows, p.Measures, p.Intervals}
}

// predictorFacts are lines about a predictor.
func predictorFacts(out *termtext.Text, m *suffice.Projection) {
	p := m.Predictor
	if p == nil {
		return
	}
	var said []string
	for _, m := range metrics.All() {
		if v, ok := p.Measures[m.Name]; ok && len(said) < 3 {
			said = append(said, fmt.Sprintf("%s %.4g", m.Title, v))
		}
	}
	text := render.PredictorInWords(p) + "; on rows held out: " + strings.Join(said, ", ")
	if within, ok := render.Within(p, 90); ok {
		text += fmt.Sprintf("; 90%% of them are within %s of what it predicts", within)
	}
	out.Paragraph("Predictor", text)
}

package main

import (
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/page"
	"suffice/internal/wording"
)

// checkIntervals finds what is wrong with the number of half-samples.
func (f *fit) checkIntervals() error {
	return refuse(f.intervals < 0 || f.intervals == 1, "--intervals %d: it takes at least 2 half-samples, better 200; 0 means none", f.intervals)
}

// errorText is half the interval of a weight, such as "±0.031", or nothing where it is not
// known.
func errorText(m *suffice.Projection, component, input int) string {
	if m.Bootstrap == nil {
		return ""
	}
	return fmt.Sprintf("±%.3f", m.Bootstrap.Error(component, input))
}

// writeSure says how sure the components are, where that is known.
func writeSure(out *page.Text, m *suffice.Projection) {
	b := m.Bootstrap
	if b == nil {
		return
	}
	sure := fmt.Sprintf("±: %.0f%% intervals, by %d half-samples of %s; angles from the truth are at most %s", 100*b.Level, b.Resamples, wording.Count(b.Rows, "row"), angleList(b.Angles))
	if m.Dim() > 1 {
		sure += fmt.Sprintf(", and %.1f° for what they span", b.Angle)
	}
	if len(b.Seeds) > 0 {
		sure += fmt.Sprintf("; %s find components up to %.1f° away", wording.Count(len(b.Seeds), "more fit")+" with other seeds", b.LargestSeed())
	}
	out.Paragraph("How sure", sure)
	for _, doubt := range b.Doubts {
		out.Paragraph("Not sure", page.Printable(doubt))
	}
}

func angleList(angles []float64) string {
	const most = 4
	parts := []string{}
	for k, angle := range angles[:min(most, len(angles))] {
		parts = append(parts, fmt.Sprintf("z%d %.1f°", k+1, angle))
	}
	if len(angles) > most {
		parts = append(parts, "…")
	}
	return strings.Join(parts, ", ")
}

package main

import (
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/page"
	"suffice/internal/wording"
)

// checkBootstrap finds what is wrong with the number of halves.
func (f *fit) checkBootstrap() error {
	return cli.Refuse(f.bootstrap < 0 || f.bootstrap == 1, "--bootstrap %d: it takes at least 2 halves of the rows, better 200; 0 means none", f.bootstrap)
}

// errorText is half the interval of a weight, such as " ±0.031", or nothing where it is not
// known.
func errorText(m *suffice.Projection, component, input int) string {
	if m.Bootstrap == nil {
		return ""
	}
	return fmt.Sprintf(" ±%.3f", m.Bootstrap.Error(component, input))
}

// writeSure says how sure the components are, where that is known.
func writeSure(out *page.Text, m *suffice.Projection) {
	b := m.Bootstrap
	if b == nil {
		return
	}
	out.Line("\nhow sure, at %.0f%%, by %d random halves of %s", 100*b.Level, b.Resamples, wording.Count(b.Rows, "row"))
	out.Entry("angles", "%s: so far each is from the truth, at most", angleList(b.Angles))
	if m.Dim() > 1 {
		out.Entry("together", "%.1f° at most, the furthest of what they span", b.Angle)
	}
	if len(b.Seeds) > 0 {
		out.Entry("other seeds", "%s find components up to %.1f° away", wording.Count(len(b.Seeds), "more fit"), b.LargestSeed())
	}
	for _, doubt := range b.Doubts {
		out.Paragraph("not sure", page.Printable(doubt))
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

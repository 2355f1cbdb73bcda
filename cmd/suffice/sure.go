package main

import (
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
)

// sureColumns are those beside a weight: half its interval, and the correlation of the input
// with z, where the model has them.
type sureColumns struct {
	model *suffice.Projection
}

func newSureColumns(m *suffice.Projection) sureColumns { return sureColumns{m} }

// heading names the columns.
func (s sureColumns) heading() string {
	var text string
	if s.model.Bootstrap != nil {
		text += fmt.Sprintf(" %7s", "95%")
	}
	if s.model.Correlations != nil {
		text += fmt.Sprintf(" %6s", "with z")
	}
	return text
}

func (s sureColumns) width() int { return len(s.heading()) }

// cells are what there is of an input in a component.
func (s sureColumns) cells(component, input int) string {
	var text string
	if s.model.Bootstrap != nil {
		text += fmt.Sprintf(" %7s", errorText(s.model, component, input))
	}
	if s.model.Correlations != nil {
		text += fmt.Sprintf(" %6.2f", s.model.Correlations[component][input]+0)
	}
	return text
}

// writeNominal lists nominal columns, each as one.
func writeNominal(out *termtext.Text, m *suffice.Projection) {
	columns := m.NominalColumns()
	if len(columns) == 0 {
		return
	}
	const most, mostShown = 10, 6
	columns = columns[:min(most, len(columns))]
	short, longest := termtext.ShortNames(cli.Names(columns, func(c suffice.Column) string { return c.Name }), nil, 25)
	shown := min(mostShown, m.Dim())
	out.Line("\n%-*s  %6s %s", max(longest+2, len("nominal columns")), "nominal columns", "levels", strings.Join(cli.Names(m.Names()[:shown], func(name string) string { return fmt.Sprintf("%9s", name) }), ""))
	for i, column := range columns {
		var cells []string
		for _, w := range column.Weight[:shown] {
			cells = append(cells, fmt.Sprintf("%9.4f", w))
		}
		out.Line("  %-*s  %6d %s", max(longest, len("nominal columns")-2), short[i], len(column.Levels), strings.Join(cells, ""))
	}
	if more := len(m.NominalColumns()) - len(columns); more > 0 {
		out.Line("  and %d more", more)
	}
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
func writeSure(out *termtext.Text, m *suffice.Projection) {
	b := m.Bootstrap
	if b == nil {
		return
	}
	sure := fmt.Sprintf("±: %.0f%% intervals, by %d half-samples of %s; angles from the truth are at most %s", 100*b.Level, b.Resamples, humanize.Count(b.Rows, "row"), angleList(b.Angles))
	if m.Dim() > 1 {
		sure += fmt.Sprintf(", and %.1f° for what they span", b.Angle)
	}
	if len(b.Seeds) > 0 {
		sure += fmt.Sprintf("; %s find components up to %.1f° away", humanize.Count(len(b.Seeds), "more fit")+" with other seeds", b.LargestSeed())
	}
	out.Paragraph("How sure", sure)
	for _, doubt := range b.Doubts {
		out.Paragraph("Not sure", termtext.Printable(doubt))
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

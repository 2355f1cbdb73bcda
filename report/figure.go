package report

import (
	"fmt"

	"suffice/chart"
	"suffice/internal/wording"
)

// Part is one of the pictures of a model that there are.
type Part string

// The parts.
const (
	OfComponents Part = "components"
	OfLoadings   Part = "loadings"
	OfTrace      Part = "trace"
)

// Parts are all of them.
func Parts() []Part { return []Part{OfComponents, OfLoadings, OfTrace} }

// Figure draws the parts that are asked for, one below the other. It looks at the model, the
// rows and where they come from alone.
func (r Report) Figure(parts ...Part) (chart.Figure, error) {
	figure := chart.Figure{Title: r.title()}
	var notes []string
	for _, part := range parts {
		panels, note, err := r.panels(part)
		if err != nil {
			return chart.Figure{}, err
		}
		figure.Panels = append(figure.Panels, panels...)
		notes = append(notes, note)
	}
	figure.Note = wording.Remarks(notes...)
	return figure, nil
}

func (r Report) panels(part Part) ([]chart.Panel, string, error) {
	switch part {
	case OfComponents:
		return components(r.Z, r.Y)
	case OfLoadings:
		panels, note := loadings(r.Model)
		return panels, note, nil
	case OfTrace:
		panels := trace(r.Model)
		if len(panels) == 0 {
			return nil, "", fmt.Errorf("method %s has no steps, so there is no trace to draw; leave it out", r.Model.Method)
		}
		return panels, "", nil
	}
	return nil, "", fmt.Errorf("there is no picture of %q; choose components, loadings, trace", part)
}

// title says what was reduced to what: "a.csv: 2 components of 13 inputs for price (sca)".
func (r Report) title() string {
	m := r.Model
	title := fmt.Sprintf("%s of %s", wording.Count(m.Dim(), "component"), wording.Count(len(m.Inputs), "input"))
	if names := m.Output.Names; len(names) == 1 {
		title += " for " + names[0]
	} else if len(names) > 1 {
		title += fmt.Sprintf(" for %s and %d more", names[0], len(names)-1)
	}
	title += " (" + m.Method + ")"
	if r.Source != "" {
		title = r.Source + ": " + title
	}
	return title
}

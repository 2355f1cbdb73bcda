// Package picture makes pictures of models: the components of the rows of a table with
// what is to be predicted as the colour, the weights of the inputs, and how the score
// developed while the model was fitted.
package picture

import (
	"fmt"
	"slices"
	"strings"

	"suffice"
	"suffice/chart"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
)

// Part is one of the pictures that there are.
type Part string

// The parts.
const (
	OfComponents Part = "components"
	OfLoadings   Part = "loadings"
	OfTrace      Part = "trace"
)

// Parts are all of them.
func Parts() []Part { return []Part{OfComponents, OfLoadings, OfTrace} }

// Subject is what a picture is made of.
type Subject struct {
	Model  *suffice.Projection
	Z      *rows.Matrix   // the components of some rows; needed by OfComponents only
	Y      *output.Target // of the same rows: what colours mean; may be nil
	Source string         // of the rows, for the title
}

// Figure draws the parts that are asked for, one below the other.
func (s Subject) Figure(parts ...Part) (chart.Figure, error) {
	figure := chart.Figure{Title: s.title()}
	var notes []string
	for _, part := range parts {
		panels, note, err := s.panels(part)
		if err != nil {
			return chart.Figure{}, err
		}
		figure.Panels = append(figure.Panels, panels...)
		if note != "" && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	figure.Note = strings.Join(notes, ". ")
	return figure, nil
}

func (s Subject) panels(part Part) ([]chart.Panel, string, error) {
	switch part {
	case OfComponents:
		return Components(s.Z, s.Y)
	case OfLoadings:
		panels, note := Loadings(s.Model)
		return panels, note, nil
	case OfTrace:
		panels := Trace(s.Model)
		if len(panels) == 0 {
			return nil, "", fmt.Errorf("method %s has no steps, so there is no trace to draw; leave it out", s.Model.Method)
		}
		return panels, "", nil
	}
	return nil, "", fmt.Errorf("there is no picture of %q; choose %s", part, partList())
}

func partList() string {
	var names []string
	for _, part := range Parts() {
		names = append(names, string(part))
	}
	return strings.Join(names, ", ")
}

// title says what was reduced to what: "a.csv: 2 components of 13 inputs for price (sca)".
func (s Subject) title() string {
	m := s.Model
	title := fmt.Sprintf("%s of %s", wording.Count(m.Dim(), "component"), wording.Count(len(m.Inputs), "input"))
	if names := m.Output.Names; len(names) == 1 {
		title += " for " + names[0]
	} else if len(names) > 1 {
		title += fmt.Sprintf(" for %s and %d more", names[0], len(names)-1)
	}
	title += " (" + m.Method + ")"
	if s.Source != "" {
		title = s.Source + ": " + title
	}
	return title
}

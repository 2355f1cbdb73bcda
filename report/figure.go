package report

import (
	"bytes"
	"encoding/base64"
	"fmt"

	"suffice/chart"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
)

// Part is one of the pictures of a model that there are.
type Part string

// The parts.
const (
	OfComponents Part = "components" // the rows, by their components
	OfSummary    Part = "summary"    // the target along each component
	OfLoadings   Part = "loadings"   // the weights of the inputs
	OfTrace      Part = "trace"      // the score during the fit
)

// Parts are all of them, in the order of a page.
func Parts() []Part { return []Part{OfComponents, OfSummary, OfLoadings, OfTrace} }

// UsualParts are those that tell something to people who did not write the method.
func UsualParts() []Part { return []Part{OfComponents, OfSummary, OfLoadings} }

// OfRows reports whether a part shows rows, so that it needs some.
func (p Part) OfRows() bool { return p == OfComponents || p == OfSummary }

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
	figure.Note = humanize.Remarks(notes...)
	return figure, nil
}

func (r Report) panels(part Part) ([]chart.Panel, string, error) {
	switch part {
	case OfComponents:
		return components(r.Z, r.Y)
	case OfSummary:
		return summary(r.Z, r.Y)
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
	return nil, "", fmt.Errorf("there is no picture of %q; choose components, summary, loadings, trace", part)
}

// title says what was reduced to what: "a.csv: 2 components of 13 inputs for price (sca)".
func (r Report) title() string {
	m := r.Model
	title := fmt.Sprintf("%s of %s", humanize.Count(m.Dim(), "component"), humanize.Count(len(m.Inputs), "input"))
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

// mostLines is the size of an SVG that browsers draw at once.
const mostLines = 400_000

// draw is a picture as an element of the page: lines, or dots where lines would be many.
func (r Report) draw(part Part) (termtext.Raw, error) {
	figure, err := r.Figure(part)
	if err != nil {
		return "", err
	}
	words := escape(r.words(part, figure.Note)) // for those who do not see it
	figure.Title = ""                           // the page has it
	var file bytes.Buffer
	if err := figure.Write(&file, chart.SVG); err != nil {
		return "", err
	}
	if file.Len() <= mostLines { // names in our own drawings are escaped
		return termtext.Raw(fmt.Sprintf("<figure>\n<div role=\"img\" aria-label=\"%s\">\n%s</div>\n</figure>", words, element(file.Bytes()))), nil
	}
	file.Reset()
	boxes, err := figure.Draw(&file, chart.PNG)
	if err != nil {
		return "", err
	}
	if boxes != "" {
		boxes = "\n<p class=\"soft\">Boxes stand for letters that the picture cannot show: " + escape(boxes) + "</p>"
	}
	data := escape(base64.StdEncoding.EncodeToString(file.Bytes()))
	return termtext.Raw(fmt.Sprintf("<figure>\n<img src=\"data:image/png;base64,%s\" alt=\"%s\"/></figure>%s", data, words, boxes)), nil
}

// words say what a picture shows.
func (r Report) words(part Part, note string) string {
	text := "The score after each step of the fit, as a line."
	switch part {
	case OfSummary:
		text = fmt.Sprintf("%s along %s, with a curve of the mean and its band, or the shares of classes.", targetOf(r.Model), humanize.Components(r.Model.Dim()))
	case OfComponents:
		text = fmt.Sprintf("%s by %s", humanize.Count(r.Z.Len(), "row"), humanize.Components(r.Model.Dim()))
		if r.Y != nil {
			text += ", with " + targetOf(r.Model) + " as the colour"
		}
		text += "."
	case OfLoadings:
		text = fmt.Sprintf("The weights of the inputs in %s, as bars, the largest first; the table below has them.", humanize.Components(r.Model.Dim()))
	}
	if note != "" {
		text += " Note: " + note + "."
	}
	return text
}

// element is the svg element of an SVG file, without what comes before it.
func element(file []byte) []byte {
	if at := bytes.Index(file, []byte("<svg")); at > 0 {
		return file[at:]
	}
	return file
}

package report

import (
	"bytes"
	"encoding/base64"
	"html/template"

	"suffice/chart"
	"suffice/picture"
)

// drawing is a picture inside the page: lines, or dots where lines would be many.
type drawing struct {
	Lines template.HTML // an svg element, or ""
	Dots  template.URL  // a PNG as data
	Note  string
}

// mostLines is the size of an SVG that browsers draw at once.
const mostLines = 400_000

func (r Report) draw(part picture.Part) (*drawing, error) {
	figure, err := r.Figure(part)
	if err != nil {
		return nil, err
	}
	d := &drawing{Note: figure.Note}
	figure.Title = "" // the page has it
	var file bytes.Buffer
	if err := figure.Write(&file, chart.SVG); err != nil {
		return nil, err
	}
	if file.Len() <= mostLines {
		d.Lines = template.HTML(element(file.Bytes())) //nolint:gosec // our own drawing, in which names are escaped
		return d, nil
	}
	file.Reset()
	if err := figure.Write(&file, chart.PNG); err != nil {
		return nil, err
	}
	d.Dots = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes())) //nolint:gosec // our own drawing
	return d, nil
}

// element is the svg element of an SVG file, without what comes before it.
func element(file []byte) []byte {
	if at := bytes.Index(file, []byte("<svg")); at > 0 {
		return file[at:]
	}
	return file
}

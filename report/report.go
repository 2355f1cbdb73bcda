// Package report tells what a model is and how good it is, to people who did not make it:
// in pictures of the components of rows with what is to be predicted as the colour, of that
// along each component, of the weights of the inputs, and of how the score developed while
// the model was fitted; and as one HTML file. The file needs nothing else: pictures and style are inside, and there is
// no script.
package report

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/humanize"
	"suffice/output"
	"suffice/rows"
)

// Report is what to draw and to write.
type Report struct {
	Model      *suffice.Projection
	Z          *rows.Matrix            // the components of some rows
	Y          *output.Target          // of the same rows: what colours mean; may be nil
	Source     string                  // of the rows, for the title
	ModelFile  string                  // how to name the files in the commands that it shows
	DataFile   string                  //
	Reading    string                  // options with which the data was read, such as "--missing mean"; may be ""
	Comparison *evaluate.CompareResult // with other methods; may be nil
	Seen       Seen                    // whether the rows are those of the fit
	Judged     *evaluate.ModelResult   // how well the model's own predictor does on these rows; may be nil
	Version    string                  // of this program; may be ""
}

//go:embed page.html
var pageText string

//go:embed style.css
var styleText string

// page is compiled once. What is not marked as HTML is escaped, names of columns too.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style": func() template.CSS { return template.CSS(styleText) },
	"short": short, "count": humanize.Count, "plural": humanize.Plural, "target": targetOf, "kind": kindOf, "z": zName, "first": first,
	"percent": func(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) },
}).Parse(pageText))

// Write writes the report, all of it or nothing.
func (r Report) Write(w io.Writer) error {
	if r.Model == nil || r.Z == nil {
		return errors.New("a report needs a model and the components of some rows")
	}
	content, err := r.content()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := page.Execute(&out, content); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// Package report tells what a model is and how good it is, to people who did not make it:
// in pictures of the components of rows with what is to be predicted as the colour, of that
// along each component, of the weights of the inputs, and of how the score developed while
// the model was fitted; and as one HTML file. The file needs nothing else: pictures and style are inside, and there is
// no script.
package report

import (
	_ "embed"
	"errors"
	"io"
	"strings"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/termtext"
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

// escape makes a text part of HTML, names of columns too, as html/template does: also within the quotes
// of an attribute, and in no other set of characters than the page's.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;", "\x00", "\uFFFD").Replace

// Write writes the report, all of it or nothing.
func (r Report) Write(w io.Writer) error {
	if r.Model == nil || r.Z == nil {
		return errors.New("a report needs a model and the components of some rows")
	}
	content, err := r.content()
	if err != nil {
		return err
	}
	page, err := termtext.Fill(pageText, content, escape)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, page)
	return err
}

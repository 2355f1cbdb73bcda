package export

import (
	"bytes"
	_ "embed" // the texts of programs
	"encoding/json"
	"io"
	"slices"
	"strings"
	"text/template"

	"suffice"
)

//go:embed model.py.tmpl
var pythonSource string

var pythonTemplate = template.Must(template.New("python").Funcs(inPrograms).Parse(pythonSource))

// pythonProgram is what the Python module is made of.
type pythonProgram struct{ program }

// writePython writes a module with a function that needs nothing but NumPy.
func writePython(w io.Writer, m *suffice.Projection, _ Options) error {
	var out bytes.Buffer
	if err := pythonTemplate.Execute(&out, pythonProgram{programOf(m)}); err != nil {
		return err
	}
	_, err := w.Write(out.Bytes())
	return err
}

// LevelInputs are the inputs that are 1 where a column has a value.
func (p pythonProgram) LevelInputs() []string { return among(p.Inputs, p.Levels) }

// MadeInputs are the inputs that are made of amounts, dates and times.
func (p pythonProgram) MadeInputs() []string { return among(p.Inputs, p.Made) }

// among are the inputs that a map has, in their order.
func among[V any](inputs []string, of map[string]V) []string {
	return slices.DeleteFunc(slices.Clone(inputs), func(input string) bool {
		_, ok := of[input]
		return !ok
	})
}

// Folded are the levels that do not mind the case of letters.
func (p pythonProgram) Folded() []string {
	return slices.DeleteFunc(p.LevelInputs(), func(input string) bool { return !p.Levels[input].Fold })
}

// MayBeMarked are lines of truth values: whether each input may be a number that marks a missing value.
func (p pythonProgram) MayBeMarked() []string {
	const aLine = 8
	var lines []string
	for some := range slices.Chunk(p.Inputs, aLine) {
		values := make([]string, len(some))
		for j, input := range some {
			values[j] = map[bool]string{true: "True", false: "False"}[isPlainNumber(p.Projection, input)]
		}
		lines = append(lines, strings.Join(values, ", "))
	}
	return lines
}

// pythonText is a text as Python reads it: what JSON writes is Python too.
func pythonText(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil { // a string always has a JSON form
		return `""`
	}
	return string(quoted)
}

// pythonTexts is a list of texts, between its brackets.
func pythonTexts(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = pythonText(text)
	}
	return strings.Join(quoted, ", ")
}

func describePython(m *suffice.Projection, _ Options) string {
	if m.Predictor != nil {
		return "transform(x) and predict(x), with NumPy alone"
	}
	return "transform(x), with NumPy alone"
}

package export

import (
	_ "embed" // the texts of programs
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/termtext"
)

//go:embed model.py.tmpl
var pythonSource string

var inPython = language{quoted: pythonText, begin: "    [\n", end: "    ],\n"}

// writePython writes a module with a function that needs nothing but NumPy.
func writePython(w io.Writer, m *suffice.Projection, _ Options) error {
	text, err := termtext.Fill(pythonSource, pythonValues(m), strings.Clone) // names are quoted
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// pythonValues are what the Python module is made of.
func pythonValues(m *suffice.Projection) termtext.Values {
	var inputs, levels, made []termtext.Values
	var folded []string // levels that do not mind the case of letters
	for _, input := range m.Inputs {
		quoted := pythonText(input)
		inputs = append(inputs, termtext.Values{"input": quoted})
		if level, ok := m.Levels[input]; ok {
			levels = append(levels, termtext.Values{"input": quoted, "column": pythonText(level.Column), "value": pythonText(level.Value)})
			if level.Fold {
				folded = append(folded, quoted)
			}
		}
		if of, ok := m.Made[input]; ok {
			made = append(made, termtext.Values{
				"input": quoted, "column": pythonText(of.Column), "form": pythonText(of.Form), "wave": pythonText(of.Wave), "period": decimal(of.Period()),
			})
		}
	}
	marks, values := marksOf(m), inPython.values(m)
	maps.Copy(values, termtext.Values{
		"inputs": inputs, "levels": levels != nil, "level inputs": levels, "folded": strings.Join(folded, ", "),
		"made": made != nil, "made inputs": made, "from columns": levels != nil || made != nil,
		"marks": strings.Join(inPython.texts(marks.Texts), ", "), "mark numbers": numberLines(4, marks.Numbers), "may be marked": mayBeMarked(m),
	})
	return values
}

// mayBeMarked are lines of truth values: whether each input may be a number that marks a missing value.
func mayBeMarked(m *suffice.Projection) []string {
	const aLine = 8
	var lines []string
	for some := range slices.Chunk(m.Inputs, aLine) {
		values := make([]string, len(some))
		for j, input := range some {
			values[j] = map[bool]string{true: "True", false: "False"}[isPlainNumber(m, input)]
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

func describePython(m *suffice.Projection, _ Options) string {
	if m.Predictor != nil {
		return "transform(x) and predict(x), with NumPy alone"
	}
	return "transform(x), with NumPy alone"
}

package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"suffice"
)

// writePython writes a module with a function that needs nothing but NumPy.
func writePython(w io.Writer, m *suffice.Projection, _ Options) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "\"\"\"%s.\n\nWritten by suffice export. Use: z = transform(x)%s\n\"\"\"\nimport numpy\n\nINPUTS = [\n", title(m), pythonUse(m))
	for _, input := range m.Inputs {
		fmt.Fprintf(&out, "    %s,\n", pythonText(input))
	}
	out.WriteString("]\n")
	if len(m.Levels) > 0 {
		out.WriteString("\n# inputs that are 1 where a column has a value, and 0 elsewhere\nLEVELS = {\n")
		for _, input := range m.Inputs {
			if level, ok := m.Levels[input]; ok {
				fmt.Fprintf(&out, "    %s: (%s, %s),\n", pythonText(input), pythonText(level.Column), pythonText(level.Value))
			}
		}
		out.WriteString("}\n")
	}
	fmt.Fprintf(&out, "\nMEAN = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(m.Mean)))
	fmt.Fprintf(&out, "\nSCALE = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(m.Scale)))
	out.WriteString("\nCOMPONENTS = numpy.array([\n")
	for _, weights := range m.Weights() {
		fmt.Fprintf(&out, "    [\n%s    ],\n", indentedBy(8, numberLines(weights)))
	}
	out.WriteString("], dtype=float)\n")
	out.WriteString(pythonFunction)
	if len(m.Levels) > 0 {
		out.WriteString(pythonLevels)
	} else {
		out.WriteString(pythonColumns)
	}
	writePythonPredictor(&out, m.Predictor)
	_, err := w.Write(out.Bytes())
	return err
}

const pythonFunction = `

def transform(x):
    """Return the components of each row of x, an array with a column for each.

    x is an array with the columns INPUTS in their order, or a pandas DataFrame,
    whose columns are found by name.
    """
    if hasattr(x, "columns"):
        x = _columns(x)
    x = numpy.asarray(x, dtype=float)
    if x.ndim != 2 or x.shape[1] != len(INPUTS):
        raise ValueError(f"x has shape {x.shape}, but the model takes (n, {len(INPUTS)})")
    return (x - MEAN) / SCALE @ COMPONENTS.T
`

const pythonColumns = `

def _columns(table):
    return table[INPUTS]
`

const pythonLevels = `

def _columns(table):
    return numpy.column_stack([_column(table, name) for name in INPUTS])


def _column(table, name):
    if name in table.columns or name not in LEVELS:
        return table[name]
    column, value = LEVELS[name]
    return numpy.where(table[column].isna(), numpy.nan, table[column].astype(str) == value)
`

// pythonText is a text as Python reads it: what JSON writes is Python too.
func pythonText(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil { // a string always has a JSON form
		return `""`
	}
	return string(quoted)
}

func indentedBy(spaces int, lines string) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		out.WriteString(strings.Repeat(" ", spaces) + line)
	}
	return out.String()
}

func describePython(m *suffice.Projection, _ Options) string {
	if m.Predictor != nil {
		return "transform(x) and predict(x), with NumPy alone"
	}
	return "transform(x), with NumPy alone"
}

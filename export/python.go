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
	writePythonColumns(&out, m)
	fmt.Fprintf(&out, "\nMEAN = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(m.Mean)))
	fmt.Fprintf(&out, "\nSCALE = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(m.Scale)))
	out.WriteString("\nCOMPONENTS = numpy.array([\n")
	for _, weights := range m.Weights() {
		fmt.Fprintf(&out, "    [\n%s    ],\n", indentedBy(8, numberLines(weights)))
	}
	out.WriteString("], dtype=float)\n")
	constants, fill := marksOf(m).python(m)
	out.WriteString(constants)
	if m.Fill != nil {
		fmt.Fprintf(&out, "\n# what stands for missing values\nFILL = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(m.Fill)))
		fill += "    x = numpy.where(numpy.isnan(x), FILL, x)\n"
	}
	marked := ""
	if constants != "" {
		marked = pythonMarked
	}
	fmt.Fprintf(&out, pythonFunction, fill, marked)
	out.WriteString(pythonColumns)
	switch levels, made := len(m.Levels) > 0, len(m.Made) > 0; {
	case !levels && !made:
		out.WriteString(pythonPlain)
	default:
		out.WriteString(pythonColumn)
		if levels {
			out.WriteString(pythonLevel + pythonTexts)
		}
		if made {
			out.WriteString(pythonMade)
		}
		out.WriteString("    return _numbers(table[name])\n")
		if levels {
			out.WriteString(pythonWords)
		}
		if made {
			out.WriteString(pythonDays)
		}
	}
	writePythonPredictor(&out, m.Predictor)
	_, err := w.Write(out.Bytes())
	return err
}

// writePythonColumns writes how inputs are made of columns.
func writePythonColumns(out *bytes.Buffer, m *suffice.Projection) {
	if len(m.Levels) > 0 {
		out.WriteString("\n# inputs that are 1 where a column has a value, and 0 elsewhere\nLEVELS = {\n")
		var folded []string
		for _, input := range m.Inputs {
			if level, ok := m.Levels[input]; ok {
				fmt.Fprintf(out, "    %s: (%s, %s),\n", pythonText(input), pythonText(level.Column), pythonText(level.Value))
				if level.Fold {
					folded = append(folded, pythonText(input))
				}
			}
		}
		fmt.Fprintf(out, "}\n\n# of these, those that do not mind the case of letters\nFOLDED = [%s]\n", strings.Join(folded, ", "))
	}
	if len(m.Made) == 0 {
		return
	}
	out.WriteString("\n# inputs made of columns of amounts, dates and times: the column, its form, and what comes round in how many days\nMADE = {\n")
	for _, input := range m.Inputs {
		if made, ok := m.Made[input]; ok {
			fmt.Fprintf(out, "    %s: (%s, %s, %s, %s),\n", pythonText(input), pythonText(made.Column), pythonText(made.Form), pythonText(made.Wave), decimal(made.Period()))
		}
	}
	out.WriteString("}\n")
}

const pythonFunction = `

def transform(x):
    """Return the components of each row of x, an array with a column for each.

    x is an array with the columns INPUTS in their order, or a DataFrame of pandas
    or polars, whose columns are found by name.
    """
    if hasattr(x, "columns"):
        x = _columns(x)
    x = numpy.asarray(x, dtype=float)
    if x.ndim != 2 or x.shape[1] != len(INPUTS):
        raise ValueError(f"x has shape {x.shape}, but the model takes (n, {len(INPUTS)})")
%s    return (x - MEAN) / SCALE @ COMPONENTS.T


def _absent(v):%s
    return v is None or type(v).__name__ in ("NAType", "NaTType") or isinstance(v, float) and v != v


def _numbers(column):
    values = numpy.asarray(column)
    if values.dtype == object:
        truth = {"true": 1, "false": 0}
        values = numpy.array([numpy.nan if _absent(v) else float(truth.get(str(v).lower(), v)) for v in values])
    return values.astype(float)
`

const pythonColumns = `

def _columns(table):
    return numpy.column_stack([_column(table, name) for name in INPUTS])


def _column(table, name):
`

const pythonPlain = `    return _numbers(table[name])
`

const pythonColumn = `    if name in table.columns and name not in globals().get("MADE", ()):
        return _numbers(table[name])
`

const pythonLevel = `    if name in LEVELS:
        column, value = LEVELS[name]
        texts = _texts(table[column], name in FOLDED)
`

const pythonTexts = `        return numpy.where([text is None for text in texts], numpy.nan, [text == value for text in texts])
`

const pythonMade = `    if name in MADE:
        column, form, wave, period = MADE[name]
        if form.startswith("amount"):
            return _amounts(table[column], "," if "comma" in form else ".")
        days = _days(table[column])
        return {"": days, "sin": numpy.sin(2 * numpy.pi / (period or 1) * days), "cos": numpy.cos(2 * numpy.pi / (period or 1) * days)}[wave]
`

const pythonWords = `

def _texts(column, folded):
    return [None if _absent(v) else _text(v).lower() if folded else _text(v) for v in numpy.asarray(column, dtype=object)]


def _text(v):
    """Return a code as text: 10.0 and 10 are the same one."""
    if isinstance(v, (float, numpy.floating)) and v == int(v):
        v = int(v)
    return str(v).strip()
`

const pythonDays = `

def _amounts(column, point):
    return numpy.array([_amount(v, point) for v in numpy.asarray(column, dtype=object)], dtype=float)


def _amount(v, point):
    if not isinstance(v, str):
        return numpy.nan if _absent(v) else float(v)
    digits = "".join(c for c in v if c.isdigit() or c == point).replace(point, ".")
    if not digits:
        return numpy.nan
    return -float(digits) if any(c in v for c in "(-−") else float(digits)


def _days(column):
    """Return days since 1970, or of a time of day its share of the day."""
    values = numpy.asarray(column)
    if values.dtype.kind != "M":
        values = numpy.array([_instant(v) for v in values], dtype="datetime64[us]")
    values = values.astype("datetime64[us]")
    days = values.astype(numpy.int64) / 1e6 / 86400
    return numpy.where(numpy.isnat(values), numpy.nan, days)


def _instant(v):
    if _absent(v) or v == "":
        return numpy.datetime64("NaT")
    if isinstance(v, str) and ":" in v[:3] or type(v).__name__ == "time":
        return numpy.datetime64("1970-01-01T" + str(v).zfill(5 if str(v).count(":") == 1 else 8), "us")
    if getattr(v, "utcoffset", None) and v.utcoffset() is not None:
        v = (v - v.utcoffset()).replace(tzinfo=None)
    return numpy.datetime64(v, "us")
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

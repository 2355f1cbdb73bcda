package export

import (
	"bytes"
	"fmt"

	"suffice"
	"suffice/output"
)

// pythonUse says what else there is to use.
func pythonUse(m *suffice.Projection) string {
	if m.Predictor == nil {
		return ""
	}
	return ", y = predict(x)"
}

// writePythonPredictor adds a function predict, where the model has a predictor.
func writePythonPredictor(out *bytes.Buffer, p *suffice.Predictor) {
	if p == nil {
		return
	}
	out.WriteString("\n\n# what the columns of predictions are\nPREDICTED = [\n")
	for _, name := range p.Names {
		fmt.Fprintf(out, "    %s,\n", pythonText(name))
	}
	out.WriteString("]\n")
	fmt.Fprintf(out, "\nSCALES = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(p.Scales)))
	pythonRows(out, "CENTRES", p.Centres)
	pythonRows(out, "WEIGHTS", p.Weights)
	fmt.Fprintf(out, "\nOFFSET = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(p.Offset)))
	if limited(p) {
		fmt.Fprintf(out, "\n# what is predicted stays within these\nLOW = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(p.Low)))
		fmt.Fprintf(out, "HIGH = numpy.array([\n%s], dtype=float)\n", indentedBy(4, numberLines(p.High)))
	}
	if len(p.Intervals) > 0 {
		out.WriteString("\n# how far the truth is from the prediction, at most, in so many percent of rows\nHALF = {\n")
		for _, i := range p.Intervals {
			fmt.Fprintf(out, "    %d: numpy.array([\n%s    ], dtype=float),\n", i.Percent, indentedBy(8, numberLines(i.Half)))
		}
		out.WriteString("}\n")
	}
	fmt.Fprintf(out, pythonPredict, pythonPredicted[p.Kind.Numeric()], map[bool]string{true: "-squares / 2", false: "-numpy.sqrt(squares)"}[p.Kernel == gaussian])
	if p.Kind.Numeric() {
		out.WriteString(map[bool]string{true: "    return numpy.clip(f, LOW, HIGH)\n", false: "    return f\n"}[limited(p)])
		return
	}
	fmt.Fprintf(out, "    has = (numpy.maximum(0, f) + %s) ** %s\n", decimal(p.Floor), decimal(p.Power))
	if p.Kind == output.KindClass {
		out.WriteString("    return has / has.sum(axis=1, keepdims=True)\n")
		return
	}
	fmt.Fprintf(out, "    lacks = (numpy.maximum(0, 1 - f) + %s) ** %s\n    return has / (has + lacks)\n", decimal(p.Floor), decimal(p.Power))
}

// gaussian is the kernel of a predictor that is so called; the other is exp(-r).
const gaussian = "gaussian"

var pythonPredicted = map[bool]string{true: "numbers", false: "probabilities"}

const pythonPredict = `

def predict(x):
    """Return %s for each row of x, a column for each of PREDICTED."""
    z = transform(x) * SCALES
    squares = sum(numpy.subtract.outer(z[:, k], CENTRES[:, k]) ** 2 for k in range(z.shape[1]))
    f = OFFSET + numpy.exp(%s) @ WEIGHTS
`

func pythonRows(out *bytes.Buffer, name string, rows [][]float64) {
	fmt.Fprintf(out, "\n%s = numpy.array([\n", name)
	for _, row := range rows {
		fmt.Fprintf(out, "    [\n%s    ],\n", indentedBy(8, numberLines(row)))
	}
	out.WriteString("], dtype=float)\n")
}

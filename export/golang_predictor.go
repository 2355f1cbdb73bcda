package export

import (
	"bytes"
	"fmt"

	"suffice"
	"suffice/output"
)

// writeGoPredictor adds a function that predicts, where the model has a predictor.
func writeGoPredictor(out *bytes.Buffer, p *suffice.Predictor, name string, d, dim int) {
	if p == nil {
		return
	}
	variable, k, m := lowered(name), len(p.Names), len(p.Centres)
	fmt.Fprintf(out, "\n// %sPredicted are what %sPredict returns: numbers, or probabilities of classes or labels.\n", name, name)
	fmt.Fprintf(out, "var %sPredicted = [%d]string{\n", name, k)
	for _, predicted := range p.Names {
		fmt.Fprintf(out, "\t%q,\n", predicted)
	}
	fmt.Fprintf(out, "}\n\n// %sPredict predicts for a row of inputs.\n", name)
	fmt.Fprintf(out, "func %sPredict(x *[%d]float64) [%d]float64 {\n\tz, f := %s(x), %sOffset\n", name, d, k, name, variable)
	fmt.Fprintf(out, "\tfor k, scale := range [%d]float64{%s} {\n\t\tz[k] *= scale\n\t}\n", dim, numberLines(p.Scales))
	fmt.Fprintf(out, "\tfor c := range %sCentres {\n\t\tvar squares float64\n", variable)
	fmt.Fprintf(out, "\t\tfor k, v := range %sCentres[c] {\n\t\t\tsquares += (z[k] - v) * (z[k] - v)\n\t\t}\n", variable)
	exponent := "-math.Sqrt(squares)"
	if p.Kernel == gaussian {
		exponent = "-squares / 2"
	}
	fmt.Fprintf(out, "\t\tkernel := math.Exp(%s)\n\t\tfor j, w := range %sCentreWeights[c] {\n\t\t\tf[j] += kernel * w\n\t\t}\n\t}\n", exponent, variable)
	if limited(p) {
		fmt.Fprintf(out, "\tfor j, v := range f {\n\t\tf[j] = min(%sHigh[j], max(%sLow[j], v))\n\t}\n", variable, variable)
	}
	writeGoProbabilities(out, p)
	out.WriteString("\treturn f\n}\n\n")
	if limited(p) {
		fmt.Fprintf(out, "// What is predicted stays within these.\nvar %sLow = [%d]float64{\n%s}\n\n", variable, k, numberLines(p.Low))
		fmt.Fprintf(out, "var %sHigh = [%d]float64{\n%s}\n\n", variable, k, numberLines(p.High))
	}
	fmt.Fprintf(out, "var %sOffset = [%d]float64{\n%s}\n\n", variable, k, numberLines(p.Offset))
	goRows(out, variable+"Centres", m, dim, p.Centres)
	goRows(out, variable+"CentreWeights", m, k, p.Weights)
}

// limited reports whether predictions are numbers that stay within limits.
func limited(p *suffice.Predictor) bool { return p.Kind.Numeric() && len(p.Low) > 0 }

func writeGoProbabilities(out *bytes.Buffer, p *suffice.Predictor) {
	has := func(f string) string {
		return fmt.Sprintf("math.Pow(max(0, %s)+%s, %s)", f, decimal(p.Floor), decimal(p.Power))
	}
	switch p.Kind {
	case output.KindClass:
		fmt.Fprintf(out, "\ttotal := 0.0\n\tfor j := range f {\n\t\tf[j] = %s\n\t\ttotal += f[j]\n\t}\n", has("f[j]"))
		out.WriteString("\tfor j := range f {\n\t\tf[j] /= total\n\t}\n")
	case output.KindLabels:
		fmt.Fprintf(out, "\tfor j := range f {\n\t\thas, lacks := %s, %s\n\t\tf[j] = has / (has + lacks)\n\t}\n", has("f[j]"), has("1-f[j]"))
	}
}

func goRows(out *bytes.Buffer, name string, rows, columns int, values [][]float64) {
	fmt.Fprintf(out, "var %s = [%d][%d]float64{\n", name, rows, columns)
	for _, row := range values {
		fmt.Fprintf(out, "{\n%s},\n", numberLines(row))
	}
	out.WriteString("}\n\n")
}

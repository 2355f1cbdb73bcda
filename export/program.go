package export

import (
	"slices"
	"strconv"
	"strings"
	"text/template"

	"suffice"
	"suffice/internal/humanize"
	"suffice/output"
)

// program is what the templates of source files have of a model.
type program struct {
	*suffice.Projection
	Marks marks
}

func programOf(m *suffice.Projection) program { return program{m, marksOf(m)} }

// inPrograms is what these templates call.
var inPrograms = template.FuncMap{
	"title": title, "components": humanize.Components, "decimal": decimal, "lines": numberLines, "indented": indentedLines,
	"quoted": pythonText, "listed": pythonTexts, "plain": func(marks []string) string { return plain(strings.Join(marks, ", ")) },
	"only": onlyWeight, "limited": limited,
	"gaussian": func(p *suffice.Predictor) bool { return p.Kernel == gaussian },
	"classes":  func(p *suffice.Predictor) bool { return p.Kind == output.KindClass },
}

// gaussian is the kernel of a predictor that is so called; the other is exp(-r).
const gaussian = "gaussian"

// limited reports whether predictions are numbers that stay within limits.
func limited(p *suffice.Predictor) bool { return p.Kind.Numeric() && len(p.Low) > 0 }

// decimal is the shortest decimal that reads back as v.
func decimal(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// numberLines lists numbers, a few a line, each with a comma, as Go and Python have them.
func numberLines(values []float64) string {
	const aLine = 4
	var out strings.Builder
	for line := range slices.Chunk(values, aLine) {
		for i, v := range line {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(decimal(v) + ",")
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func indentedLines(spaces int, values []float64) string {
	var out strings.Builder
	for line := range strings.Lines(numberLines(values)) {
		out.WriteString(strings.Repeat(" ", spaces) + line)
	}
	return out.String()
}

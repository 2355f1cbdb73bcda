package export

import (
	"cmp"
	_ "embed" // the texts of programs
	"fmt"
	"go/format"
	"go/token"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"suffice"
	"suffice/internal/termtext"
)

// Check finds names that Go would not take.
func (o Options) Check() error {
	if name := o.packageName(); !token.IsIdentifier(name) || name == "_" {
		return fmt.Errorf("%q cannot be the name of a Go package; use letters and digits", name)
	}
	name := o.functionName()
	taken := []string{"_", "init", "main", "float64", "string"} // the last two would hide what the file needs
	if !token.IsIdentifier(name) || slices.Contains(taken, name) {
		return fmt.Errorf("%q cannot be the name of a Go function; use letters and digits", name)
	}
	return nil
}

func (o Options) packageName() string { return cmp.Or(o.Package, "components") }

func (o Options) functionName() string { return cmp.Or(o.Function, "Components") }

//go:embed model.go.tmpl
var goText string

// inGo begins no row on a line of its own: its formatter indents.
var inGo = language{quoted: strconv.Quote, begin: "{\n", end: "},\n"}

// writeGo writes a Go source file that depends on nothing. Its function does what
// Projection.Transform does, operation by operation, so that the bits are the same.
func writeGo(w io.Writer, m *suffice.Projection, o Options) error {
	text, err := termtext.Fill(goText, goValues(m, o), strings.Clone) // names are quoted
	if err != nil {
		return err
	}
	source, err := format.Source([]byte(text))
	if err != nil {
		return err
	}
	_, err = w.Write(source)
	return err
}

// goValues are what the Go source file is made of.
func goValues(m *suffice.Projection, o Options) termtext.Values {
	values := inGo.values(m)
	values["package"], values["name"], values["own"] = o.packageName(), o.functionName(), o.ownName()
	p := m.Predictor
	values["math"] = m.Fill != nil || p != nil && (len(p.Centres)+len(p.Log) > 0 || !p.Kind.Numeric())
	values["marks"] = plain(strings.Join(marksOf(m).Texts, ", "))
	var inputs, single []termtext.Values
	for _, input := range m.Inputs {
		inputs = append(inputs, termtext.Values{"input": strconv.Quote(input), "comment": comment(m, input)})
	}
	for k, weights := range m.Weights() {
		if j := onlyWeight(weights); j >= 0 {
			single = append(single, termtext.Values{"k": k, "j": j, "weight": decimal(weights[j]), "scale": decimal(m.Scale[j])})
		}
	}
	values["inputs"], values["single"], values["unit weights"] = inputs, single, inGo.matrix(inUnits(m, m.Weights()))
	if m.Predictor != nil {
		values["own unit weights"] = inGo.matrix(inUnits(m, m.Predictor.Components))
	}
	return values
}

// inUnits is weights in the units of the inputs: divided by their scales.
func inUnits(m *suffice.Projection, weights [][]float64) [][]float64 {
	all := make([][]float64, len(weights))
	for k := range all {
		all[k] = slices.Clone(weights[k])
		for j := range all[k] {
			all[k][j] /= m.Scale[j]
		}
	}
	return all
}

// ownName is what names of the file begin with that are not exported, whatever the function is called:
// several such files can share a package.
func (o Options) ownName() string {
	first, size := utf8.DecodeRuneInString(o.functionName())
	return string(unicode.ToLower(first)) + o.functionName()[size:]
}

// onlyWeight is the one input of a component, or -1 where it has several or none. Such a
// component is that input, standardised, to the last bit.
func onlyWeight(weights []float64) int {
	only := -1
	for j, w := range weights {
		switch {
		case w != 0 && only >= 0:
			return -1
		case w != 0:
			only = j
		}
	}
	return only
}

// comment says how an input is made of a column, where it is.
func comment(m *suffice.Projection, input string) string {
	if made, ok := m.Made[input]; ok {
		return " // " + madeInWords(made)
	}
	level, ok := m.Levels[input]
	if !ok {
		return ""
	}
	return fmt.Sprintf(" // 1 where %q is %q, otherwise 0", level.Column, level.Value)
}

// madeInWords says what to put in for an input that is made of a column.
func madeInWords(made suffice.Made) string {
	days := fmt.Sprintf("days since 1970 of %q", made.Column)
	switch {
	case strings.HasPrefix(made.Form, "amount"):
		return fmt.Sprintf("the number in %q, without its unit", made.Column)
	case made.Form == "time":
		days = fmt.Sprintf("%q as a share of the day", made.Column)
	}
	if made.Part == "" {
		return days
	}
	return fmt.Sprintf("%s(2π/%g × %s)", made.Wave, made.Period(), days)
}

func describeGo(m *suffice.Projection, o Options) string {
	text := fmt.Sprintf("package %s, func %s(x *[%d]float64) [%d]float64", o.packageName(), o.functionName(), len(m.Inputs), m.Dim())
	if m.Predictor != nil {
		text += fmt.Sprintf(" and %sPredict", o.functionName())
	}
	return text
}

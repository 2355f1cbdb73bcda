package main

import (
	"fmt"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/page"
	"suffice/internal/wording"
)

// fitted is a model and how it came about.
type fitted struct {
	model    *suffice.Projection
	source   string // of the table
	n        int    // rows of it
	seconds  float64
	warnings []string
	file     string // that the model went to, or ""
	spooled  spooled
	picked   *suffice.ChooseResult // why this method; nil where it was asked for
}

// report is what --json prints.
type report struct {
	Method     string              `json:"method"`
	Dim        int                 `json:"dim"`
	N          int                 `json:"n"`
	D          int                 `json:"d"`
	Score      *float64            `json:"score,omitempty"`   // SMI, where the method has it
	Verdict    *suffice.Verdict    `json:"verdict,omitempty"` // what the components are worth
	Curve      []suffice.Dimension `json:"curve,omitempty"`   // what numbers of components are worth
	Seconds    float64             `json:"seconds"`
	Output     suffice.Output      `json:"output"`
	Inputs     []string            `json:"inputs"`
	Components [][]float64         `json:"components"`
	Relevance  []float64           `json:"relevance,omitempty"` // of each; none means 1
	Settings   suffice.Settings    `json:"settings"`
	Seed       uint64              `json:"seed"`
	Trace      []suffice.Pass      `json:"trace"`
	Warnings   []string            `json:"warnings"`

	Values []float64               `json:"values,omitempty"` // where the method has them
	Tests  []suffice.DimensionTest `json:"tests,omitempty"`

	Correlations [][]float64        `json:"correlations,omitempty"`
	Bootstrap    *suffice.Bootstrap `json:"bootstrap,omitempty"` // how sure it is, where that was asked for

	Sampled *suffice.Sampled `json:"sampled,omitempty"` // what was found with some of the rows
	OnDisk  int64            `json:"on_disk,omitempty"` // bytes of rows that do not fit into memory
	Passes  int              `json:"passes,omitempty"`  // over those

	Choice *suffice.ChooseResult `json:"choice,omitempty"` // of the method, where that was asked for

	Predictor *predictorReport `json:"predictor,omitempty"` // where one was asked for
}

func (f fitted) report() report {
	m := f.model
	return report{
		Method: m.Method, Dim: m.Dim(), N: f.n, D: len(m.Inputs), Score: scoreOf(m), Verdict: m.Verdict, Curve: m.Curve, Seconds: f.seconds, Output: m.Output,
		Inputs: m.Inputs, Components: m.Components, Relevance: m.Relevance, Settings: m.Settings, Seed: m.Seed,
		Trace: append([]suffice.Pass{}, m.Trace...), Warnings: append([]string{}, f.warnings...), // [] rather than null
		Values: m.Values, Tests: m.Tests, Sampled: m.Sampled, OnDisk: f.spooled.bytes, Passes: f.spooled.passes,
		Choice: f.picked, Correlations: m.Correlations, Bootstrap: m.Bootstrap, Predictor: predictorReportOf(m),
	}
}

// scoreOf is the SMI of a model, or nil where its method has none.
func scoreOf(m *suffice.Projection) *float64 {
	if score, ok := m.Score(); ok {
		return &score
	}
	return nil
}

// summary is what a person reads.
func (f fitted) summary() string {
	var out page.Text
	m := f.model
	rest := fmt.Sprintf("%s, %s, %s", wording.Count(f.n, "row"), wording.Count(len(m.Inputs), "input"), predicted(m.Output.Names, m.Output.Kind))
	out.Line("%s\n", page.Heading(f.source, rest))
	facts(&out, m)
	if f.picked != nil {
		out.Paragraph("chosen", choiceInWords(f.picked))
	}
	if f.spooled.bytes > 0 {
		out.Entry("reading", "%s", f.spooled)
	}
	out.Entry("time", "%.2f s\n\nlargest weights, on %s", f.seconds, m.Units())
	weights(&out, m)
	writeSure(&out, m)
	writeTests(&out, m.Tests)
	if !cli.ToStandardOutput(f.file) {
		out.Line("\nwrote %s; apply it with: suffice transform %[1]s FILE", f.file)
	}
	return out.String()
}

// facts are a line each for what a model has: its method, score, kernels and values.
func facts(out *page.Text, m *suffice.Projection) {
	entry := out.Entry
	verdictEntries(out, m)
	entry("method", "%s", made(m))
	if score, ok := m.Score(); ok {
		entry(suffice.SMI, "%.4f", score)
	}
	if text := widths(m.Settings); text != "" {
		entry("widths", "%s", text)
	}
	if lambda, ok := m.Settings.Lambda(); ok {
		entry("lambda", "%v", lambda)
	}
	if len(m.Trace) > 0 {
		entry("passes", "%s", page.Cut(stages(m.Trace), page.EntryWidth))
	}
	if span := m.Settings.Span(); span != "" {
		entry("searched in", "%s, which predicted best among what so few rows can tell", span)
	}
	if m.Sampled != nil {
		entry("sample", "%d of %d rows, drawn at random, for", m.Sampled.Rows, m.Sampled.Of)
		entry("", "%s", m.Sampled.What)
	}
	if column := m.Settings.Weights(); column != "" {
		entry("row weights", "column %s", column)
	}
	if len(m.Values) > 0 {
		entry("values", "%s", numbers(m.Values, 4))
	}
	if len(m.Relevance) > 0 {
		entry("relevance", "%s", numbers(m.Relevance, 2))
		entry("", "%s", m.RelevanceInWords())
	}
	predictorFacts(out, m)
}

// made is how a model was made: its method, kernel centres where it has them, and seed.
func made(m *suffice.Projection) string {
	centres := ""
	if n := m.Settings.Centres(); n > 0 {
		centres = fmt.Sprintf(", %d centres", n)
	}
	if len(m.Trace) == 0 { // nothing was drawn at random
		return m.Method + centres
	}
	return fmt.Sprintf("%s%s, seed %d", m.Method, centres, m.Seed)
}

// numbers has eigenvalues and the like to so many digits, as many of them as a line holds.
func numbers(all []float64, digits int) string {
	text := strings.Join(cli.Names(all, func(v float64) string { return fmt.Sprintf("%.*g,", digits, v) }), " ")
	line := page.Wrapped(text, page.EntryWidth-len(" …"))[0]
	if line == text {
		return strings.TrimSuffix(text, ",")
	}
	return line + " …"
}

const mostTests = 10 // shown

// writeTests lists the tests of the number of components, one a line, where there are any.
func writeTests(out *page.Text, all []suffice.DimensionTest) {
	if len(all) > 0 {
		out.Line("\nare so many components enough? a small p says no\ncomponents   statistic     df   p")
	}
	for _, test := range all[:min(mostTests, len(all))] {
		p := fmt.Sprintf("%.4f", test.P)
		if test.P < .00005 {
			p = "<0.0001"
		}
		out.Line("%10d   %9.4g %6d   %s", test.Dim, test.Statistic, test.DF, p)
	}
	if more := len(all) - mostTests; more > 0 {
		out.Line("… and %d more", more)
	}
}

// widths are those of the kernels, where there are any; classes have none.
func widths(settings suffice.Settings) string {
	z, y, ok := settings.Widths()
	if !ok {
		return ""
	}
	text := fmt.Sprintf("%.3g on z", z)
	if y > 0 {
		text += fmt.Sprintf(", %.3g on the target", y)
	}
	if kernel := settings.Kernel(); kernel != "" {
		text += fmt.Sprintf(" (%s kernel)", kernel)
	}
	return text
}

// stages counts the steps of each stage: "first step, pass x 7, ascent x 2".
func stages(trace []suffice.Pass) string {
	var names []string
	steps := map[string]int{}
	for _, pass := range trace {
		if steps[pass.Stage] == 0 {
			names = append(names, pass.Stage)
		}
		steps[pass.Stage]++
	}
	for i, name := range names {
		if steps[name] > 1 {
			names[i] = fmt.Sprintf("%s x %d", name, steps[name])
		}
	}
	return strings.Join(names, ", ")
}

const (
	mostWeights = 5 // shown of a component
	mostLetters = 20
	mostLines   = 100 // components shown
)

// weights lists the largest weights of each component, one component a line.
func weights(out *page.Text, m *suffice.Projection) {
	shown := make([][]int, min(mostLines, m.Dim())) // columns, largest absolute weight first
	for k, row := range m.Components[:len(shown)] {
		shown[k] = bySize(row, .00005) // others print as 0
		shown[k] = shown[k][:min(mostWeights, len(shown[k]))]
	}
	names, longest := page.ShortNames(m.Inputs, slices.Concat(shown...), mostLetters)
	first := len(fmt.Sprintf("z%d", len(shown)))
	letters := longest + 11 // three spaces, the name, a space, -0.1234
	if m.Bootstrap != nil {
		letters += len(" +0.123")
	}
	fit := max(1, (page.Width-first)/letters)
	for k, row := range m.Components[:len(shown)] {
		fmt.Fprintf(out, "%-*s", first, fmt.Sprintf("z%d", k+1))
		for _, j := range shown[k][:min(fit, len(shown[k]))] {
			fmt.Fprintf(out, "   %-*s % .4f%s", longest, names[j], row[j], errorText(m, k, j))
		}
		out.WriteString("\n")
	}
	if more := m.Dim() - len(shown); more > 0 {
		out.Line("and %s", wording.Count(more, "more component"))
	}
}

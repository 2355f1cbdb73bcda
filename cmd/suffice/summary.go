package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/render"
	"suffice/internal/termtext"
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
	paths    []string              // of the table, as they were typed
	leanings []string              // what large values of each component mean; nil where that is not known
	verbose  bool                  // say how it was found, too
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
	Active       *suffice.Active    `json:"active,omitempty"`    // directions, where these were asked for

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
		Choice: f.picked, Correlations: m.Correlations, Bootstrap: m.Bootstrap, Active: m.Active, Predictor: predictorReportOf(m),
	}
}

// scoreOf is the SMI of a model, or nil where its method has none.
func scoreOf(m *suffice.Projection) *float64 {
	if score, ok := m.Score(); ok {
		return &score
	}
	return nil
}

// summary is what a person reads: what was found, what it is worth, what to look at, and what to
// do next. How it was found is for those who ask.
func (f fitted) summary() string {
	var out termtext.Text
	m := f.model
	out.Line("%s\n", heading(f.source, humanize.Count(f.n, "row")+", "+humanize.Count(len(m.Inputs), "input"), m.Output.Names, m.Output.Kind))
	out.Paragraph("Result", resultInWords(m))
	if f.picked != nil {
		out.Paragraph("Chosen", choiceInWords(f.picked))
	}
	weights(&out, m, f.leanings)
	writeActive(&out, m)
	predictorFacts(&out, m)
	if f.spooled.bytes > 0 {
		out.Entry("Reading", "%s", f.spooled)
	}
	writeSure(&out, m)
	if writeTests(&out, m.Tests); len(m.Tests) > 0 {
		out.Line("")
	}
	for _, check := range render.Checks(m) {
		out.Paragraph("Check", check)
	}
	if !cli.ToStandardOutput(f.file) {
		out.Entry("Wrote", "%s", f.file)
	}
	if m.Verdict == nil || m.Verdict.Found {
		out.Entry("Next", "%s", f.next())
	}
	if f.verbose {
		out.Line("")
		facts(&out, m)
		out.Entry("time", "%.2f s", f.seconds)
	}
	return out.String()
}

// resultInWords is what the components are worth, or that nobody asked.
func resultInWords(m *suffice.Projection) string {
	if m.Verdict == nil {
		return humanize.Count(m.Dim(), "component") + " by " + m.Method + "; without a verdict"
	}
	return m.Verdict.InWords(m.Dim())
}

// writeActive says along which directions the target changes most, and with which inputs.
func writeActive(out *termtext.Text, m *suffice.Projection) {
	if directions, activity := render.Active(m); directions != "" {
		out.Paragraph("Active", directions)
		out.Paragraph("Activity", activity)
	}
}

// choiceInWords says which method was chosen, among which, and what each predicts.
func choiceInWords(c *suffice.ChooseResult) string {
	text := render.Chosen(c)
	if dropped := c.Dropped(); len(dropped) > 0 {
		text += "; " + strings.Join(dropped, ", ") + " behind or not for this target"
	}
	return text
}

// next is the command to go on with.
func (f fitted) next() string {
	file := "FILE"
	if len(f.paths) == 1 && f.paths[0] != "-" {
		file = quotedForShell(f.paths[0])
	}
	if cli.ToStandardOutput(f.file) {
		const first = "say -o model.json; then suffice report model.json "
		if len(first+file) > termtext.EntryWidth {
			file = "FILE"
		}
		return first + file
	}
	return fmt.Sprintf("suffice report %s %s -o report.html", quotedForShell(f.file), file)
}

// facts are a line each for what a model has: its method, score, kernels and values.
func facts(out *termtext.Text, m *suffice.Projection) {
	entry := out.Entry
	if len(m.Curve) > 0 {
		out.Paragraph("components", m.CurveInWords())
	}
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
		entry("passes", "%s", termtext.Cut(stages(m.Trace), termtext.EntryWidth))
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
	if p := m.Predictor; p != nil {
		entry("predictor", "kernel ridge regression, %s kernel, %d centres", p.Kernel, len(p.Centres))
	}
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
	line := termtext.Wrapped(text, termtext.EntryWidth-len(" …"))[0]
	if line == text {
		return strings.TrimSuffix(text, ",")
	}
	return line + " …"
}

const mostTests = 10 // shown

// writeTests lists the tests of the number of components, one a line, where there are any.
func writeTests(out *termtext.Text, all []suffice.DimensionTest) {
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
	mostLetters = 20  // of a name
	mostLines   = 100 // components shown
	leastWeight = .05 // of the largest of a component, to be shown
	fewWeights  = 3   // to leave no room for, and what large values mean has a line of its own
)

// weights lists the largest weights of each component, one component a line, and what its large
// values mean.
func weights(out *termtext.Text, m *suffice.Projection, leanings []string) {
	shown := make([][]int, min(mostLines, m.Dim())) // columns, largest absolute weight first
	for k, row := range m.Components[:len(shown)] {
		shown[k] = bySize(row, max(nonzero, leastWeight*linalg.Largest(row)))
	}
	names, _ := termtext.ShortNames(m.Inputs, slices.Concat(shown...), mostLetters)
	for k, row := range m.Components[:len(shown)] {
		end := ""
		if k < len(leanings) && leanings[k] != "" {
			end = "(" + leanings[k] + ")"
		}
		var parts []string
		for _, j := range shown[k] {
			parts = append(parts, shortWeight(row[j], linalg.Largest(row))+strings.Replace(errorText(m, k, j), "0.", ".", 1)+" "+names[j])
		}
		room := termtext.EntryWidth - len(" …")
		line, fit := asManyAsFit(parts, room-len("  ")-utf8.RuneCountInString(end))
		below := end != "" && fit < min(fewWeights, len(parts))
		if below {
			line, fit = asManyAsFit(parts, room)
		}
		if fit < len(parts) || len(bySize(row, .00005)) > len(parts) {
			line += " …"
		}
		if end != "" && !below {
			line += "  " + end
		}
		out.Entry(fmt.Sprintf("z%d", k+1), "%s", line)
		if below {
			out.Entry("", "%s", end)
		}
	}
	if more := m.Dim() - len(shown); more > 0 {
		out.Entry("", "and %s", humanize.Count(more, "more component"))
	}
}

// asManyAsFit are the first of the parts on a line of so many letters, one at least, and how many
// these are.
func asManyAsFit(parts []string, letters int) (line string, fit int) {
	for i, part := range parts {
		if i > 0 {
			part = line + "  " + part
		}
		if i > 0 && utf8.RuneCountInString(part) > letters {
			return line, i
		}
		line = part
	}
	return line, len(parts)
}

// heaviest are the largest weights of the first component.
func heaviest(m *suffice.Projection) string {
	row := m.Components[0]
	at := bySize(row, leastWeight*linalg.Largest(row))
	at = at[:min(fewWeights, len(at))]
	names, _ := termtext.ShortNames(m.Inputs, at, mostLetters)
	var parts []string
	for _, j := range at {
		parts = append(parts, shortWeight(row[j], linalg.Largest(row))+" "+names[j])
	}
	return "z1 " + strings.Join(parts, " ")
}

// shortWeight has two decimals, and no 0 before the point, where the largest weight of the
// component is of such a size that they say enough.
func shortWeight(v, most float64) string {
	if most < .05 || most >= 1000 {
		return termtext.Short(v)
	}
	return strings.Replace(fmt.Sprintf("%.2f", v), "0.", ".", 1)
}

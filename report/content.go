package report

import (
	"fmt"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/humanize"
	"suffice/output"
)

// content is what the page shows.
type content struct {
	Report
	Title      string
	MethodIs   string // what it is for, where it is one of ours
	Score      string // "" where there is none
	Components *drawing
	Summary    *drawing // nil where the components show it all
	Loadings   *drawing
	Weights    weights
	Tests      []suffice.DimensionTest // the first of them
	Compared   *compared
	Judged     *judged
	Settings   []fact
	OfClasses  bool
}

// fact is a line of a table of two columns.
type fact struct{ Name, Value string }

const mostTests = 10

func (r Report) content() (*content, error) {
	m := r.Model
	c := &content{
		Report: r, Title: humanize.Count(m.Dim(), "component") + " for " + targetOf(m), Weights: weightsOf(m),
		Tests: m.Tests[:min(mostTests, len(m.Tests))], Compared: told(r.Comparison, m), Judged: r.judged(), Settings: settings(m),
		OfClasses: r.Y != nil && r.Y.Kind == output.KindClass,
	}
	if score, ok := m.Score(); ok {
		c.Score = fmt.Sprintf("%.4f", score)
	}
	if method, err := suffice.MethodNamed(m.Method); err == nil {
		c.MethodIs = strings.TrimPrefix(method.What, m.Method+": ")
	}
	var err error
	if c.Components, err = r.draw(OfComponents); err != nil {
		return nil, err
	}
	if r.HasSummary() {
		if c.Summary, err = r.draw(OfSummary); err != nil {
			return nil, err
		}
	}
	c.Loadings, err = r.draw(OfLoadings)
	return c, err
}

// targetOf names what is to be predicted.
func targetOf(m *suffice.Projection) string {
	names := m.Output.Names
	switch {
	case len(names) == 0:
		return "the target"
	case len(names) <= 3:
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:2], ", "), len(names)-2)
}

// kindOf is the kind of the target in words.
func kindOf(m *suffice.Projection) string {
	kinds := map[output.Kind]string{
		output.KindNumber: "a number", output.KindNumbers: "numbers", output.KindClass: "classes", output.KindLabels: "a set of labels",
		output.KindSequence: "a sequence", output.KindTree: "a tree", output.KindGraph: "a graph",
	}
	if kind := kinds[m.Output.Kind]; kind != "" {
		return " (" + kind + ")"
	}
	return ""
}

// settings lists how the model was made, by name.
func settings(m *suffice.Projection) []fact {
	var facts []fact
	for name, value := range m.Settings {
		if number, ok := value.(float64); ok {
			value = fmt.Sprintf("%.6g", number)
		}
		facts = append(facts, fact{strings.ReplaceAll(name, "_", " "), fmt.Sprint(value)})
	}
	slices.SortFunc(facts, func(a, b fact) int { return strings.Compare(a.Name, b.Name) })
	if len(m.Trace) > 0 { // something was drawn at random
		facts = append(facts, fact{"seed", fmt.Sprint(m.Seed)})
	}
	if s := m.Source; s != nil {
		facts = append(facts, fact{"fitted on", s.InWords()})
	}
	if r := m.Reading; r != nil {
		facts = append(facts, fact{"read with", r.InWords()})
	}
	return facts
}

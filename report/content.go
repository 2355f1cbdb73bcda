package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/wording"
	"suffice/output"
)

// content is what the page shows.
type content struct {
	Report
	Title      string
	Lead       []string // the headline in plain words
	Facts      []fact
	Components *drawing
	Summary    *drawing // nil where the components show it all
	Loadings   *drawing
	Weights    weights
	Tests      []suffice.DimensionTest // the first of them
	Compared   *compared
	Judged     *judged
	Settings   []fact
	HasScore   bool
	OfClasses  bool
}

// fact is a line of a table of two columns.
type fact struct{ Name, Value string }

const mostTests = 10

func (r Report) content() (*content, error) {
	m := r.Model
	c := &content{
		Report: r, Title: wording.Count(m.Dim(), "component") + " for " + r.target(), Lead: r.lead(), Facts: r.facts(), Weights: weightsOf(m),
		Tests: m.Tests[:min(mostTests, len(m.Tests))], Compared: told(r.Comparison, m), Judged: r.judged(), Settings: settings(m),
		OfClasses: r.Y != nil && r.Y.Kind == output.KindClass,
	}
	_, c.HasScore = m.Score()
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

// target names what is to be predicted.
func (r Report) target() string {
	names := r.Model.Output.Names
	switch {
	case len(names) == 0:
		return "the target"
	case len(names) <= 3:
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:2], ", "), len(names)-2)
}

// lead tells in sentences what this is.
func (r Report) lead() []string {
	m := r.Model
	lead := []string{fmt.Sprintf(
		"%s has %s. Of the %s that the model takes, it makes %s, the %s, meant to keep what the inputs say about %s.",
		cmp.Or(r.Source, "The table"), wording.Count(r.Z.Len(), "row"), wording.Count(len(m.Inputs), "input column"), wording.Count(m.Dim(), "combination"), wording.Plural(m.Dim(), "component"), r.target(),
	)}
	if method, err := suffice.MethodNamed(m.Method); err == nil {
		lead = append(lead, fmt.Sprintf("The method is %s: %s.", m.Method, strings.TrimPrefix(method.What, m.Method+": ")))
	}
	if r.Y == nil {
		lead = append(lead, "The table does not have the target, so the pictures show the rows without it.")
	}
	if m.Verdict != nil {
		said := []string{"Verdict: " + m.Verdict.InWords(m.Dim()) + "."}
		if curve := m.CurveInWords(); curve != "" {
			said = append(said, "Number of components: "+curve+".")
		}
		lead = append(said, lead...)
	}
	return lead
}

func (r Report) facts() []fact {
	m := r.Model
	facts := []fact{
		{"rows", fmt.Sprint(r.Z.Len())},
		{"inputs", fmt.Sprint(len(m.Inputs))},
		{"target", r.target() + kindOf(m)},
		{"method", m.Method},
		{"components", fmt.Sprint(m.Dim())},
	}
	if score, ok := m.Score(); ok {
		facts = append(facts, fact{suffice.SMI, fmt.Sprintf("%.4f", score)})
	}
	if len(m.Relevance) > 0 {
		facts = append(facts, fact{"relevance", relevance(m)})
	}
	if s := m.Sampled; s != nil {
		facts = append(facts, fact{"sample", fmt.Sprintf("%d of %d rows, drawn at random, for %s", s.Rows, s.Of, s.What)})
	}
	return facts
}

// relevance lists that of the components shown, and what it does.
func relevance(m *suffice.Projection) string {
	var parts []string
	for k, name := range m.Names()[:min(mostComponents, m.Dim())] {
		parts = append(parts, fmt.Sprintf("%s %.2g", name, m.Relevance[k]))
	}
	if m.Dim() > mostComponents {
		parts = append(parts, "…")
	}
	return strings.Join(parts, ", ") + "; " + m.RelevanceInWords()
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

package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/render"
	"suffice/internal/termtext"
	"suffice/output"
)

const mostTests = 10

// content is what the page shows, by the names in it.
func (r Report) content() (termtext.Values, error) {
	m := r.Model
	values := termtext.Values{
		"title": humanize.Count(m.Dim(), "component") + " for " + targetOf(m), "style": termtext.Raw(styleText),
		"verdict": "", "curve": m.CurveInWords(), "source": cmp.Or(r.Source, "The table"), "row count": humanize.Count(r.Z.Len(), "row"),
		"input columns": humanize.Count(len(m.Inputs), "input column"), "combinations": humanize.Count(m.Dim(), "combination"),
		"components": humanize.Plural(m.Dim(), "component"), "target": targetOf(m), "kind": kindOf(m), "has target": r.Y != nil,
		"method": m.Method, "method is": "", "rows": r.Z.Len(), "inputs": len(m.Inputs), "dim": m.Dim(), "score": "",
		"relevance": relevanceOf(m), "sampled": false, "has warnings": len(m.Warnings) > 0, "warnings": m.Warnings,
		"picture of summary": "", "of classes": r.Y != nil && r.Y.Kind == output.KindClass,
		"judged": r.judged(), "compared": told(r.Comparison, m), "scaled": m.Scaled(), "correlations": m.Correlations != nil,
		"nominal": nominal(m), "bootstrap": sureness(m.Bootstrap), "has tests": len(m.Tests) > 0, "tests": testsOf(m),
		"model file": r.ModelFile, "data file": r.DataFile, "reading": r.Reading, "settings": settings(m), "version": r.Version,
	}
	values["active"], values["activity"] = render.Active(m)
	maps.Copy(values, weightsOf(m))
	if m.Verdict != nil {
		values["verdict"] = m.Verdict.InWords(m.Dim())
	}
	if score, ok := m.Score(); ok {
		values["score"] = fmt.Sprintf("%.4f", score)
	}
	if method, err := suffice.MethodNamed(m.Method); err == nil {
		values["method is"] = strings.TrimPrefix(method.What, m.Method+": ")
	}
	if s := m.Sampled; s != nil {
		values["sampled"] = termtext.Values{"drawn": s.Rows, "of": s.Of, "what": s.What}
	}
	for _, part := range UsualParts() {
		if part == OfSummary && !r.HasSummary() {
			continue
		}
		picture, err := r.draw(part)
		if err != nil {
			return nil, err
		}
		values["picture of "+string(part)] = picture
	}
	return values, nil
}

// relevanceOf is the relevance of the first components, and of all in words; "" where there is none.
func relevanceOf(m *suffice.Projection) string {
	if len(m.Relevance) == 0 {
		return ""
	}
	var each []string
	for k, relevance := range first(m.Relevance) {
		each = append(each, fmt.Sprintf("%s %.2g", m.Names()[k], relevance))
	}
	if m.Dim() > len(each) {
		each = append(each, "…")
	}
	return strings.Join(each, ", ") + "; " + m.RelevanceInWords()
}

// testsOf are the first tests of the number of components.
func testsOf(m *suffice.Projection) []termtext.Values {
	var tests []termtext.Values
	for _, t := range m.Tests[:min(mostTests, len(m.Tests))] {
		p := "<0.0001"
		if t.P >= .00005 {
			p = fmt.Sprintf("%.4f", t.P)
		}
		tests = append(tests, termtext.Values{"components": t.Dim, "statistic": short(t.Statistic), "df": t.DF, "p": p})
	}
	return tests
}

// sureness is how sure components are; nil where it was not asked.
func sureness(b *suffice.Bootstrap) termtext.Values {
	if b == nil {
		return nil
	}
	degrees := func(angle float64) string { return fmt.Sprintf("%.1f°", angle) }
	values := termtext.Values{
		"span": "", "seeds": "", "has doubts": len(b.Doubts) > 0, "doubts": b.Doubts,
		"halves": b.Resamples, "of": b.Rows, "level": fmt.Sprintf("%.0f%%", 100*b.Level),
	}
	var angles []termtext.Values
	for k, angle := range first(b.Angles) {
		angles = append(angles, termtext.Values{"component": zName(k), "angle": degrees(angle)})
	}
	values["angles"] = angles
	if len(b.Angles) > 1 {
		values["span"] = degrees(b.Angle)
	}
	if len(b.Seeds) > 0 {
		values["seeds"] = degrees(b.LargestSeed())
	}
	return values
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
func settings(m *suffice.Projection) []termtext.Values {
	var facts []termtext.Values
	add := func(name, value string) { facts = append(facts, termtext.Values{"name": name, "value": value}) }
	for _, name := range slices.Sorted(maps.Keys(m.Settings)) {
		value := m.Settings[name]
		if number, ok := value.(float64); ok {
			value = fmt.Sprintf("%.6g", number)
		}
		add(strings.ReplaceAll(name, "_", " "), fmt.Sprint(value))
	}
	if len(m.Trace) > 0 { // something was drawn at random
		add("seed", fmt.Sprint(m.Seed))
	}
	if s := m.Source; s != nil {
		add("fitted on", s.InWords())
	}
	if r := m.Reading; r != nil {
		add("read with", r.InWords())
	}
	return facts
}

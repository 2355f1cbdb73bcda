package explore

import (
	"fmt"
	"math"
	"net/http"
	"strings"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/humanize"
	"suffice/internal/render"
	"suffice/internal/sampling"
	"suffice/internal/termtext"
)

// Fit is all that the page shows of a fit but its rows.
type Fit struct {
	FitInfo
	Inputs    int         `json:"inputs"`
	Units     string      `json:"units"`
	Relevance []number    `json:"relevance"`
	Curve     []Dimension `json:"curve"`
	Weights   []Weight    `json:"weights"`
	Summaries []Summary   `json:"summaries"`
	Warnings  []string    `json:"warnings"`
	Facts     [][2]string `json:"facts"`
	Angles    []number    `json:"angles"`
	Shakes    int         `json:"shakes"`
	Ranked    []Ranked    `json:"ranked"`
	Columns   []Asked     `json:"columns"`
}

// Weight is an input of a fit.
type Weight struct {
	Input        int      `json:"input"`
	Name         string   `json:"name"`
	Weights      []number `json:"weights"`
	Low          []number `json:"low"`
	High         []number `json:"high"`
	Correlations []number `json:"correlations"`
}

// Ranked is what an input is worth beside the others.
type Ranked struct {
	Column   string `json:"column"`
	Loss     number `json:"loss"`
	P        number `json:"p"`
	Adjusted number `json:"adjusted"`
}

func rankedOf(inputs []evaluate.RankedInput) (all []Ranked) {
	for _, input := range inputs {
		all = append(all, Ranked{input.Column, number(input.Loss), number(input.P), number(input.Adjusted)})
	}
	return all
}

const (
	mostWeights = 200
	mostAsked   = 200 // columns that a prediction asks for
)

// getFit tells of a fit.
func (s *Server) getFit(w http.ResponseWriter, r *http.Request, f *fit, m *suffice.Projection) error {
	f.once.Do(func() { f.summaries = f.of.summarise(f.z, m.Dim()) })
	s.mu.Lock()
	result := Fit{FitInfo: f.info(), Shakes: len(f.shakes), Ranked: rankedOf(f.ranked)}
	s.mu.Unlock()
	result.Inputs, result.Units, result.Curve = len(m.Inputs), m.Units(), curveOf(m.Curve)
	result.Weights, result.Summaries, result.Warnings = weightsOf(m), list(f.summaries), []string{}
	result.Relevance, result.Facts, result.Columns = relevanceOf(m), f.facts(m), f.of.data.askedBy(m)
	for _, warning := range m.Warnings {
		result.Warnings = append(result.Warnings, termtext.Clean(warning))
	}
	if m.Bootstrap != nil {
		result.Angles = numbers(m.Bootstrap.Angles)
		for _, doubt := range m.Bootstrap.Doubts {
			result.Warnings = append(result.Warnings, termtext.Clean(doubt))
		}
	}
	return answer(w, result)
}

// relevanceOf has 1 for all where the method knows none.
func relevanceOf(m *suffice.Projection) []number {
	if len(m.Relevance) > 0 {
		return numbers(m.Relevance)
	}
	all := make([]number, m.Dim())
	for k := range all {
		all[k] = 1
	}
	return all
}

// weightsOf are the inputs with the largest weights first.
func weightsOf(m *suffice.Projection) []Weight {
	sizes, relevance := make([]float64, len(m.Inputs)), relevanceOf(m)
	for j := range sizes {
		for k, row := range m.Components {
			sizes[j] = max(sizes[j], math.Abs(row[j])*float64(relevance[k]))
		}
	}
	all := []Weight{}
	for _, j := range sampling.Descending(sizes)[:min(mostWeights, len(sizes))] {
		w := Weight{Input: j, Name: m.Inputs[j], Weights: columnOf(m.Components, j), Correlations: columnOf(m.Correlations, j)}
		if b := m.Bootstrap; b != nil {
			w.Low, w.High = columnOf(b.Low, j), columnOf(b.High, j)
		}
		all = append(all, w)
	}
	return all
}

// columnOf is column j of a table, or nil where there is none.
func columnOf(table [][]float64, j int) []number {
	if len(table) == 0 {
		return nil
	}
	column := make([]number, len(table))
	for k, row := range table {
		column[k] = number(row[j])
	}
	return column
}

// facts are further lines about a model.
func (f *fit) facts(m *suffice.Projection) [][2]string {
	facts := [][2]string{}
	say := func(name, format string, values ...any) {
		facts = append(facts, [2]string{name, termtext.Clean(fmt.Sprintf(format, values...))})
	}
	centres := ""
	if n := m.Settings.Centres(); n > 0 {
		centres = fmt.Sprintf(", %d centres", n)
	}
	say("method", "%s%s", m.Method, centres)
	if f.why != "" {
		say("chosen", "%s", f.why)
	}
	if score, ok := m.Score(); ok {
		say(suffice.SMI, "%.4f", score)
	}
	if span := m.Settings.Span(); span != "" {
		say("searched in", "%s, which predicted best among what so few rows can tell", span)
	}
	if m.Sampled != nil {
		say("sample", "%d of %d rows, drawn at random, for %s", m.Sampled.Rows, m.Sampled.Of, m.Sampled.What)
	}
	if n := f.training.excluded; n > 0 {
		say("left out", "%s, by hand", humanize.Count(n, "row"))
	}
	if column := m.Settings.Weights(); column != "" {
		say("row weights", "column %s", column)
	}
	if len(m.Values) > 0 {
		say("values", "%s", someNumbers(m.Values))
	}
	if len(m.Relevance) > 0 {
		say("relevance", "%s: %s", someNumbers(m.Relevance), m.RelevanceInWords())
	}
	if used := len(m.UsedInputs()); used < len(m.Inputs) {
		say("inputs", "%d of %s have weight", used, humanize.Count(len(m.Inputs), "input"))
	}
	f.sureFacts(m, say)
	if m.Source != nil {
		say("fitted on", "%s", m.Source.InWords())
	}
	if m.Reading != nil {
		say("read with", "%s", m.Reading.InWords())
	}
	return facts
}

// sureFacts are lines about how sure a model is, and what it predicts.
func (f *fit) sureFacts(m *suffice.Projection, say func(name, format string, values ...any)) {
	if b := m.Bootstrap; b != nil {
		say("how sure", "at %.0f%%, by %d random halves of %s; all components together are %.1f° from the truth at most", 100*b.Level, b.Resamples, humanize.Count(b.Rows, "row"), b.Angle)
		if len(b.Seeds) > 0 {
			say("other seeds", "%s find components up to %.1f° away", humanize.Count(len(b.Seeds), "more fit"), b.LargestSeed())
		}
	}
	p := m.Predictor
	if p == nil {
		return
	}
	say("predictor", "%s", render.PredictorInWords(p))
	if within, ok := render.Within(p, usualPercent); ok {
		say("predictions", "%d%% of them are within %s", usualPercent, within)
	}
}

// someNumbers are the first numbers of a list.
func someNumbers(values []float64) string {
	const most = 8
	var parts []string
	for _, v := range values[:min(most, len(values))] {
		parts = append(parts, fmt.Sprintf("%.4g", v))
	}
	if len(values) > most {
		parts = append(parts, "…")
	}
	return strings.Join(parts, ", ")
}

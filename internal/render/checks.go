package render

import (
	"fmt"
	"slices"

	"suffice"

	"suffice/internal/metrics"
	"suffice/internal/termtext"
)

const (
	moreHelps  = .02 // of a measure: what another number of components should gain to be worth a word
	inputsMore = .03 // the same, of all inputs instead of components
)

// Checks are what a person should look at before believing or using a model: components that are
// missing, classes that are not predicted.
func Checks(m *suffice.Projection) (checks []string) {
	v := m.Verdict
	if v == nil || !v.Found {
		return nil
	}
	better := func(a, b float64) float64 { return a - b }
	if !metrics.Named(v.Measure).Larger {
		better = func(a, b float64) float64 { return b - a }
	}
	if v.Measure == metrics.Accuracy && v.Value <= v.Baseline {
		checks = append(checks, "no more rows are right than with the most frequent class, though the components tell more than chance: look at balanced accuracy, or at probabilities")
	}
	if more := moreComponents(m, better); more != "" {
		checks = append(checks, more)
	} else if gain := better(v.AllInputs, v.Value); gain > inputsMore && gain > 2*v.SE {
		checks = append(checks, "all inputs together predict better: more components, or another method, may keep what is lost")
	}
	if p := m.Predictor; p != nil {
		if r2, ok := p.Measures[metrics.R2]; ok && r2 < 0 {
			checks = append(checks, fmt.Sprintf("what the model predicts is worse than the mean of %s", targetOf(m)))
		}
	}
	return checks
}

// moreComponents says that a larger number predicts better, though not surely.
func moreComponents(m *suffice.Projection, better func(a, b float64) float64) string {
	at := slices.IndexFunc(m.Curve, func(d suffice.Dimension) bool { return d.Dim == m.Dim() })
	if at < 0 {
		return ""
	}
	best := m.Curve[at]
	for _, d := range m.Curve[at+1:] {
		if better(d.Value, best.Value) > moreHelps {
			best = d
		}
	}
	if best.Dim == m.Dim() {
		return ""
	}
	return fmt.Sprintf("%d components may be better: %s %.3f with %d, %.3f with %d, which these rows do not tell apart surely", best.Dim, metrics.Named(m.Verdict.Measure).Title, best.Value, best.Dim, m.Curve[at].Value, m.Dim())
}

// targetOf is the name of the target, or what it is called where it has several.
func targetOf(m *suffice.Projection) string {
	if len(m.Output.Names) == 1 {
		return termtext.Printable(m.Output.Names[0])
	}
	return "the target"
}

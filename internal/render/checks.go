package render

import (
	"fmt"

	"suffice"

	"suffice/internal/metrics"
	"suffice/internal/termtext"
)

// inputsMore is what all inputs should predict better than the components to be worth a word, of a measure.
const inputsMore = .03

// Checks are what a person should look at before believing or using a model, beside what its verdict
// says: inputs that hold more, classes that are not predicted.
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
	if gain := better(v.AllInputs, v.Value); v.More == 0 && gain > inputsMore && gain > 2*v.SE {
		checks = append(checks, "all inputs together predict better: more components, or another method, may keep what is lost")
	}
	if p := m.Predictor; p != nil {
		if r2, ok := p.Measures[metrics.R2]; ok && r2 < 0 {
			checks = append(checks, fmt.Sprintf("what the model predicts is worse than the mean of %s", targetOf(m)))
		}
	}
	return checks
}

// targetOf is the name of the target, or what it is called where it has several.
func targetOf(m *suffice.Projection) string {
	if len(m.Output.Names) == 1 {
		return termtext.Printable(m.Output.Names[0])
	}
	return "the target"
}

package render

import (
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/sampling"
	"suffice/internal/termtext"
)

const (
	mostActive  = 6   // eigenvalues and activity scores shown
	leastActive = .05 // of the largest activity score, to be shown
)

// Active says along which directions the target changes most, and with which inputs; "" where that
// was not asked for.
func Active(m *suffice.Projection) (directions, activity string) {
	a := m.Active
	if a == nil {
		return "", ""
	}
	var shares, values, scores []string
	for k := range a.Directions[:min(mostActive, len(a.Directions))] {
		shares = append(shares, fmt.Sprintf("%s %.0f%%", m.Names()[k], 100*a.Values[k]/a.Total))
	}
	for _, v := range a.Values[:min(mostActive, len(a.Values))] {
		values = append(values, fmt.Sprintf("%.3g", v))
	}
	order := sampling.Descending(a.Scores)
	order = order[:min(mostActive, len(order))]
	names, _ := termtext.ShortNames(m.Inputs, order, 20)
	for _, j := range order {
		if a.Scores[j] > leastActive*a.Scores[order[0]] {
			scores = append(scores, names[j]+" "+termtext.Short(a.Scores[j]))
		}
	}
	seen := ""
	if m.Verdict == nil || !m.Verdict.Found {
		seen = " on rows that components and metric have seen"
	}
	return fmt.Sprintf("%s of the mean square of the gradient, by a regression with R2 %.3f%s; eigenvalues %s", strings.Join(shares, ", "), a.R2, seen, strings.Join(values, ", ")), strings.Join(scores, ", ")
}

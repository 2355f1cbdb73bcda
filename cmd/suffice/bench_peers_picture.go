package main

import (
	"fmt"
	"math"
	"slices"

	"suffice/chart"
	"suffice/internal/peers"
	"suffice/internal/wording"
)

// rivals are methods that do the same work, or are used for the same, in one panel.
var rivals = []struct {
	title    string
	entrants []string
}{
	{"PCA and other lines", []string{"suffice PCA", "scikit-learn PCA", "suffice CCA", "suffice PLS", "scikit-learn PLS"}},
	{"any dependence", []string{"suffice SCA", "suffice NCA", "scikit-learn NCA"}},
	{"SIR, and LDA, which is the same for slices", []string{"suffice SIR", "suffice LDA", "scikit-learn LDA", "statsmodels SIR", "direpack SIR", "sliced SIR"}},
	{"SAVE and DR", []string{"suffice SAVE", "statsmodels SAVE", "direpack SAVE", "sliced SAVE", "suffice DR", "numpy DR"}},
	{"gradients and local lines", []string{"suffice gKDR", "numpy gKDR", "suffice OPG", "suffice MAVE", "numpy MAVE"}},
}

// times draws the time of a fit against the number of rows: a panel for those that do the
// same work, on the same axes.
func (r peersResult) times() chart.Figure {
	set := peers.Sets()[0]
	figure := chart.Figure{
		Title: "Seconds of a fit against the number of rows",
		Note: fmt.Sprintf("%d inputs, 2 components, data set %s, seed %d, %s. A curve ends where a fit took more than %g s",
			r.Inputs, set.Name, r.Seed, wording.Count(r.Threads, "thread"), r.Limit),
	}
	seconds := func(row peers.Result) float64 { return row.Seconds }
	low, high := math.Inf(1), 0.
	for _, row := range r.Rows {
		if row.Status == peers.Done && row.Data == set.Name {
			low, high = min(low, row.Seconds), max(high, row.Seconds)
		}
	}
	for _, group := range rivals {
		curves := r.curves(group.entrants, set.Name, peers.Entrant.String, seconds)
		r.addPanel(&figure, chart.Curves{Title: group.title, NameY: "seconds", Curves: curves, Low: low, High: high})
	}
	return figure
}

// drawnErrors are the methods whose errors are drawn: one of each, and CCA not beside PLS,
// nor DR beside SAVE, nor OPG beside MAVE, which find the same.
var drawnErrors = []string{
	"suffice SCA", "suffice SIR", "suffice SAVE", "suffice PCA", "scikit-learn PLS", "scikit-learn LDA", "scikit-learn NCA", "suffice MAVE",
}

// errors draws the error of the subspace against the number of rows, a panel a data set.
func (r peersResult) errors() chart.Figure {
	figure := chart.Figure{
		Title: "Error of the subspace against the number of rows",
		Note:  "0.71: one of two directions is right. 0.98: none is, by chance. SIR, SAVE and PCA are ours; the table has the others",
	}
	missed := func(row peers.Result) float64 { return max(row.Error, 1e-6) }
	least := 1.
	for _, row := range r.Rows {
		if row.Status == peers.Done {
			least = min(least, missed(row))
		}
	}
	for _, set := range peers.Sets() {
		curves := r.curves(drawnErrors, set.Name, func(e peers.Entrant) string { return e.Method }, missed)
		r.addPanel(&figure, chart.Curves{Title: set.Name + ": " + set.Formula, NameY: "error", Curves: curves, Low: least, High: 1})
	}
	return figure
}

// addPanel adds a panel that has curves against the sizes, which all panels share.
func (r peersResult) addPanel(figure *chart.Figure, panel chart.Curves) {
	panel.NameX, panel.LogX, panel.LogY = "rows", true, true
	for _, n := range r.Sizes {
		panel.Places = append(panel.Places, float64(n))
	}
	if len(panel.Curves) > 0 {
		figure.Panels = append(figure.Panels, panel)
	}
}

// curves are those of the entrants that have something to show.
func (r peersResult) curves(names []string, data string, name func(peers.Entrant) string, value func(peers.Result) float64) (curves []chart.Curve) {
	for _, e := range peers.Entrants() {
		if !slices.Contains(names, e.String()) {
			continue
		}
		curve := chart.Curve{Name: name(e)}
		for _, n := range r.Sizes {
			if row := r.find(e, data, n); row.Status == peers.Done {
				curve.X, curve.Mean = append(curve.X, float64(n)), append(curve.Mean, value(row))
			}
		}
		if len(curve.X) > 0 {
			curves = append(curves, curve)
		}
	}
	return curves
}

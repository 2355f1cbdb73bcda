package main

import (
	"fmt"
	"slices"
	"strings"

	"suffice/evaluate"
	"suffice/internal/metrics"
	"suffice/internal/page"
	"suffice/internal/wording"
)

// paperText is the table for people: by dimension, because that is where methods are judged.
func (c compared) paperText() string {
	var out page.Text
	line := out.Line
	line("%s", page.Heading(c.source, fmt.Sprintf("%s, %s, %s", wording.Count(c.N, "row"), wording.Count(c.D, "input"), predicted(c.Target, c.Kind))))
	line("error: %s", metrics.Named(c.Measure).MeaningOf(c.Kind))
	line("of the nearest training row, %s\n", page.Cut(divided(c.Splits), 50))
	line("%10s   %-8s %10s %10s   %9s", "components", "method", "mean", "sd", "seconds")
	largest := 0.
	for _, r := range c.Rows {
		largest = max(largest, r.Mean)
	}
	digits := page.Decimals(largest, 4)
	table := slices.DeleteFunc(c.byDimension(), tooMany)
	for i, r := range table {
		if i > 0 && r.Dim != table[i-1].Dim {
			line("")
		}
		if r.Err != nil {
			line("%10d   %-8s %s", r.Dim, r.Method, page.Cut("failed: "+oneLine(r.Err.Error()), page.Width-22))
			continue
		}
		line("%10d   %-8s %10.*f %10.*f%-2s %9s", r.Dim, r.Method, digits, r.Mean, digits, r.SD, mark(r.Best), page.Seconds(r.Seconds))
	}
	line("\n%s", strings.Join(c.paperNotes(), "\n"))
	if best := c.Choice(); best != nil {
		line("best: %s with %s (fit --method %[1]s --dim %[3]d)", best.Method, wording.Count(best.Dim, "component"), best.Dim)
	}
	return out.String()
}

// paperNotes explain the table.
func (c compared) paperNotes() []string {
	beside, none := "", ""
	if slices.ContainsFunc(c.Rows, func(r evaluate.Row) bool { return r.AllDims }) {
		beside, none = ", none beside them", "; none, if so beside each"
	}
	notes := []string{
		"*: the least mean with so many components" + beside + ", and those not",
		"   different from it by Welch's t-test at 1%" + none,
	}
	if n := c.Count(); n < fewDivisions {
		say := "say"
		if n == 1 {
			say = "says"
		}
		notes = append(notes, fmt.Sprintf("   %s %s little about differences, so * means little; make more", wording.Count(n, c.division()), say))
	}
	notes = append(notes, "seconds: mean wall time of a fit, with other fits on the other cores")
	return append(notes, c.remarks()...)
}

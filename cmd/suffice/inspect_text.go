package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
)

// inspectText is what a person reads about a model.
func inspectText(m *suffice.Projection, path string, all bool) string {
	var out termtext.Text
	out.Line("%s\n", heading(path, fmt.Sprintf("%s of %s", humanize.Count(m.Dim(), "component"), humanize.Count(len(m.Inputs), "input")), m.Output.Names, m.Output.Kind))
	if v := m.Verdict; v != nil {
		out.Paragraph("result", v.InWords(m.Dim()))
	}
	predictorFacts(&out, m)
	writeActive(&out, m)
	facts(&out, m)
	if settings := settingsText(m.Settings); settings != "" {
		out.Paragraph("settings", settings)
	}
	if text := sourceText(m.Source); text != "" {
		out.Paragraph("fitted on", text)
	}
	if text := readingText(m.Reading); text != "" {
		out.Paragraph("read with", text)
	}
	for _, warning := range m.Warnings {
		out.Paragraph("warning", termtext.Printable(warning))
	}
	out.Line("\nweights, on %s", m.Units())
	if used := len(m.UsedInputs()); used < len(m.Inputs) {
		out.Line("%d of %s have weight", used, humanize.Count(len(m.Inputs), "input"))
	}
	writeLoadings(&out, m, all)
	writeNominal(&out, m)
	writeSure(&out, m)
	if len(m.Trace) > 0 {
		writeTrace(&out, m.Trace)
	}
	writeTests(&out, m.Tests)
	return out.String()
}

// told are the settings that the facts have already.
var told = []string{"centres", "kernel", "lambda", "width_y", "width_z"}

func settingsText(settings suffice.Settings) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if !slices.Contains(told, name) {
			parts = append(parts, termtext.Printable(fmt.Sprintf("%s %v", strings.ReplaceAll(name, "_", " "), settings[name])))
		}
	}
	return strings.Join(parts, ", ")
}

const mostLoadings = 10 // of a component, unless all are asked for

// writeLoadings lists the inputs of each component by the size of their weights.
func writeLoadings(out *termtext.Text, m *suffice.Projection, all bool) {
	shown := make([][]int, m.Dim())
	for k, row := range m.Components {
		if shown[k] = bySize(row, 0); !all {
			shown[k] = shown[k][:min(mostLoadings, len(bySize(row, nonzero)))]
		}
	}
	names, longest := termtext.ShortNames(m.Inputs, slices.Concat(shown...), 25)
	sure := newSureColumns(m)
	half := max(0, min(15, (termtext.Width-longest-41-sure.width())/2)) // of a bar, on either side of 0: what the columns leave
	for k, row := range m.Components {
		out.Line("\n%-*s  %10s%s  %*s  %10s %10s", longest+2, fmt.Sprintf("z%d", k+1), "weight", sure.heading(), 2*half+1, "", "mean", "scale")
		most := math.Abs(row[bySize(row, 0)[0]])
		for _, j := range shown[k] {
			out.Line("  %-*s  %10s%s  %s  %10s %10s", longest, names[j], weightText(row[j], most), sure.cells(k, j), termtext.SignedBar(row[j], most, half),
				termtext.Short(m.Mean[j]), termtext.Short(m.Scale[j]))
		}
		switch hidden := len(row) - len(shown[k]); {
		case hidden > 0 && len(shown[k]) >= len(bySize(row, nonzero)):
			out.Line("  and %d with weight 0", hidden)
		case hidden > 0:
			out.Line("  and %d with smaller weights; --all lists them", hidden)
		}
	}
}

// nonzero is the least size of a number that is not 0.
const nonzero = math.SmallestNonzeroFloat64

// bySize returns the positions of values of at least this absolute value, the largest first.
func bySize(row []float64, least float64) []int {
	var positions []int
	for j, v := range row {
		if math.Abs(v) >= least {
			positions = append(positions, j)
		}
	}
	slices.SortStableFunc(positions, func(a, b int) int { return cmp.Compare(math.Abs(row[b]), math.Abs(row[a])) })
	return positions
}

// weightText has four decimals where the largest weight of the component is of such a
// size that they say enough.
func weightText(v, most float64) string {
	if v == 0 || most >= .05 && most < 1000 {
		return fmt.Sprintf("%.4f", v)
	}
	return termtext.Short(v)
}

const mostRuns = 20 // of steps, shown

// writeTrace writes a line for each stage.
func writeTrace(out *termtext.Text, trace []suffice.Pass) {
	runs := runsOf(trace)
	out.Line("\n%-12s %5s  %-19s %-12s %s", "stage", "steps", "score", "", "measure")
	for _, run := range runs[:min(mostRuns, len(runs))] {
		first, last := run[0], run[len(run)-1]
		score := termtext.Short(first.Score)
		if len(run) > 1 {
			score += " to " + termtext.Short(last.Score)
		}
		var scores []float64
		for _, pass := range run {
			scores = append(scores, pass.Score)
		}
		line := fmt.Sprintf("%-12s %5d  %-19s %-12s %s", termtext.Cut(termtext.Printable(first.Stage), 12), len(run), score, termtext.Sparkline(scores), termtext.Printable(first.MeasuredBy()))
		out.Line("%s", termtext.Cut(line, termtext.Width))
	}
	if more := len(runs) - mostRuns; more > 0 {
		out.Line("… and %d more", more)
	}
}

// runsOf gathers the steps of a stage by the same measure: a stage of SCA has one in each look.
func runsOf(trace []suffice.Pass) (runs [][]suffice.Pass) {
	for _, pass := range trace {
		at := slices.IndexFunc(runs, func(run []suffice.Pass) bool {
			return run[0].Stage == pass.Stage && run[0].Measure == pass.Measure
		})
		if at < 0 {
			at, runs = len(runs), append(runs, nil)
		}
		runs[at] = append(runs[at], pass)
	}
	return runs
}

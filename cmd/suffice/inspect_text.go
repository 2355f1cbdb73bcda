package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/wording"
)

// inspectText is what a person reads about a model.
func inspectText(m *suffice.Projection, path string, all bool) string {
	var out strings.Builder
	rest := fmt.Sprintf("%s of %s, %s", wording.Count(m.Dim(), "component"), wording.Count(len(m.Inputs), "input"), predicted(m.Output.Names, m.Output.Kind))
	out.WriteString(heading(path, rest) + "\n\n")
	out.WriteString(facts(m))
	out.WriteString(settingsText(m.Settings))
	for _, warning := range m.Warnings {
		out.WriteString(paragraph("warning", printable(warning)))
	}
	out.WriteString("\nweights, on " + m.Units() + "\n")
	out.WriteString(loadingsText(m, all))
	if len(m.Trace) > 0 {
		out.WriteString("\n" + traceText(m.Trace))
	}
	if len(m.Tests) > 0 {
		out.WriteString("\n" + tests(m.Tests))
	}
	return out.String()
}

// told are the settings that the facts have already.
var told = []string{"centres", "kernel", "lambda", "width_y", "width_z"}

func settingsText(settings suffice.Settings) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if !slices.Contains(told, name) {
			parts = append(parts, printable(fmt.Sprintf("%s %v", strings.ReplaceAll(name, "_", " "), settings[name])))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return paragraph("settings", strings.Join(parts, ", "))
}

// paragraph is text in lines beside its name.
func paragraph(name, text string) string {
	var out strings.Builder
	for _, line := range wrapped(text, pageWidth-15) {
		fmt.Fprintf(&out, "%-14s %s\n", name, line)
		name = ""
	}
	return out.String()
}

const mostLoadings = 10 // of a component, unless all are asked for

// loadingsText lists the inputs of each component by the size of their weights.
func loadingsText(m *suffice.Projection, all bool) string {
	shown := make([][]int, m.Dim())
	for k, row := range m.Components {
		shown[k] = bySize(row)
		if !all {
			shown[k] = shown[k][:min(mostLoadings, countNonzero(row))]
		}
	}
	names, longest := shortNames(m.Inputs, slices.Concat(shown...), 25)
	half := min(15, (pageWidth-longest-41)/2) // of a bar, on either side of 0: what the columns leave
	var out strings.Builder
	for k, row := range m.Components {
		fmt.Fprintf(&out, "\n%-*s  %10s  %*s  %10s %10s\n", longest+2, fmt.Sprintf("z%d", k+1), "weight", 2*half+1, "", "mean", "scale")
		most := largestSize(row)
		for _, j := range shown[k] {
			fmt.Fprintf(&out, "  %-*s  %10s  %s  %10s %10s\n", longest, names[j], weightText(row[j], most), weightBar(row[j], most, half),
				numberText(m.Mean[j]), numberText(m.Scale[j]))
		}
		out.WriteString(leftOut(row, len(shown[k])))
	}
	return out.String()
}

// leftOut says how many inputs of a component are not shown.
func leftOut(row []float64, shown int) string {
	nonzero := countNonzero(row)
	switch {
	case shown >= len(row):
		return ""
	case shown >= nonzero:
		return fmt.Sprintf("  and %d with weight 0\n", len(row)-shown)
	}
	return fmt.Sprintf("  and %d with smaller weights; --all lists them\n", len(row)-shown)
}

// bySize returns the positions of all values, the largest absolute value first.
func bySize(row []float64) []int {
	at := make([]int, len(row))
	for j := range at {
		at[j] = j
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(math.Abs(row[b]), math.Abs(row[a])) })
	return at
}

func countNonzero(row []float64) int {
	n := 0
	for _, v := range row {
		if v != 0 {
			n++
		}
	}
	return n
}

func largestSize(row []float64) float64 {
	var most float64
	for _, v := range row {
		most = max(most, math.Abs(v))
	}
	return most
}

// weightText has four decimals where the largest weight of the component is of such a
// size that they say enough.
func weightText(v, most float64) string {
	if v == 0 || most >= .05 && most < 1000 {
		return fmt.Sprintf("%.4f", v)
	}
	return numberText(v)
}

// numberText is a number in at most ten columns.
func numberText(v float64) string {
	if text := fmt.Sprintf("%.4g", v); len(text) <= 10 {
		return text
	}
	return fmt.Sprintf("%.3g", v)
}

// weightBar draws a value to the left or the right of 0, the largest as long as there is room.
func weightBar(v, most float64, half int) string {
	length := 0
	if most > 0 {
		length = int(math.Round(float64(half) * math.Abs(v) / most))
	}
	filled, empty, blank := strings.Repeat("█", length), strings.Repeat(" ", half-length), strings.Repeat(" ", half)
	if v < 0 {
		return empty + filled + "│" + blank
	}
	return blank + "│" + filled + empty
}

const mostRuns = 20 // of steps, shown

// traceText is a line for each run of steps of the same stage.
func traceText(trace []suffice.Pass) string {
	runs := runsOf(trace)
	var out strings.Builder
	fmt.Fprintf(&out, "%-12s %5s  %-19s %-12s %s\n", "stage", "steps", "score", "", "measure")
	for _, run := range runs[:min(mostRuns, len(runs))] {
		first, last := run[0], run[len(run)-1]
		score := numberText(first.Score)
		if len(run) > 1 {
			score += " to " + numberText(last.Score)
		}
		line := fmt.Sprintf("%-12s %5d  %-19s %-12s %s", cut(printable(first.Stage), 12), len(run), score, sparkline(run), printable(first.MeasuredBy()))
		out.WriteString(cut(line, pageWidth) + "\n")
	}
	if more := len(runs) - mostRuns; more > 0 {
		fmt.Fprintf(&out, "… and %d more\n", more)
	}
	return out.String()
}

// runsOf divides steps where the stage or the measure changes.
func runsOf(trace []suffice.Pass) [][]suffice.Pass {
	var runs [][]suffice.Pass
	start := 0
	for i := range trace {
		if last := i == len(trace)-1; last || trace[i+1].Stage != trace[i].Stage || trace[i+1].Measure != trace[i].Measure {
			runs = append(runs, trace[start:i+1])
			start = i + 1
		}
	}
	return runs
}

// sparkline draws the scores of steps as columns of different height, at most twelve
// steps spread evenly. A single step has none.
func sparkline(run []suffice.Pass) string {
	const most = 12
	heights := []rune("▁▂▃▄▅▆▇█")
	if len(run) < 2 {
		return ""
	}
	low, high := run[0].Score, run[0].Score
	for _, pass := range run {
		low, high = min(low, pass.Score), max(high, pass.Score)
	}
	columns := min(most, len(run))
	line := make([]rune, columns)
	for i := range line {
		score := run[i*(len(run)-1)/(columns-1)].Score
		line[i] = heights[0]
		if high > low {
			line[i] = heights[int(math.Round((score-low)/(high-low)*float64(len(heights)-1)))]
		}
	}
	return string(line)
}

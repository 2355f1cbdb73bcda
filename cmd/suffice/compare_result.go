package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice"
	"suffice/chart"
	"suffice/evaluate"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/metrics"
	"suffice/internal/render"
	"suffice/internal/termtext"
	"suffice/output"
)

// compared is a comparison and how it came about.
type compared struct {
	*evaluate.CompareResult
	source string // of the table
	files  []string
	next   func(best *evaluate.Row) string // the command that makes the best model
	capped bool                            // training rows are fewer than there could be, because nobody asked for more
}

// axis is the name of the error without what explains it.
func (c compared) axis() string {
	brief, _, _ := strings.Cut(metrics.Named(c.Measure).Meaning, ",")
	return brief
}

// divided says how the rows are divided.
func divided(s evaluate.Splits) string {
	count := humanize.Count(s.Count(), "division")
	switch {
	case s.Time != nil:
		return fmt.Sprintf("%s, test rows later than training rows, seed %d", count, s.Seed)
	case s.Folds > 0:
		return fmt.Sprintf("%d folds%s, seed %d", s.Folds, ofGroups(s), s.Seed)
	}
	return fmt.Sprintf("%s with %s%s, seed %d", count, humanize.Count(s.Train, "training row"), ofGroups(s), s.Seed)
}

func ofGroups(s evaluate.Splits) string {
	switch {
	case s.Group != nil:
		return " of other groups"
	case s.Block != nil:
		return ", within blocks"
	}
	return ""
}

// text is what is best and the table for people: a line for guessing, then by dimension, what does
// not reduce last, and in the end what to do.
func (c compared) text() string {
	var out termtext.Text
	line := out.Line
	line("%s", heading(c.source, humanize.Count(c.N, "row")+", "+humanize.Count(c.D, "input"), c.Target, c.Kind))
	line("")
	best, words := render.Best(c.CompareResult)
	out.Paragraph("Result", c.resultInWords(best, words))
	out.Paragraph("Measure", c.how())
	out.Paragraph("Rows", c.dividedHow())
	second := c.second()
	line("\n%10s   %-8s %10s %8s   %-*s %8s", "components", "method", c.heading(), shortMeasure(second), worthWidth, c.worthHeading(), "seconds")
	c.line(&out, *c.Baseline, second)
	table := slices.DeleteFunc(c.byDimension(), tooMany)
	for i, r := range table {
		if i == 0 || r.Dim != table[i-1].Dim {
			line("")
		}
		c.line(&out, r, second)
	}
	line("")
	for _, remark := range append(c.remarks(), c.checks(best)...) {
		out.Paragraph("Check", remark)
	}
	if best != nil {
		out.Entry("Next", "%s", c.next(best))
	}
	return out.String()
}

// resultInWords is what is best, what is as good, and what may be.
func (c compared) resultInWords(best *evaluate.Row, words string) string {
	if best == nil {
		return words
	}
	text := fmt.Sprintf("%s with %s is best", best.Method, humanize.Count(best.Dim, "component"))
	if alike := c.marked(evaluate.MarkAsGood); len(alike) > 0 {
		text += "; as good: " + strings.Join(alike, ", ")
	}
	if unclear := c.marked(evaluate.MarkUnclear); len(unclear) > 0 {
		text += fmt.Sprintf("; with %s it is unclear whether as good: %s", humanize.Count(c.Count(), c.division()), strings.Join(unclear, ", "))
	}
	if render.AllAreBetter(c.CompareResult) {
		text += fmt.Sprintf("; all %s predict better", humanize.Count(c.D, "input"))
	}
	return text
}

// marked are the first of the methods and numbers of components that have a mark.
func (c compared) marked(mark evaluate.Mark) (names []string) {
	const most = 4
	for _, r := range c.byDimension() {
		if r.Mark == mark && !r.AllDims {
			names = append(names, fmt.Sprintf("%s with %d", r.Method, r.Dim))
		}
	}
	if len(names) > most {
		names = append(names[:most-1], fmt.Sprintf("%d more", len(names)-most+1))
	}
	return names
}

// how says what the numbers are.
func (c compared) how() string {
	by := map[evaluate.Judge]string{
		evaluate.BothJudges: "nearest neighbours and kernel ridge regression", evaluate.NeighboursJudge: "nearest neighbours",
		evaluate.RidgeJudge: "kernel ridge regression", evaluate.NearestJudge: "the nearest neighbour",
	}[c.Judge]
	return fmt.Sprintf("%s: %s, on test rows, predicted from the components by %s", c.heading(), metrics.Named(c.Measure).MeaningOf(c.Kind), by) + c.cosine()
}

// cosine says where neighbours are by cosine, if they may be: the inputs are of length 1.
func (c compared) cosine() string {
	if !c.Units || c.Judge == evaluate.RidgeJudge || c.Judge == evaluate.NearestJudge {
		return ""
	}
	var names []string
	for _, r := range c.byDimension() {
		if r.Cosine > .5 {
			names = append(names, fmt.Sprintf("%s with %d", r.Method, r.Dim))
		}
	}
	return "; the inputs are of length 1, so neighbours are by cosine where that predicts the training rows better: " + cmp.Or(strings.Join(names, ", "), "nowhere")
}

// dividedHow says how the rows are divided, and that it is not all of them.
func (c compared) dividedHow() string {
	if c.capped {
		return divided(c.Splits) + "; --train takes more"
	}
	return divided(c.Splits)
}

// heading is what the column of the measure is called.
func (c compared) heading() string {
	if evaluate.LargerIsBetter(c.Measure) {
		return shortMeasure(c.Measure)
	}
	return "error"
}

// second is another measure to show.
func (c compared) second() string {
	measures := evaluate.Measures(c.Kind)
	if c.Measure == measures[1] {
		return measures[0]
	}
	return measures[1]
}

// shortMeasure is the word of a title that a column has room for.
func shortMeasure(measure string) string {
	short, _, _ := strings.Cut(strings.TrimPrefix(metrics.Named(measure).Title, "kernel "), " ")
	return short
}

// line is that of a row.
func (c compared) line(out *termtext.Text, r evaluate.Row, second string) {
	dim, seconds := strconv.Itoa(r.Dim), termtext.Seconds(r.Seconds)
	if r.Method == evaluate.Guess {
		dim, seconds = "", ""
	}
	if r.Err != nil {
		out.Line("%10s   %-8s %s", dim, r.Method, termtext.Cut("failed: "+cli.OneLine(r.Err.Error()), termtext.Width-22))
		return
	}
	text := fmt.Sprintf("%10s   %-8s %10.*f %8.*f   %-*s %8s", dim, r.Method, c.digits(c.Measure), r.Mean, c.digits(second), r.Measures[second], worthWidth, c.worth(r), seconds)
	out.Line("%s", strings.TrimRight(text, " "))
}

// digits are those that tell the values of a measure apart.
func (c compared) digits(measure string) int {
	if evaluate.LargerIsBetter(measure) {
		return 3
	}
	largest := 0.
	for _, r := range append([]evaluate.Row{*c.Baseline}, c.Rows...) {
		largest = max(largest, r.Measures[measure])
	}
	return termtext.Decimals(largest, 4)
}

// inPoints reports whether the error is a share of rows or labels, of which one is told beside
// another in points of a percent: twice as many as hardly any is nothing to be told.
func (c compared) inPoints() bool {
	return c.Measure == metrics.ErrorRate || c.Measure == metrics.HammingLoss
}

// worthHeading is what the column of that is called.
func (c compared) worthHeading() string {
	if c.inPoints() {
		return "points than the best (95%)"
	}
	return "than the best (95%)"
}

const worthWidth = 26 // of the column that says what a row is worth

// worth is what a row is worth beside the best: in words, and by how much.
func (c compared) worth(r evaluate.Row) string {
	if r.ThanBest == nil || r.Mark == evaluate.MarkBest || r.Mark == evaluate.MarkWorse || r.Mark == evaluate.MarkNoBetter {
		return string(r.Mark)
	}
	d, format := *r.ThanBest, "%+.3f (%.3f to %.3f)"
	if best := r.Mean - d.Mean; c.inPoints() {
		d, format = evaluate.Difference{Mean: 100 * d.Mean, Low: 100 * d.Low, High: 100 * d.High}, "%+.1f (%.1f to %.1f)"
	} else if !evaluate.LargerIsBetter(c.Measure) && best > 0 {
		d, format = evaluate.Difference{Mean: 100 * d.Mean / best, Low: 100 * d.Low / best, High: 100 * d.High / best}, "%+.0f%% (%.0f to %.0f)"
	}
	text, mark := fmt.Sprintf(format, d.Mean, d.Low, d.High), ""
	if r.Mark != "" {
		mark = ", " + string(r.Mark)
	}
	if len(text+mark) > worthWidth {
		text, _, _ = strings.Cut(text, " ")
	}
	return text + mark
}

// checks are what to try before the result is believed.
func (c compared) checks(best *evaluate.Row) (lines []string) {
	if n := c.Count(); n < fewDivisions {
		say := "say"
		if n == 1 {
			say = "says"
		}
		lines = append(lines, fmt.Sprintf("%s %s little about differences; make more", humanize.Count(n, c.division()), say))
	}
	if most := c.mostTried(); best != nil && best.Dim == most && most < c.D {
		dims := slices.Compact([]int{most, min(c.D, most*3/2+1), min(c.D, most*2+2)})
		lines = append(lines, "more components may be better still: --dims "+commas(dims))
	}
	return lines
}

func (c compared) mostTried() (most int) {
	for _, r := range c.Rows {
		if !r.AllDims {
			most = max(most, r.Dim)
		}
	}
	return most
}

// byDimension are the rows by their number of components, what does not reduce last.
func (c compared) byDimension() []evaluate.Row {
	table := slices.Clone(c.Rows)
	slices.SortStableFunc(table, func(a, b evaluate.Row) int {
		if a.AllDims == b.AllDims {
			return cmp.Compare(a.Dim, b.Dim)
		}
		if a.AllDims {
			return 1
		}
		return -1
	})
	return table
}

// fewDivisions are too few to find a difference that is not huge.
const fewDivisions = 5

// division is what the rows are divided by.
func (c compared) division() string {
	if c.Folds > 0 {
		return "fold"
	}
	return "division"
}

// tooMany reports whether the output has not so many components for the method.
func tooMany(r evaluate.Row) bool {
	_, ok := errors.AsType[*evaluate.TooManyComponents](r.Err)
	return ok
}

// remarks tell which methods are left out where.
func (c compared) remarks() (remarks []string) {
	told := map[string]bool{}
	for _, r := range c.Rows {
		if why, ok := errors.AsType[*evaluate.TooManyComponents](r.Err); ok && !told[r.Method] {
			told[r.Method] = true
			remarks = append(remarks, fmt.Sprintf("%s: finds at most %s of this target, and is left out beyond", r.Method, humanize.Count(why.Most, "component")))
		}
	}
	return remarks
}

// picture draws the error of each method against the number of components.
func (c compared) picture() chart.Figure {
	var curves []chart.Curve
	for _, r := range c.Rows {
		if r.Err != nil {
			continue
		}
		last := len(curves) - 1
		if last < 0 || curves[last].Name != r.Method {
			curves = append(curves, chart.Curve{Name: r.Method, Flat: r.AllDims})
			last++
		}
		at := &curves[last]
		at.X, at.Mean = append(at.X, float64(r.Dim)), append(at.Mean, r.Mean)
		at.SD, at.Best = append(at.SD, r.SD), append(at.Best, r.Best)
	}
	for i := range curves {
		if curves[i].Flat {
			curves[i].Name += " (" + strconv.Itoa(c.D) + ")"
		}
	}
	if b := c.Baseline; b != nil {
		curves = append(curves, chart.Curve{Name: b.Method, Flat: true, X: []float64{0}, Mean: []float64{b.Mean}, SD: []float64{b.SD}})
	}
	return chart.Figure{
		Title: fmt.Sprintf("%s: %s", termtext.Cut(termtext.WithoutFolders(c.files, " + "), 50), c.about()),
		Note:  divided(c.Splits),
		Panels: []chart.Panel{chart.Curves{
			NameX: "components", NameY: c.axis(), Curves: curves,
		}},
	}
}

// about is what is predicted, as short as a title wants it.
func (c compared) about() string {
	if c.Kind == output.KindLabels && len(c.Target) > 1 {
		return humanize.Count(len(c.Target), "label")
	}
	return predicted(c.Target, c.Kind)
}

// next is the command that makes the model of a row from the same table.
func (c *compare) next(path string) func(best *evaluate.Row) string {
	return func(best *evaluate.Row) string {
		command := "suffice fit " + quotedForShell(path) + c.again()
		if best.Method != suffice.Methods()[0].Name {
			command += " --method " + best.Method
		}
		command += fmt.Sprintf(" --dim %d", best.Dim)
		method, _ := suffice.MethodNamed(best.Method) // a chain of two uses nothing
		if c.centres > 0 && method.Uses.Centres {
			command += fmt.Sprintf(" --centres %d", c.centres)
		}
		if c.noScale && method.Uses.NoScale {
			command += " --no-scale"
		}
		return command
	}
}

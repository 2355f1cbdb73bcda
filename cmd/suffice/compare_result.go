package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice/chart"
	"suffice/evaluate"
	"suffice/internal/page"
	"suffice/internal/wording"
	"suffice/output"
)

// compared is a comparison and how it came about.
type compared struct {
	*evaluate.Compared
	source string // of the table
	files  []string
}

// nothing says why there is no result at all, or nil.
func (c compared) nothing() error {
	for _, r := range c.Rows {
		if r.Err == nil {
			return nil
		}
	}
	return fmt.Errorf("no method could do it; %s with %d: %w", c.Rows[0].Method, c.Rows[0].Dim, c.Rows[0].Err)
}

// axis is the name of the error without what explains it.
func (c compared) axis() string {
	brief, _ := evaluate.Meaning(c.Measure)
	return strings.TrimSpace(brief[:strings.IndexAny(brief+"(", "(,")])
}

// divided says how the rows are divided.
func divided(s evaluate.Splits) string {
	if s.Folds > 0 {
		return fmt.Sprintf("%d folds, seed %d", s.Folds, s.Seed)
	}
	return fmt.Sprintf("%s with %s, seed %d", wording.Count(s.Repeats, "division"), wording.Count(s.Train, "training row"), s.Seed)
}

// text is the table for people: by dimension, because that is where methods are judged.
func (c compared) text() string {
	var out page.Text
	line := out.Line
	line("%s", page.Heading(c.source, fmt.Sprintf("%s, %s, %s", wording.Count(c.N, "row"), wording.Count(c.D, "input"), predicted(c.Target, c.Kind))))
	brief, _ := evaluate.Meaning(c.Measure)
	line("error: %s", brief)
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
	line("\n%s", strings.Join(c.notes(), "\n"))
	if best := c.Choice(); best != nil {
		line("best: %s with %s (fit --method %[1]s --dim %[3]d)", best.Method, wording.Count(best.Dim, "component"), best.Dim)
	}
	return out.String()
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

// fewDivisions are too few for a t-test to find a difference that is not huge.
const fewDivisions = 5

// division is what the rows are divided by.
func (c compared) division() string {
	if c.Folds > 0 {
		return "fold"
	}
	return "division"
}

// notes explain the table.
func (c compared) notes() []string {
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
			remarks = append(remarks, fmt.Sprintf("%s: finds at most %s of this target, and is left out beyond", r.Method, wording.Count(why.Most, "component")))
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
	return chart.Figure{
		Title: fmt.Sprintf("%s: %s", page.Cut(page.WithoutFolders(c.files, " + "), 50), c.about()),
		Note:  divided(c.Splits),
		Panels: []chart.Panel{chart.Curves{
			NameX: "components", NameY: c.axis(), Curves: curves,
		}},
	}
}

// about is what is predicted, as short as a title wants it.
func (c compared) about() string {
	if c.Kind == output.KindLabels && len(c.Target) > 1 {
		return wording.Count(len(c.Target), "label")
	}
	return predicted(c.Target, c.Kind)
}

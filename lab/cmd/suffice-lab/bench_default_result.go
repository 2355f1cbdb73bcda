package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/termtext"
)

// defaultReport is what --json prints.
type defaultReport struct {
	Seeds   []uint       `json:"seeds"`
	Repeats int          `json:"repeats"`
	Old     bool         `json:"compared"` // whether there is another program
	Rows    []defaultRow `json:"rows"`
}

// defaultRow is one of the ordinary fits: user CPU seconds, the geometric means over the seeds.
type defaultRow struct {
	Name    string    `json:"row"`
	Old     float64   `json:"old_seconds,omitempty"`
	New     float64   `json:"new_seconds,omitempty"`
	Ratio   float64   `json:"ratio,omitempty"`       // new / old
	OldOf   []float64 `json:"old_by_seed,omitempty"` // the least of the repeats
	NewOf   []float64 `json:"new_by_seed,omitempty"`
	Problem string    `json:"problem,omitempty"` // why there are no figures
}

// clockTick is what the seconds of a process are at least, so that they can be divided.
const clockTick = 1e-3

// add takes the seconds of the repeats with a seed; there are none of a program that is not there.
func (r *defaultRow) add(old, ours []float64) {
	r.NewOf = append(r.NewOf, max(slices.Min(ours), clockTick))
	if len(old) > 0 {
		r.OldOf = append(r.OldOf, max(slices.Min(old), clockTick))
	}
}

// summed is the row with its means. One with a problem has none, since those of some seeds would
// not be comparable.
func (r defaultRow) summed() defaultRow {
	if r.Problem != "" {
		return r
	}
	r.New = geometricMean(r.NewOf)
	if len(r.OldOf) > 0 {
		r.Old = geometricMean(r.OldOf)
		r.Ratio = r.New / r.Old
	}
	return r
}

func geometricMean(values []float64) float64 {
	sum := 0.
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// text is what a person reads, and a page shows.
func (r defaultReport) text() string {
	var out termtext.Text
	table := [][]string{{"fit", "old s", "new s", "new / old"}}
	var ratios []float64
	for _, row := range r.Rows {
		table = append(table, []string{row.Name, orDash(termtext.ThreeDigits, row.Old), orDash(termtext.ThreeDigits, row.New), orDash(hundredths, row.Ratio)})
		if row.Ratio > 0 {
			ratios = append(ratios, row.Ratio)
		}
	}
	if len(ratios) > 1 {
		table = append(table, []string{"geometric mean", "", "", hundredths(geometricMean(ratios))})
	}
	if !r.Old {
		for i, cells := range table {
			table[i] = []string{cells[0], cells[2]}
		}
	}
	out.Line("User CPU seconds of suffice fit with one thread, the least of %d with each of", r.Repeats)
	out.Line("%s (%s), geometric mean:\n", humanize.Count(len(r.Seeds), "seed"), strings.Trim(fmt.Sprint(r.Seeds), "[]"))
	out.Markdown(table)
	for _, row := range r.Rows {
		if row.Problem != "" {
			out.Line("\n%s: %s", row.Name, row.Problem)
		}
	}
	return out.String()
}

// orDash is a figure, or the mark that there is none.
func orDash(figure func(float64) string, v float64) string {
	if v == 0 {
		return "-"
	}
	return figure(v)
}

func hundredths(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

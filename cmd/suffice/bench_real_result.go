package main

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/page"
	"suffice/internal/realtables"
	"suffice/internal/wording"
)

// realReport is what --json prints.
type realReport struct {
	Splits   int      `json:"splits"`
	FitSeeds int      `json:"fits_of_a_split"`
	Seed     uint64   `json:"seed"`
	Methods  []string `json:"methods"`
	Dims     []int    `json:"dims"`
	*realtables.Result
}

// text has a table for each number of components, then the ratios and the seeds.
func (r realReport) text() string {
	var out page.Text
	out.Line("prediction error, as a share of that of guessing without inputs")
	out.Line("%s of each table, seed %d", wording.Count(r.Splits, "random division"), r.Seed)
	for _, dim := range r.Dims {
		r.table(&out, dim)
	}
	r.ratios(&out)
	r.seeds(&out)
	for _, row := range r.Rows {
		if row.Failed > 0 {
			out.Line("%s failed %s on %s with %s: %s", row.Method, times(row.Failed), row.Table, wording.Count(row.Dim, "component"), row.Problem)
		}
	}
	return out.String()
}

func times(n int) string { return wording.Count(n, "time") }

// table has a line for each table: the errors of all methods, once by the nearest
// neighbours and once by ridge regression.
func (r realReport) table(out *page.Text, dim int) {
	width, decimals := 9, 4
	if len(r.Methods) > 3 { // there is less room
		width, decimals = 7, 3
	}
	wide, g := width*len(r.Methods), &grid{}
	for _, by := range realtables.Ways() {
		for _, name := range r.Methods {
			g.columns = append(g.columns, name+string(by))
		}
	}
	for _, row := range r.Rows {
		for _, by := range realtables.Ways() {
			if row.Dim == dim {
				g.set(row.Table, row.Method+string(by), fmt.Sprintf("%.*f", decimals, row.Error(by)))
			}
		}
	}
	out.Line("\n%-14s %*s   %*s", wording.Count(dim, "component"), wide, "nearest neighbours", wide, "kernel ridge")
	columns := strings.Repeat(fmt.Sprintf("%%%ds", width), len(r.Methods))
	layout := "%-14s " + columns + "   " + columns
	out.Line(layout, page.Values(slices.Concat([]string{""}, r.Methods, r.Methods))...)
	g.write(out, layout)
}

// ratios are those of the first method to the others: on all tables for each number of
// components, and on numbers and classes apart for all.
func (r realReport) ratios(out *page.Text) {
	if len(r.Ratios) == 0 {
		return
	}
	out.Line("\ngeometric mean of the error of %s divided by that of another method", r.Methods[0])
	out.Line("%-14s %-8s %-11s %10s %8s   %s", "", "tables", "to", "neighbours", "ridge", "largest on")
	for _, ratio := range r.Ratios {
		if ratio.By != realtables.ByNeighbours || ratio.Dim != 0 && ratio.Target != "all" {
			continue
		}
		name := wording.Count(ratio.Dim, "component")
		if ratio.Dim == 0 {
			name = "all"
		}
		ridge := r.ridgeOf(ratio)
		out.Line("%-14s %-8s %-11s %10.3f %8.3f   %s", name, ratio.Target, ratio.To, ratio.Mean, ridge.Mean, ratio.Largest+", "+ridge.Largest)
	}
	for i, row := range r.Rows {
		if row.Grouped != "" && (i == 0 || r.Rows[i-1].Table != row.Table) {
			out.Line(groupedLine, row.Table, row.Grouped)
		}
	}
}

// groupedLine says why a table counts in no mean.
const groupedLine = "without %s: rows of the same %s are among those for training and for the test"

// ridgeOf is the same ratio by ridge regression.
func (r realReport) ridgeOf(ratio realtables.Ratio) realtables.Ratio {
	for _, other := range r.Ratios {
		if other.Dim == ratio.Dim && other.Target == ratio.Target && other.To == ratio.To && other.By == realtables.ByRidge {
			return other
		}
	}
	return ratio
}

// seeds tell how often a second seed gives another answer.
func (r realReport) seeds(out *page.Text) {
	if len(r.Seeds) == 0 {
		return
	}
	out.Line("\ncells, of a table, dimension and division, where the errors of %s\nare more than 25%% apart", wording.Count(r.FitSeeds, "seed"))
	for _, s := range r.Seeds {
		out.Line("%-8s %-11s %4d of %d, %.1f%%", s.Method, s.By, s.Differ, s.Cells, 100*float64(s.Differ)/float64(s.Cells))
		if s.Differ > 0 {
			for _, part := range page.Wrapped("on "+strings.Join(s.Tables, ", "), page.Width-9) {
				out.Line("%8s %s", "", part)
			}
		}
	}
}

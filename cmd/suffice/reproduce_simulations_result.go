package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/page"
	"suffice/internal/simulations"
	"suffice/internal/wording"
)

// simulationsResult is the table and how it came about, as --json prints it.
type simulationsResult struct {
	Replicates int    `json:"replicates"`
	From       uint64 `json:"from"`
	Seed       uint64 `json:"seed"`
	simulations.Result
}

// heading says what the table is, in a line.
func (r simulationsResult) heading() string {
	return fmt.Sprintf("error of the subspace, mean (standard error), %s from %d, seed %d", wording.Count(r.Replicates, "replicate"), r.From, r.Seed)
}

// methods in their order.
func (r simulationsResult) methods() []string {
	return names(r.Totals, func(s simulations.Sum) string { return s.Method })
}

// bestRival and published are columns beside those of the methods.
const bestRival, published = "best rival", "paper"

func newGrid(methods []string) *grid {
	return &grid{columns: slices.Concat(methods, []string{bestRival, published})}
}

// lines are the table of some methods: a line for each cell.
func (r simulationsResult) lines(methods []string) *grid {
	g := newGrid(methods)
	for _, row := range r.Rows {
		g.set(row.Cell, bestRival, rivalText(row.BestRival))
		g.set(row.Cell, published, publishedText(row.Published))
		g.set(row.Cell, row.Method, meanText(row.Mean, row.SE))
	}
	return g
}

// selections are, for cells and methods that leave inputs out, which they found.
func (r simulationsResult) selections(methods []string) *grid {
	g := newGrid(methods)
	for _, row := range r.Rows {
		if row.Selection != nil && slices.Contains(methods, row.Method) {
			g.set(row.Cell, bestRival, "inputs found / false")
			g.set(row.Cell, published, "")
			g.set(row.Cell, row.Method, fmt.Sprintf("%.3f / %.3f", row.Selection.Found, row.Selection.False))
		}
	}
	return g
}

// means are those of groups, with what else is told of the methods.
func (r simulationsResult) means(methods []string) *grid {
	g := newGrid(methods)
	for _, m := range r.Groups {
		name := "mean of " + m.Group
		g.set(name, bestRival, optional(m.BestRival))
		g.set(name, published, optional(m.Published))
		g.set(name, m.Method, meanText(m.Mean, m.SE))
	}
	for _, s := range r.Totals {
		for _, row := range [][2]string{{"fits above 0.5", fmt.Sprintf("%d of %d", s.Failed, s.Fits)}, {"seconds a fit", page.Seconds(s.Seconds)}} {
			g.set(row[0], bestRival, "")
			g.set(row[0], published, "")
			g.set(row[0], s.Method, row[1])
		}
	}
	g.lines = append(r.selections(methods).lines, g.lines...)
	return g
}

func meanText(mean float64, se *float64) string {
	if se == nil {
		return fmt.Sprintf("%.3f", mean)
	}
	return fmt.Sprintf("%.3f (%.3f)", mean, *se)
}

func rivalText(r *simulations.Rival) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%.3f %s", r.Error, r.Method)
}

func publishedText(r *simulations.Rival) string {
	if r == nil {
		return ""
	}
	return optional(&r.Error)
}

func optional(v *float64) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%.3f", *v)
}

// sideBySide is how many methods fit a page beside each other.
const sideBySide = 3

// text is the table for people, one below the other where there are many methods.
func (r simulationsResult) text() string {
	var out page.Text
	out.Line("%s", r.heading())
	longest := 0
	for _, row := range r.Rows {
		longest = max(longest, len(row.Cell))
	}
	for methods := range slices.Chunk(r.methods(), sideBySide) {
		columns := fmt.Sprintf("%%-%ds ", max(15, longest)) + strings.Repeat("%13s ", len(methods)) + " %-14s %s"
		g := r.lines(methods)
		out.Line("\n"+columns, page.Values(append([]string{"cell"}, g.columns...))...)
		g.write(&out, columns)
		out.Line("")
		r.means(methods).write(&out, columns)
	}
	out.Line("\n%s", strings.Join(r.notes(), "\n"))
	return out.String()
}

// notes explain the table.
func (r simulationsResult) notes() []string {
	notes := []string{
		"best rival: the least mean measured on replicates 1 to 5, by R MAVE 1.3.11 or by",
		"  sca and kdr of suffice as it was at commit 2afdd36, which is called old",
		"paper: the least that others have published, on draws of their own",
		"seconds: mean wall time of a fit, with other fits on the other cores",
	}
	if len(r.selections(r.methods()).lines) > 0 {
		notes = append(notes, "inputs found / false: share with weight of those that y depends on, and of the others")
	}
	if cells := len(r.lines(nil).lines); len(r.Rows) < cells*len(r.Totals) {
		notes = append(notes, "-: the method does not apply to the cell")
	}
	return notes
}

// markdown is the table for a page.
func (r simulationsResult) markdown() string {
	g := r.lines(r.methods())
	table := append([][]string{append([]string{"cell"}, g.columns...)}, g.lines...)
	for _, cells := range r.means(r.methods()).lines {
		cells[0] = "**" + cells[0] + "**"
		table = append(table, cells)
	}
	var out page.Text
	out.Line("%s:\n", r.heading())
	out.Markdown(table)
	out.Line("\n%s.", strings.ReplaceAll(strings.Join(r.notes(), "; "), ";   ", " "))
	return out.String()
}

// records have a line for each method on each cell, with the keys of --json.
func (r simulationsResult) records() [][]string {
	records := [][]string{{"cell", "model", "n", "d", "dim", "method", "mean", "standard_error", "max", "seconds", "best_rival", "best_rival_method", "published", "published_method"}}
	for _, row := range r.Rows {
		records = append(records, slices.Concat([]string{
			row.Cell, row.Model, strconv.Itoa(row.N), strconv.Itoa(row.D), strconv.Itoa(row.Dim), row.Method,
			page.Full(&row.Mean), page.Full(row.SE), page.Full(&row.Max), page.Full(&row.Seconds),
		}, rivalRecord(row.BestRival), rivalRecord(row.Published)))
	}
	return records
}

func rivalRecord(r *simulations.Rival) []string {
	if r == nil {
		return []string{"", ""}
	}
	return []string{page.Full(&r.Error), r.Method}
}

func (r simulationsResult) writer(path string) func(io.Writer) error {
	return tableWriter(path, r.markdown, r.records, nil)
}

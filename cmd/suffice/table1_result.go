package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"suffice/chart"
	"suffice/internal/page"
	"suffice/internal/paper"
	"suffice/internal/wording"
)

// table1Result is the table and how it came about, as --json prints it.
type table1Result struct {
	Trials int          `json:"trials"`
	N      int          `json:"n"`
	Seed   uint64       `json:"seed"`
	Rows   []paper.Row  `json:"rows"`
	Times  []paper.Time `json:"times,omitempty"` // where LSDR is among the methods
}

// heading says what the table is, in a line.
func (r table1Result) heading() string {
	return fmt.Sprintf("error of the subspace, %s of %d rows, seed %d", wording.Count(r.Trials, "trial"), r.N, r.Seed)
}

// mark follows what is the best, or not different from it.
func mark(best bool) string {
	if best {
		return " *"
	}
	return ""
}

// cells are the table with its heading; best marks an entry that is the best.
func (r table1Result) cells(best func(string) string) [][]string {
	entry := func(text string, isBest bool) string {
		if isBest {
			return best(text)
		}
		return text
	}
	table := [][]string{{"data", "method", "mean (sd)", "largest", "seconds", "paper"}}
	for _, row := range r.Rows {
		printed := ""
		if figure, ok := paper.Printed(row.Data, row.Method); ok {
			printed = entry(fmt.Sprintf("%.3f (%.3f)", figure.Mean, figure.SD), figure.Best)
		}
		table = append(table, []string{
			row.Data, row.Method, entry(fmt.Sprintf("%.4f (%.4f)", row.Mean, row.SD), row.Best), fmt.Sprintf("%.4f", row.Max), page.Seconds(row.Seconds), printed,
		})
	}
	return table
}

// times are the table of times with its heading.
func (r table1Result) times() [][]string {
	table := [][]string{{"time of a fit", "seconds", "relative to lsdr", "paper"}}
	for _, t := range r.Times {
		table = append(table, []string{t.Method, page.Seconds(t.Seconds), relative(t.Relative), t.Paper})
	}
	return table
}

// text is the table for people.
func (r table1Result) text() string {
	var out page.Text
	out.Line("%s\n", r.heading())
	for i, row := range r.cells(func(text string) string { return text + mark(true) }) {
		if i > 1 && r.Rows[i-1].Data != r.Rows[i-2].Data {
			out.Line("")
		}
		out.Line("%-7s %-8s %-18s %8s %9s   %s", page.Values(row)...)
	}
	if r.Times != nil {
		out.Line("")
		for i, row := range r.times() {
			if i > 0 {
				row[0] = "        " + row[0]
			}
			out.Line("%-16s %9s   %-16s   %s", page.Values(row)...)
		}
	}
	out.Line("\n%s", strings.Join(r.notes(), "\n"))
	return out.String()
}

// notes explain the table.
func (r table1Result) notes() []string {
	notes := []string{
		"*: the least mean, and those not different from it by Welch's t-test at 1%",
		"seconds: mean wall time of a fit, with other fits on the other cores",
		"paper: its Table 1, 100 trials of 1000 rows",
	}
	for _, row := range r.Rows {
		if row.Floor() {
			return append(notes, "ols: least squares with the true model of data1, the floor on the same data")
		}
	}
	return notes
}

// relative is a ratio of times as the paper prints it.
func relative(r float64) string {
	if r < .005 {
		return "<0.01"
	}
	return fmt.Sprintf("%.2f", r)
}

// markdown is the table for a page.
func (r table1Result) markdown() string {
	var out page.Text
	out.Line("%s:\n", r.heading())
	out.Markdown(r.cells(func(text string) string { return "**" + text + "**" }))
	if r.Times != nil {
		out.Line("")
		out.Markdown(r.times())
	}
	notes := r.notes()
	notes[0] = strings.Replace(notes[0], "*:", "bold:", 1)
	out.Line("\n%s.", strings.Join(notes, "; "))
	return out.String()
}

// records have a line for each row, with the keys of --json.
func (r table1Result) records() [][]string {
	records := [][]string{{"data", "method", "mean", "sd", "max", "seconds", "paper_mean", "paper_sd", "best"}}
	for _, row := range r.Rows {
		records = append(records, []string{
			row.Data, row.Method, page.Full(&row.Mean), page.Full(&row.SD), page.Full(&row.Max), page.Full(&row.Seconds),
			page.Full(row.PaperMean), page.Full(row.PaperSD), strconv.FormatBool(row.Best),
		})
	}
	return records
}

func (r table1Result) writer(path string) func(io.Writer) error {
	return tableWriter(path, r.markdown, r.records, func() chart.Figure { return paper.Picture(r.Rows, r.Trials, r.N) })
}

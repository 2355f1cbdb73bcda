package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"suffice/chart"
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

// printedFigure is what the paper has, or "".
func printedFigure(row paper.Row) string {
	figure, ok := paper.Printed(row.Data, row.Method)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.3f (%.3f)%s", figure.Mean, figure.SD, mark(figure.Best))
}

// text is the table for people.
func (r table1Result) text() string {
	var out strings.Builder
	line := func(format string, values ...any) {
		out.WriteString(strings.TrimRight(fmt.Sprintf(format, values...), " ") + "\n")
	}
	line("%s\n", r.heading())
	line("%-7s %-8s %-18s %8s %9s   %s", "data", "method", "mean (sd)", "largest", "seconds", "paper")
	for i, row := range r.Rows {
		if i > 0 && row.Data != r.Rows[i-1].Data {
			line("")
		}
		line("%-7s %-8s %-18s %8.4f %9s   %s", row.Data, row.Method,
			fmt.Sprintf("%.4f (%.4f)%s", row.Mean, row.SD, mark(row.Best)), row.Max, seconds(row.Seconds), printedFigure(row))
	}
	if r.Times != nil {
		line("\n%-16s %9s   %-16s   %s", "time of a fit", "seconds", "relative to lsdr", "paper")
		for _, t := range r.Times {
			line("        %-8s %9s   %-16s   %s", t.Method, seconds(t.Seconds), relative(t.Relative), t.Paper)
		}
	}
	line("\n%s", strings.Join(r.notes(), "\n"))
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

// seconds with three digits that mean something.
func seconds(s float64) string {
	if s >= 100 {
		return fmt.Sprintf("%.0f", s)
	}
	if s < .0005 {
		return "<0.001"
	}
	return strconv.FormatFloat(s, 'f', max(0, 3-digitsBefore(s)), 64)
}

// digitsBefore is how many digits stand before the point: 0 for 0.5, 1 for 5.
func digitsBefore(s float64) int {
	digits := 0
	for ; s >= 1; s /= 10 {
		digits++
	}
	return digits
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
	var out strings.Builder
	fmt.Fprintf(&out, "%s:\n\n| data | method | mean (sd) | largest | seconds | paper |\n|---|---|---|---|---|---|\n", r.heading())
	for _, row := range r.Rows {
		entry := fmt.Sprintf("%.4f (%.4f)", row.Mean, row.SD)
		if row.Best {
			entry = "**" + entry + "**"
		}
		printed := strings.TrimSuffix(printedFigure(row), mark(true))
		if figure, ok := paper.Printed(row.Data, row.Method); ok && figure.Best {
			printed = "**" + printed + "**"
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %.4f | %s | %s |\n", row.Data, row.Method, entry, row.Max, seconds(row.Seconds), printed)
	}
	if r.Times != nil {
		out.WriteString("\n| time of a fit | seconds | relative to lsdr | paper |\n|---|---|---|---|\n")
		for _, t := range r.Times {
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", t.Method, seconds(t.Seconds), relative(t.Relative), t.Paper)
		}
	}
	notes := r.notes()
	notes[0] = strings.Replace(notes[0], "*:", "bold:", 1)
	fmt.Fprintf(&out, "\n%s.\n", strings.Join(notes, "; "))
	return out.String()
}

// csv has a line for each row, with the keys of --json.
func (r table1Result) csv(w io.Writer) error {
	table := csv.NewWriter(w)
	records := [][]string{{"data", "method", "mean", "sd", "max", "seconds", "paper_mean", "paper_sd", "best"}}
	for _, row := range r.Rows {
		records = append(records, []string{
			row.Data, row.Method, number(&row.Mean), number(&row.SD), number(&row.Max), number(&row.Seconds),
			number(row.PaperMean), number(row.PaperSD), strconv.FormatBool(row.Best),
		})
	}
	return table.WriteAll(records)
}

// number is a value in full, or "" for none.
func number(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// savers write the table to a file, by the ending of its name.
var savers = map[string]func(io.Writer, table1Result) error{
	".md": func(w io.Writer, r table1Result) error {
		_, err := io.WriteString(w, r.markdown())
		return err
	},
	".csv": func(w io.Writer, r table1Result) error { return r.csv(w) },
	".png": func(w io.Writer, r table1Result) error { return r.picture().Write(w, chart.PNG) },
	".svg": func(w io.Writer, r table1Result) error { return r.picture().Write(w, chart.SVG) },
	".pdf": func(w io.Writer, r table1Result) error { return r.picture().Write(w, chart.PDF) },
}

func (r table1Result) picture() chart.Figure { return paper.Picture(r.Rows, r.Trials, r.N) }

func (t *table1) save(path string, result table1Result) error {
	save := savers[strings.ToLower(filepath.Ext(path))]
	return t.write(path, func(w io.Writer) error { return save(w, result) })
}

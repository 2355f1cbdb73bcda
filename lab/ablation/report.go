package ablation

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/lab/experiment"
	"suffice/lab/truth"
)

// Report is what the changes of numbers did. The trials are those of the experiment.
type Report struct {
	*experiment.Result
	Changes []Change `json:"changes"`
}

// Change is what a changed number did to tables that were drawn, or to real ones.
type Change struct {
	Number    string `json:"number"`
	AsItIs    string `json:"value"`
	Tried     string `json:"tried"`
	Tables    string `json:"tables"` // drawn or real
	Count     int    `json:"count"`  // of them
	Error     Ratio  `json:"error"`  // of the means over all tables
	Geometric Ratio  `json:"geometric"`
	Seconds   Ratio  `json:"seconds"` // the geometric mean too
}

// Sum compares the variants with the search as it is.
func (a Ablation) Sum(r *experiment.Result) Report {
	report := Report{Result: r}
	for _, of := range judged {
		for _, v := range a.Variants {
			errs, seconds := pairs(r, v, of.measure, of.measure), pairs(r, v, of.measure, experiment.Seconds)
			if len(errs) == 0 {
				continue
			}
			report.Changes = append(report.Changes, Change{
				Number: v.Number, AsItIs: v.AsItIs, Tried: v.Tried, Tables: of.tables, Count: len(errs),
				Error: ofMeans(errs), Geometric: geometric(errs), Seconds: geometric(seconds),
			})
		}
	}
	return report
}

// judged are the measures by kind of tables.
var judged = []struct{ tables, measure string }{{"drawn", truth.Error}, {"real", byRidge}}

// pairs are the figures of trials, by the tables that are judged by a measure. Where a trial has
// failed, the table does not count, since the others would be of its easier draws.
func pairs(r *experiment.Result, v Variant, judge, figure string) (all []pair) {
	for _, changed := range r.Rows {
		if changed.Method != v.String() || changed.Failed > 0 {
			continue
		}
		at := slices.IndexFunc(r.Rows, func(o experiment.Row) bool { return o.Method == asItIs && o.Table == changed.Table })
		before := r.Rows[at]
		if _, ok := before.Figures[judge]; ok && before.Failed == 0 {
			all = append(all, pair{changed.Figures[figure].Values, before.Figures[figure].Values})
		}
	}
	return all
}

// Text is what a person reads.
func (r Report) Text() string {
	var out termtext.Text
	r.write(&out, func(table [][]string) { out.Table(table) })
	out.Line("")
	for _, note := range r.notes() {
		for _, line := range termtext.Wrapped(note, termtext.Width) {
			out.Line("%s", line)
		}
	}
	return out.String()
}

// Markdown is the same for a page.
func (r Report) Markdown() string {
	var out termtext.Text
	r.write(&out, func(table [][]string) { out.Line(""); out.Markdown(table) })
	out.Line("\n%s.", strings.Join(r.notes(), "; "))
	return out.String()
}

// write writes a table for each kind of tables that there are.
func (r Report) write(out *termtext.Text, table func([][]string)) {
	out.Line("%s", r.Heading())
	for _, of := range judged {
		if lines := r.tableOf(of.tables); len(lines) > 1 {
			out.Line("\n%s:", r.before(of.tables, of.measure))
			table(lines)
		}
	}
}

// before tells of the search as it is.
func (r Report) before(tables, measure string) string {
	var errs, seconds float64
	count := 0
	for _, row := range r.Rows {
		if f, ok := row.Figures[measure]; ok && row.Method == asItIs {
			errs, seconds, count = errs+f.Mean, seconds+row.Figures[experiment.Seconds].Mean, count+1
		}
	}
	n := float64(max(1, count))
	return fmt.Sprintf("%s, %s: as it is, mean error %.4f, %s s a fit", humanize.Count(count, tables+" table"), measure, errs/n, termtext.Seconds(seconds/n))
}

func (r Report) tableOf(tables string) [][]string {
	table := [][]string{{"number", "as it is", "tried", "error", "geometric", "time"}}
	for _, c := range r.Changes {
		if c.Tables == tables {
			table = append(table, []string{c.Number, c.AsItIs, c.Tried, c.Error.text(3), c.Geometric.text(3), c.Seconds.text(2)})
		}
	}
	return table
}

// text is a ratio for people.
func (r Ratio) text(digits int) string {
	if r.Same {
		return "same"
	}
	text := fmt.Sprintf("%.*f", digits, r.Ratio)
	if r.SE != nil {
		text += fmt.Sprintf(" (%.*f)", digits, *r.SE)
	}
	if r.Clear {
		text += " *"
	}
	return text
}

func (r Report) notes() []string {
	notes := []string{
		"error: mean over the tables with the number changed, divided by that as it is; geometric: geometric mean of the ratios of tables; time: the same of seconds; in brackets the standard error of the paired differences",
		"*: more than two standard errors from 1, as one of twenty is by chance; same: no trial differs",
	}
	for _, row := range r.Rows {
		if row.Failed > 0 {
			notes = append(notes, fmt.Sprintf("%s failed %s on %s, which does not count for it: %s", row.Method, humanize.Count(row.Failed, "time"), row.Table, row.Problem))
		}
	}
	return notes
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"suffice/chart"
	"suffice/internal/page"
	"suffice/internal/peers"
	"suffice/internal/wording"
)

// peersResult is what --json prints.
type peersResult struct {
	Inputs   int               `json:"d"`
	Sizes    []int             `json:"sizes"`
	Limit    float64           `json:"limit_seconds"`
	Seed     uint64            `json:"seed"`
	Threads  int               `json:"threads"`
	Versions map[string]string `json:"versions"`
	Rows     []peers.Result    `json:"rows"`
}

func newPeersResult(c peers.Contest, results []peers.Result) peersResult {
	r := peersResult{
		Inputs: peers.Inputs, Sizes: c.Sizes, Limit: c.Limit.Seconds(), Seed: c.Seed, Threads: c.Threads,
		Versions: map[string]string{peers.Ours: version()}, Rows: results,
	}
	if c.Python != nil {
		for name, v := range c.Python.Versions {
			r.Versions[name] = v
		}
	}
	return r
}

// deliver writes the files, and then prints the tables.
func (b *benchPeers) deliver(r peersResult) error {
	if b.dir != "" {
		if err := r.write(b.streams, b.dir); err != nil {
			return err
		}
	}
	return b.tell(r, r.text)
}

// write writes the results as files.
func (r peersResult) write(s streams, dir string) error {
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"peers.json", func(w io.Writer) error { return page.WriteJSON(w, r) }},
		{"peers.md", asText(r.markdown)},
		{"peers-time.png", func(w io.Writer) error { return r.times().Write(w, chart.PNG) }},
		{"peers-error.png", func(w io.Writer) error { return r.errors().Write(w, chart.PNG) }},
	} {
		if err := s.write(filepath.Join(dir, file.name), file.write); err != nil {
			return err
		}
	}
	return nil
}

// entrants are those that were measured and could do it at least once, in their order.
func (r peersResult) entrants() (all []peers.Entrant) {
	for _, e := range peers.Entrants() {
		if slices.ContainsFunc(r.Rows, func(row peers.Result) bool {
			return madeBy(row, e) && row.Status != peers.Failed && row.Status != peers.Skipped
		}) {
			all = append(all, e)
		}
	}
	return all
}

func madeBy(row peers.Result, e peers.Entrant) bool {
	return row.Program == e.Program && row.Method == e.Method
}

// find is what came of an entrant on a data set; where it was not run, it says so.
func (r peersResult) find(e peers.Entrant, data string, n int) peers.Result {
	for _, row := range r.Rows {
		if madeBy(row, e) && row.Data == data && row.N == n {
			return row
		}
	}
	return peers.Result{Status: peers.Skipped}
}

// cells are an entrant and its figures at a size: seconds on each data set, memory, the
// errors, and the errors of predictions.
func (r peersResult) cells(e peers.Entrant, n int) []string {
	var times, missed, rmse []string
	var most int64
	for _, set := range peers.Sets() {
		row := r.find(e, set.Name, n)
		most = max(most, row.Peak)
		times = append(times, r.time(row))
		if row.Status != peers.Done {
			missed, rmse = append(missed, ""), append(rmse, "")
			continue
		}
		missed, rmse = append(missed, fmt.Sprintf("%.4f", row.Error)), append(rmse, fmt.Sprintf("%.3f", row.RMSE))
	}
	return slices.Concat([]string{e.Method, e.Program}, times, []string{page.UnlessZero("%.0f", float64(most)/1e6)}, missed, rmse)
}

// time is that of a fit, or why there is none.
func (r peersResult) time(row peers.Result) string {
	if row.Status == peers.Done {
		return page.ThreeDigits(row.Seconds)
	}
	over := ">" + strconv.FormatFloat(r.Limit, 'g', 4, 64)
	return cmp.Or(map[peers.Status]string{peers.OverTime: over, peers.NoMemory: "memory", peers.Failed: "failed"}[row.Status], "-")
}

// text are the tables for people, one a size.
func (r peersResult) text() string {
	var out page.Text
	line := out.Line
	line("%s, 2 components, seed %d, %s", wording.Count(r.Inputs, "input"), r.Seed, wording.Count(r.Threads, "thread"))
	for _, set := range peers.Sets() {
		line("%-10s %s", set.Name, set.Formula)
	}
	const columns = "%-5s %-12s %8s %8s %7s %9s %7s %8s %7s"
	for _, n := range r.Sizes {
		line("")
		line("%-18s %17s %7s %17s %16s", wording.Count(n, "row"), "seconds", "MB", "error", "rmse of 5")
		line(columns, "", "", "trend", "symm.", "most", "trend", "symm.", "trend", "symm.")
		for _, e := range r.entrants() {
			line(columns, page.Values(r.cells(e, n))...)
		}
	}
	line("\n%s", strings.Join(r.notes(), "\n"))
	return out.String()
}

// notes explain the tables.
func (r peersResult) notes() []string {
	notes := []string{
		"seconds: of the fit alone; MB: most the process held, its data included",
		"error: of the subspace; 0 is the answer, 0.71 one of two, 0.98 is chance",
		"rmse of 5: test error of the 5 nearest rows in the components; noise is 0.1",
	}
	if slices.ContainsFunc(r.Rows, func(row peers.Result) bool { return row.Status == peers.OverTime }) {
		notes = append(notes, fmt.Sprintf(">%g: ended after %s; -: not run, because of what came before", r.Limit, time.Duration(r.Limit*float64(time.Second))))
	}
	for _, problem := range r.problems() {
		notes = append(notes, page.Cut(problem, page.Width))
	}
	return append(notes, page.Wrapped("versions: "+r.versions(), page.Width)...)
}

// problems are why methods failed.
func (r peersResult) problems() (problems []string) {
	for _, row := range r.Rows {
		if row.Status == peers.Failed {
			problems = append(problems, fmt.Sprintf("%s %s failed with %s: %s", row.Program, row.Method, wording.Count(row.N, "row"), row.Problem))
		}
	}
	return problems
}

// versions are those of all that was measured.
func (r peersResult) versions() string {
	var all []string
	for _, name := range []string{peers.Ours, "python", "numpy", "scipy", "scikit-learn", "statsmodels", "sliced", "direpack"} {
		if v := r.Versions[name]; v != "" {
			all = append(all, name+" "+v)
		}
	}
	return strings.Join(all, ", ")
}

// markdown is one table of all sizes, for a page.
func (r peersResult) markdown() string {
	table := [][]string{{"rows", "method", "program", "seconds, trend", "symmetric", "MB", "error, trend", "symmetric", "rmse, trend", "symmetric"}}
	for _, n := range r.Sizes {
		for _, e := range r.entrants() {
			table = append(table, append([]string{strconv.Itoa(n)}, r.cells(e, n)...))
		}
	}
	var out page.Text
	out.Markdown(table)
	fmt.Fprintf(&out, "\nVersions: %s. %s, seed %d.\n", r.versions(), wording.Count(r.Threads, "thread"), r.Seed)
	for _, problem := range r.problems() {
		fmt.Fprintf(&out, "\n- %s\n", problem)
	}
	return out.String()
}

package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/termtext"
)

// grid is a table of cells with a heading: the first column has the names of the lines.
type grid struct {
	title string
	cells [][]string
}

// Heading says what the result is, in a line.
func (r *Result) Heading() string {
	if r.Repeats == 1 && r.From == 0 {
		return r.of.Title
	}
	return fmt.Sprintf("%s, %s from %d", r.of.Title, humanize.Count(r.Repeats, "repeat"), r.From)
}

// grids are the tables of the result. Those of several methods are one for each measure; those of
// one have the measures beside each other.
func (r *Result) grids() (all []grid) {
	if len(r.methods()) == 1 {
		return []grid{r.measuresOf(r.methods()[0])}
	}
	for _, m := range r.of.Measures {
		if !m.Hidden && !m.Total && r.has(m) {
			all = append(all, r.gridOf(m))
		}
	}
	return append(all, r.totals()...)
}

// has reports whether any case has the measure.
func (r *Result) has(m Measure) bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { _, ok := row.Figures[m.Name]; return ok })
}

// gridOf has a line for each table and number of components, and a column for each method.
func (r *Result) gridOf(m Measure) grid {
	rows := slices.Concat(r.Rows, r.Groups)
	line, column := r.lineOf, func(row Row) string { return row.Method }
	if r.of.ByTable {
		line, column = column, line
	}
	lines, columns := distinct(rows, line), distinct(rows, column)
	g := grid{title: m.Name, cells: [][]string{append([]string{m.Name}, columns...)}}
	for _, name := range lines {
		cells := append([]string{name}, slices.Repeat([]string{"-"}, len(columns))...)
		for _, row := range rows {
			if f, ok := row.Figures[m.Name]; ok && line(row) == name {
				cells[1+slices.Index(columns, column(row))] = m.text(f, row.Best)
			}
		}
		if slices.ContainsFunc(cells[1:], func(cell string) bool { return cell != "-" }) {
			g.cells = append(g.cells, cells)
		}
	}
	return g
}

// lineOf is a table, with the number of components where that is not always the same.
func (r *Result) lineOf(row Row) string {
	if row.Dim == 0 || row.from.Every && r.of.ByTable {
		return row.Table
	}
	return fmt.Sprintf("%s, %d", row.Table, row.Dim)
}

// measuresOf has the measures of the only method beside each other.
func (r *Result) measuresOf(method string) grid {
	g := grid{title: method, cells: [][]string{{method}}}
	for _, m := range r.of.Measures {
		if !m.Hidden {
			g.cells[0] = append(g.cells[0], m.Name)
		}
	}
	for _, row := range slices.Concat(r.Rows, r.Groups) {
		cells := []string{r.lineOf(row)}
		for _, m := range r.of.Measures {
			if m.Hidden {
				continue
			}
			if f, ok := row.Figures[m.Name]; ok {
				cells = append(cells, m.text(f, false))
			} else {
				cells = append(cells, "-")
			}
		}
		g.cells = append(g.cells, cells)
	}
	return g
}

// totals has, for measures that are only told so, the mean of each method over all tables.
func (r *Result) totals() []grid {
	methods := r.methods()
	g := grid{cells: [][]string{append([]string{"over all"}, methods...)}}
	for _, m := range r.of.Measures {
		if !m.Total || m.Hidden {
			continue
		}
		cells := []string{m.Name}
		for _, method := range methods {
			text, values := "-", []float64{}
			for _, row := range r.Rows {
				if f, ok := row.Figures[m.Name]; ok && row.Method == method {
					values, text = append(values, f.Mean), f.Text
				}
			}
			if len(values) > 0 && text == "" {
				text = m.text(Figure{Mean: FigureOf(values).Mean}, false)
			}
			cells = append(cells, text)
		}
		g.cells = append(g.cells, cells)
	}
	if len(g.cells) == 1 {
		return nil
	}
	return []grid{g}
}

// text is a figure for people.
func (m Measure) text(f Figure, best bool) string {
	text := f.Text
	switch {
	case text != "":
	case m.Counts:
		text = counted(f.Values)
	default:
		text = m.number(f.Mean)
		if spread := map[Spread]*float64{SD: f.SD, SE: f.SE}[m.Spread]; spread != nil {
			text += " (" + m.number(*spread) + ")"
		}
	}
	if best && m.Marked {
		text += " *"
	}
	return text
}

// counted tells how often each value is there: "1: 3, 2: 7".
func counted(values []float64) string {
	counts := map[float64]int{}
	for _, v := range values {
		counts[v]++
	}
	var said []string
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		said = append(said, fmt.Sprintf("%g: %d", v, counts[v]))
	}
	return strings.Join(said, ", ")
}

func (m Measure) number(v float64) string {
	if m.Name == Seconds {
		return termtext.Seconds(v)
	}
	return strconv.FormatFloat(v, 'f', m.Digits, 64)
}

// ratioGrid has the ratios of the first method, a line for each number of components, kind and
// opponent, and a column for each measure.
func (r *Result) ratioGrid() grid {
	measures := []string{}
	for _, q := range r.Ratios {
		if !slices.Contains(measures, q.Measure) {
			measures = append(measures, q.Measure)
		}
	}
	g := grid{title: "ratios", cells: [][]string{append([]string{r.methods()[0] + " /"}, append(measures, "better on", "largest on")...)}}
	for _, q := range r.Ratios {
		if q.Measure != measures[0] || q.Dim > 0 && q.Target != "all" {
			continue
		}
		name := q.To
		if q.Dim > 0 {
			name = fmt.Sprintf("%s, %d", name, q.Dim)
		}
		if q.Target != "all" {
			name += ", " + q.Target
		}
		cells := []string{name}
		for _, m := range measures {
			at := slices.IndexFunc(r.Ratios, func(o Ratio) bool {
				return o.Measure == m && o.Dim == q.Dim && o.Target == q.Target && o.To == q.To
			})
			cells = append(cells, fmt.Sprintf("%.3f", r.Ratios[at].Mean))
		}
		g.cells = append(g.cells, append(cells, fmt.Sprintf("%d of %d", q.Better, q.Tables), q.Largest))
	}
	return g
}

// notes explain the tables.
func (r *Result) notes() (notes []string) {
	for _, m := range r.of.Measures {
		if m.Means != "" && !m.Hidden && r.has(m) {
			note := m.Name + ": " + m.Means
			switch m.Spread {
			case SD:
				note += "; in brackets the standard deviation"
			case SE:
				note += "; in brackets the standard error"
			}
			notes = append(notes, note)
		}
		if m.Marked && slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Best }) && len(r.methods()) > 1 {
			notes = append(notes, "*: the least mean, and those not different from it by Welch's t-test at 1%")
		}
	}
	if len(r.Ratios) > 0 {
		notes = append(notes, "ratios: geometric means over tables; better and largest by the first column")
	}
	notes = append(notes, r.of.Notes...)
	for _, row := range r.Rows {
		if row.Failed > 0 {
			notes = append(notes, fmt.Sprintf("%s failed %s on %s: %s", row.Method, humanize.Count(row.Failed, "time"), r.lineOf(row), row.Problem))
		}
	}
	return notes
}

// Text is what a person reads, one table below the other where there are many columns.
func (r *Result) Text() string {
	var out termtext.Text
	for _, line := range termtext.Wrapped(r.Heading(), termtext.Width) {
		out.Line("%s", line)
	}
	all := r.grids()
	if len(r.Ratios) > 0 {
		all = append(all, r.ratioGrid())
	}
	for _, g := range all {
		out.Table(g.cells)
	}
	out.Line("")
	for _, note := range r.notes() {
		for _, line := range termtext.Wrapped(note, termtext.Width) {
			out.Line("%s", line)
		}
	}
	return out.String()
}

// Markdown is the result for a page.
func (r *Result) Markdown() string {
	var out termtext.Text
	out.Line("%s:", r.Heading())
	all := r.grids()
	if len(r.Ratios) > 0 {
		all = append(all, r.ratioGrid())
	}
	for _, g := range all {
		out.Line("")
		out.Markdown(g.cells)
	}
	out.Line("\n%s.", strings.Join(r.notes(), "; "))
	return out.String()
}

// WriteCSV writes a line for each case and measure.
func (r *Result) WriteCSV(w io.Writer) error {
	records := [][]string{{"table", "method", "dim", "n", "d", "measure", "mean", "sd", "standard_error", "max", "trials", "text"}}
	for _, row := range r.Rows {
		for _, m := range r.of.Measures {
			f, ok := row.Figures[m.Name]
			if !ok {
				continue
			}
			records = append(records, []string{
				row.Table, row.Method, strconv.Itoa(row.Dim), strconv.Itoa(row.Rows), strconv.Itoa(row.Inputs), m.Name,
				termtext.Full(&f.Mean), termtext.Full(f.SD), termtext.Full(f.SE), termtext.Full(f.Max), strconv.Itoa(len(f.Values)), f.Text,
			})
		}
	}
	return csv.NewWriter(w).WriteAll(records)
}

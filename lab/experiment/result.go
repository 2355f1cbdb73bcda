package experiment

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"suffice/internal/learn"
)

// Result is what an experiment came to.
type Result struct {
	Name    string  `json:"experiment"`
	Repeats int     `json:"repeats"`
	From    uint64  `json:"from"`
	Rows    []Row   `json:"rows"`
	Groups  []Row   `json:"groups,omitempty"` // means over the tables of a group
	Ratios  []Ratio `json:"ratios,omitempty"`

	of Experiment
}

// Row is a case, and what its trials came to.
type Row struct {
	Table   string            `json:"table"`
	Method  string            `json:"method"`
	Dim     int               `json:"dim,omitempty"`
	Rows    int               `json:"n,omitempty"`
	Inputs  int               `json:"d,omitempty"`
	Figures map[string]Figure `json:"figures"` // by measure
	Best    bool              `json:"best,omitempty"`
	Failed  int               `json:"failed,omitempty"` // trials
	Problem string            `json:"problem,omitempty"`

	from Case
}

// Figure is a measure of the trials of a case.
type Figure struct {
	Mean   float64   `json:"mean"`
	SD     *float64  `json:"sd,omitempty"` // with 1/(n-1); nil for one trial
	SE     *float64  `json:"standard_error,omitempty"`
	Max    *float64  `json:"max,omitempty"`
	Text   string    `json:"text,omitempty"`   // in place of the numbers, for people
	Values []float64 `json:"values,omitempty"` // of the trials, in their order
}

// FigureOf sums up values.
func FigureOf(values []float64) Figure {
	mean, variance := learn.Moments(values)
	most := slices.Max(values)
	f := Figure{Mean: mean, Max: &most, Values: values}
	if n := float64(len(values)); n > 1 {
		sd, se := math.Sqrt(variance), math.Sqrt(variance/n)
		f.SD, f.SE = &sd, &se
	}
	return f
}

// result sums up trials, by the cases that were tried and repeat.
func (e Experiment) result(made [][]Trial) (*Result, error) {
	r := &Result{Name: e.Name, Repeats: e.Repeats, From: e.From, of: e}
	for _, c := range e.Cases {
		row := Row{Table: c.Table, Method: c.Method, Dim: c.Dim, Rows: c.Rows, Inputs: c.Inputs, Figures: map[string]Figure{}, from: c}
		if c.Try == nil {
			row.Figures = c.Known
		} else {
			row.take(e.Measures, made[0])
			made = made[1:]
		}
		r.Rows = append(r.Rows, row)
	}
	for _, g := range e.Groups {
		r.addGroup(g)
	}
	if len(r.methods()) > 1 {
		r.addRatios()
	}
	return r, r.mark()
}

func (r *Row) take(measures []Measure, made []Trial) {
	for _, m := range measures {
		var values []float64
		for _, t := range made {
			if v, ok := t.Values[m.Name]; ok {
				values = append(values, v)
			}
		}
		if len(values) > 0 {
			r.Figures[m.Name] = FigureOf(values)
		}
	}
	for _, t := range made {
		if t.Problem != "" {
			r.Failed++
			r.Problem = t.Problem
		}
	}
}

// mark marks the least of a measure on each table with each number of components, and those not
// different from it. What holds for every number of components is the best if so beside each.
func (r *Result) mark() error {
	m := slices.IndexFunc(r.of.Measures, func(m Measure) bool { return m.Marked })
	if m < 0 || r.Repeats < 2 {
		return nil
	}
	told := map[place]bool{}
	for i, row := range r.Rows {
		r.Rows[i].Best = row.from.Every
	}
	for _, at := range r.Rows {
		if at.from.Every || told[at.place()] {
			continue
		}
		told[at.place()] = true
		samples := make([][]float64, len(r.Rows))
		for k, row := range r.Rows {
			if row.from.competes() && row.Table == at.Table && (row.Dim == at.Dim || row.from.Every) {
				samples[k] = row.Figures[r.of.Measures[m].Name].Values
			}
		}
		marked, err := best(samples)
		if err != nil {
			return err
		}
		for k := range marked {
			if samples[k] != nil {
				r.Rows[k].Best = marked[k] && (r.Rows[k].Best || !r.Rows[k].from.Every)
			}
		}
	}
	return nil
}

// place is what methods are compared at.
func (r Row) place() place { return place{r.Table, r.Dim} }

type place struct {
	table string
	dim   int
}

// Bound is what the name of a method ends with that is no method to compare, but the least error to
// expect.
const Bound = "*"

// competes reports whether a case is of a method that may be the best.
func (c Case) competes() bool { return c.Try != nil && !strings.HasSuffix(c.Method, Bound) }

// Group is a set of tables that are averaged where all are there.
type Group struct {
	Name   string
	Tables []string
}

// addGroup adds the means of each method over the tables, which are independent.
func (r *Result) addGroup(g Group) {
	for _, method := range r.methods() {
		var rows []Row
		for _, row := range r.Rows {
			if row.Method == method && slices.Contains(g.Tables, row.Table) {
				rows = append(rows, row)
			}
		}
		if len(rows) == len(g.Tables) {
			r.Groups = append(r.Groups, Row{Table: "mean of " + g.Name, Method: method, Figures: meansOf(r.of.Measures, rows), from: rows[0].from})
		}
	}
}

func meansOf(measures []Measure, rows []Row) map[string]Figure {
	means := map[string]Figure{}
	for _, m := range measures {
		var mean Figure
		variance, all, repeated := 0., true, true
		k := float64(len(rows))
		for _, row := range rows {
			f, ok := row.Figures[m.Name]
			all = all && ok
			mean.Mean += f.Mean / k
			if repeated = repeated && f.SE != nil; repeated {
				variance += *f.SE * *f.SE / (k * k)
			}
		}
		if repeated {
			se := math.Sqrt(variance)
			mean.SE = &se
		}
		if all {
			means[m.Name] = mean
		}
	}
	return means
}

// Opponents are methods of which the best is what the first method is divided by.
type Opponents struct {
	Name    string
	Methods []string
}

// Ratio is the geometric mean, over tables, of the mean of the first method divided by the least
// of others.
type Ratio struct {
	Measure string  `json:"measure"`
	Dim     int     `json:"dim,omitempty"` // 0 for all
	Target  string  `json:"target"`        // all, or a kind of tables
	To      string  `json:"to"`
	Mean    float64 `json:"mean"`
	Better  int     `json:"better"` // tables where the first is
	Tables  int     `json:"tables"` // and numbers of components, where it is of all
	Largest string  `json:"largest"`
}

func (r *Result) addRatios() {
	methods, against := r.methods(), r.of.Against
	if against == nil {
		if len(methods) > 2 {
			against = []Opponents{{"best other", methods[1:]}}
		}
		for _, m := range methods[1:] {
			against = append(against, Opponents{m, []string{m}})
		}
	}
	for _, m := range r.of.Measures {
		if !m.Divided {
			continue
		}
		for _, dim := range r.dims() {
			for _, kind := range r.kinds() {
				for _, others := range against {
					if ratio := r.ratio(Ratio{Measure: m.Name, Dim: dim, Target: kind, To: others.Name}, m, methods[0], others.Methods); ratio.Tables > 0 {
						r.Ratios = append(r.Ratios, ratio)
					}
				}
			}
		}
	}
}

// ratio compares on tables of a kind, or all, but those apart.
func (r *Result) ratio(q Ratio, m Measure, first string, others []string) Ratio {
	const least = 1e-12 // that can be divided by
	value := func(row Row) float64 {
		floor := row.Figures[m.Floor].Mean / float64(r.Repeats)
		return max(row.Figures[m.Name].Mean, floor, least)
	}
	sum, largest := 0., 0.
	for _, one := range r.Rows {
		if one.Method != first || q.Target != "all" && one.from.Kind != q.Target || q.Dim != 0 && one.Dim != q.Dim {
			continue
		}
		best := math.Inf(1)
		for _, other := range r.Rows {
			if other.place() == one.place() && slices.Contains(others, other.Method) {
				best = min(best, value(other))
			}
		}
		quotient := value(one) / best
		if quotient > largest {
			largest, q.Largest = quotient, one.Table
		}
		if quotient < 1 {
			q.Better++
		}
		sum += math.Log(quotient)
		q.Tables++
	}
	q.Mean = math.Exp(sum / float64(max(1, q.Tables)))
	return q
}

// methods, tables and kinds in the order of the cases; kinds begin with all, dims end with it.
func (r *Result) methods() []string {
	return distinct(r.Rows, func(row Row) string { return row.Method })
}

func (r *Result) kinds() []string {
	kinds := distinct(r.Rows, func(row Row) string { return row.from.Kind })
	if len(kinds) < 2 {
		return []string{"all"}
	}
	return append([]string{"all"}, kinds...)
}

func (r *Result) dims() []int {
	dims := slices.Sorted(slices.Values(distinct(r.Rows, func(row Row) int { return row.Dim })))
	if len(dims) < 2 {
		return []int{0}
	}
	return append(dims, 0)
}

func distinct[T cmp.Ordered](rows []Row, of func(Row) T) (all []T) {
	for _, row := range rows {
		if v := of(row); !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

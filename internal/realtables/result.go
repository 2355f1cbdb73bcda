package realtables

import (
	"math"
	"slices"
)

// Result is what came of an experiment.
type Result struct {
	Rows   []Row   `json:"rows"`   // one for each table, dimension and method
	Ratios []Ratio `json:"ratios"` // of the first method to the others
	Seeds  []Seeds `json:"seeds,omitempty"`
}

// Row is a method on a table: means over splits and seeds.
type Row struct {
	Table      string  `json:"table"`
	Kind       string  `json:"kind"` // of the target
	N          int     `json:"n"`
	D          int     `json:"d"`
	Dim        int     `json:"dim"`
	Method     string  `json:"method"`
	Neighbours float64 `json:"neighbours"`
	Ridge      float64 `json:"ridge"`
	Seconds    float64 `json:"seconds"`
	Fits       int     `json:"fits"`
	Failed     int     `json:"failed,omitempty"` // of these; they count as a guess without inputs
	Problem    string  `json:"problem,omitempty"`
	Grouped    string  `json:"grouped,omitempty"` // the input that names what rows share; the table counts in no mean

	classes bool
	floor   float64   // what one wrong row of all test rows counts
	made    [][]Trial // by seed and split
}

// By is a way to predict.
type By string

// These are both.
const (
	ByNeighbours By = "neighbours"
	ByRidge      By = "ridge"
)

// Ways are both ways to predict.
func Ways() []By { return []By{ByNeighbours, ByRidge} }

// Of is the error of a trial.
func (by By) Of(t Trial) float64 {
	if by == ByNeighbours {
		return t.Neighbours
	}
	return t.Ridge
}

// Error is that of a row.
func (r Row) Error(by By) float64 { return by.Of(Trial{Neighbours: r.Neighbours, Ridge: r.Ridge}) }

// Ratio is the geometric mean, over tables, of the error of the first method divided by
// that of another, or by the least of all others.
type Ratio struct {
	Dim     int     `json:"dim"` // 0 for all
	Target  string  `json:"target"`
	By      By      `json:"by"`
	To      string  `json:"to"` // BestOther, or the name of a method
	Mean    float64 `json:"mean"`
	Tables  int     `json:"tables"`  // and dimensions, where it is of all
	Largest string  `json:"largest"` // the table with the largest ratio
}

// BestOther is the best of the other methods, for each table and dimension.
const BestOther = "best other"

// Seeds tells in how many cells a second seed gives another answer.
type Seeds struct {
	Method  string   `json:"method"`
	By      By       `json:"by"`
	Cells   int      `json:"cells"`   // tables, dimensions and splits
	Differ  int      `json:"differ"`  // where the errors of two seeds are more than a quarter apart
	Tables  []string `json:"tables"`  // of these, with the number of components
	Largest float64  `json:"largest"` // ratio of such errors
}

// result sums up: kinds and made go together.
func (e Experiment) result(kinds []kind, made [][]Trial) *Result {
	r := &Result{}
	for i, k := range kinds {
		last := len(r.Rows) - 1
		if k.seed == 0 {
			r.Rows = append(r.Rows, Row{
				Table: k.Name, Kind: string(k.kind), N: k.x.Len(), D: k.x.Width(), Dim: k.dim, Method: k.method.Name, Grouped: k.grouped, classes: k.Classes(),
			})
			last++
		}
		r.Rows[last].made = append(r.Rows[last].made, made[i])
	}
	for i := range r.Rows {
		r.Rows[i].average()
	}
	r.compare(e)
	if e.Seeds > 1 {
		r.compareSeeds(e)
	}
	return r
}

func (r *Row) average() {
	for _, splits := range r.made {
		r.Fits += len(splits)
	}
	share := 1 / float64(r.Fits)
	for _, t := range slices.Concat(r.made...) {
		r.Neighbours, r.Ridge, r.Seconds = r.Neighbours+share*t.Neighbours, r.Ridge+share*t.Ridge, r.Seconds+share*t.Seconds
		r.floor += t.OneRow * share * share
		if t.Problem != "" {
			r.Failed, r.Problem = r.Failed+1, t.Problem
		}
	}
}

// compare makes the ratios of the first method to the others, where there are others.
func (r *Result) compare(e Experiment) {
	first, others := e.Methods[0].Name, []string{}
	for _, m := range e.Methods[1:] {
		others = append(others, m.Name)
	}
	if len(others) == 0 {
		return
	}
	against := [][]string{others}
	if len(others) > 1 {
		for _, name := range others {
			against = append(against, []string{name})
		}
	}
	for _, dim := range append(slices.Clone(e.Dims), 0) {
		for _, target := range []string{"all", "numbers", "classes"} {
			for _, by := range Ways() {
				for _, names := range against {
					r.addRatio(Ratio{Dim: dim, Target: target, By: by, To: names[0]}, first, names)
				}
			}
		}
	}
}

// addRatio adds a ratio to the best of the named methods, where any table has one.
func (r *Result) addRatio(ratio Ratio, first string, others []string) {
	if len(others) > 1 {
		ratio.To = BestOther
	}
	var all []placed
	for _, row := range r.Rows {
		if ratio.Dim == 0 || row.Dim == ratio.Dim {
			all = append(all, placed{row.Table, row.Dim, row.Method, max(row.Error(ratio.By), row.floor), row.classes, row.Grouped})
		}
	}
	if c := compare(all, ratio.Target, first, others); c.tables > 0 {
		ratio.Mean, ratio.Tables, ratio.Largest = c.mean, c.tables, c.largest
		r.Ratios = append(r.Ratios, ratio)
	}
}

// placed is the error of a method on a table, no less than that of one wrong row.
type placed struct {
	table   string
	dim     int
	method  string
	error   float64
	classes bool
	grouped string
}

// comparison is the geometric mean, over tables, of the error of one method divided by the least of
// others.
type comparison struct {
	mean           float64
	tables, better int    // tables, and those where it is better
	largest        string // the table with the largest ratio
}

// compare compares on tables with numbers, classes or all; those whose rows are grouped do not count.
func compare(all []placed, target, first string, others []string) (c comparison) {
	const least = 1e-12 // that can be divided by
	var sum, largest float64
	for _, one := range all {
		if one.method != first || one.grouped != "" || target != "all" && one.classes != (target == "classes") {
			continue
		}
		best := math.Inf(1)
		for _, p := range all {
			if p.table == one.table && p.dim == one.dim && slices.Contains(others, p.method) {
				best = min(best, max(p.error, least))
			}
		}
		quotient := max(one.error, least) / best
		if quotient > largest {
			largest, c.largest = quotient, one.table
		}
		if quotient < 1 {
			c.better++
		}
		sum += math.Log(quotient)
		c.tables++
	}
	c.mean = math.Exp(sum / float64(max(1, c.tables)))
	return c
}

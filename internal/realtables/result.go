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
	var sum, largest float64
	for _, row := range r.Rows {
		if row.Method != first || row.Grouped != "" || ratio.Dim != 0 && row.Dim != ratio.Dim || ratio.Target != "all" && row.classes != (ratio.Target == "classes") {
			continue
		}
		quotient := row.floored(ratio.By) / r.best(row, ratio.By, others)
		if quotient > largest {
			largest, ratio.Largest = quotient, row.Table
		}
		sum += math.Log(quotient)
		ratio.Tables++
	}
	if ratio.Tables > 0 {
		ratio.Mean = math.Exp(sum / float64(ratio.Tables))
		r.Ratios = append(r.Ratios, ratio)
	}
}

// floored is an error that can be divided by: no less than that of one wrong row.
func (r Row) floored(by By) float64 { return max(r.Error(by), r.floor, 1e-12) }

// best is the least error of the named methods for the table and dimension of a row.
func (r *Result) best(like Row, by By, names []string) float64 {
	least := math.Inf(1)
	for _, row := range r.Rows {
		if row.Table == like.Table && row.Dim == like.Dim && slices.Contains(names, row.Method) {
			least = min(least, row.floored(by))
		}
	}
	return least
}

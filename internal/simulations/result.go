package simulations

import (
	"math"
	"slices"

	"suffice/internal/trials"
)

// Result is what an experiment came to.
type Result struct {
	Rows   []Row  `json:"rows"`
	Groups []Mean `json:"groups"` // that are there with all their cells
	Totals []Sum  `json:"methods"`
}

// Row is a method on a cell.
type Row struct {
	Cell    string    `json:"cell"`
	Model   string    `json:"model"`
	N       int       `json:"n"`
	D       int       `json:"d"`
	Dim     int       `json:"dim"` // true directions
	Method  string    `json:"method"`
	Mean    float64   `json:"mean"`           // of the error
	SE      *float64  `json:"standard_error"` // of the mean; nil where there is one replicate
	Max     float64   `json:"max"`
	Seconds float64   `json:"seconds"` // mean time of a fit
	Errors  []float64 `json:"errors"`  // of the replicates, in their order

	Selection *Selection `json:"selection,omitempty"` // mean, where every fit left inputs out

	BestRival *Rival `json:"best_rival"` // as BestRival has it, or nil
	Published *Rival `json:"published"`  // as Published has it, or nil

	group string
}

// Mean is a method on a group of cells.
type Mean struct {
	Group     string   `json:"group"`
	Cells     int      `json:"cells"`
	Method    string   `json:"method"`
	Mean      float64  `json:"mean"` // of the means of the cells
	SE        *float64 `json:"standard_error"`
	BestRival *float64 `json:"best_rival"` // the mean over the cells, or nil where one has none
	Published *float64 `json:"published"`
}

// Sum is a method on all cells.
type Sum struct {
	Method  string  `json:"method"`
	Fits    int     `json:"fits"`
	Failed  int     `json:"above_half"` // fits with an error above 0.5
	Seconds float64 `json:"seconds"`    // mean time of a fit
}

// summarize is the result of fits, by entry and replicate.
func (e Experiment) summarize(cells []Cell, entries []trials.Entry, fits [][]Fit) Result {
	r := Result{Groups: []Mean{}}
	for i, entry := range entries {
		r.Rows = append(r.Rows, cells[i].row(entry.Method, fits[i]))
	}
	for _, m := range e.Methods {
		rows := slices.DeleteFunc(slices.Clone(r.Rows), func(row Row) bool { return row.Method != m.Name })
		r.Totals = append(r.Totals, sumOf(m.Name, rows))
		for _, group := range Groups() {
			of := slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return row.group != group })
			if len(of) == len(sizes[group]) {
				r.Groups = append(r.Groups, meanOf(group, of))
			}
		}
	}
	return r
}

func (c Cell) row(method string, fits []Fit) Row {
	s := trials.Summarize(fits)
	row := Row{
		Cell: c.Name(), Model: c.Model.Name, N: c.N, D: c.D, Dim: c.Dim(), Method: method, group: c.Group,
		Mean: s.Mean, Max: s.Max, Seconds: s.Seconds, Errors: s.Errors, Selection: meanSelection(fits),
		BestRival: BestRival(c.Name()), Published: Published(c.Name()),
	}
	if len(fits) > 1 {
		se := s.SD / math.Sqrt(float64(len(fits)))
		row.SE = &se
	}
	return row
}

// meanSelection is nil where a fit left no input out.
func meanSelection(fits []Fit) *Selection {
	var mean Selection
	for _, f := range fits {
		if f.Selection == nil {
			return nil
		}
		mean.Found += f.Found / float64(len(fits))
		mean.False += f.False / float64(len(fits))
	}
	return &mean
}

// meanOf is the mean of the rows of a method on all cells of a group, which are independent.
func meanOf(group string, rows []Row) Mean {
	m := Mean{Group: group, Cells: len(rows), Method: rows[0].Method}
	k := float64(len(rows))
	variance, repeated := 0., true
	for _, row := range rows {
		m.Mean += row.Mean / k
		if repeated = repeated && row.SE != nil; repeated {
			variance += square(*row.SE / k)
		}
	}
	if repeated {
		se := math.Sqrt(variance)
		m.SE = &se
	}
	m.BestRival = meanOfRivals(rows, func(row Row) *Rival { return row.BestRival })
	m.Published = meanOfRivals(rows, func(row Row) *Rival { return row.Published })
	return m
}

// meanOfRivals is nil where a cell has no rival.
func meanOfRivals(rows []Row, of func(Row) *Rival) *float64 {
	mean := 0.
	for _, row := range rows {
		rival := of(row)
		if rival == nil {
			return nil
		}
		mean += rival.Error / float64(len(rows))
	}
	return &mean
}

func sumOf(method string, rows []Row) Sum {
	s := Sum{Method: method}
	for _, row := range rows {
		s.Fits += len(row.Errors)
		s.Seconds += row.Seconds / float64(len(rows))
		for _, v := range row.Errors {
			if v > .5 {
				s.Failed++
			}
		}
	}
	return s
}

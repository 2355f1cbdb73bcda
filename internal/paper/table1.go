package paper

import (
	"context"
	"fmt"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/trials"
)

// Table1 is the paper's first experiment: the mean error of each method on each
// artificial data set, over trials with data of their own.
type Table1 struct {
	Trials  int    // trials of each method on each data set
	N       int    // rows of a trial
	Seed    uint64 // trial k, counted from 0, draws its data and fits with seed Seed + k
	Data    []Data
	Methods []Method

	State    *State                // trials made before, which are not made again; takes those that are made; may be nil
	Progress func(trials.Progress) // told after each trial; may be nil
}

// Method is what Table1 compares.
type Method struct {
	Name string
	run  func(ctx context.Context, d Data, n int, seed uint64) (trials.Fit, error)
}

// MethodOf is one of the library's methods with its defaults, but for the number of
// kernel centres where it has them; 0 means the default there too.
func MethodOf(m suffice.Method, centres int) Method {
	return Method{Name: m.Name, run: func(ctx context.Context, d Data, n int, seed uint64) (trials.Fit, error) {
		return d.Run(ctx, n, seed, m.New(suffice.Options{Dim: d.Dim(), Centres: centres, Seed: seed}))
	}}
}

// floor is the name of what is no method to compare, but the least error to expect: what
// knowing the model of Data1 would reach.
const floor = "ols"

// Row is an entry of the table.
type Row struct {
	Data      string    `json:"data"`
	Method    string    `json:"method"`
	Mean      float64   `json:"mean"` // of the error
	SD        float64   `json:"sd"`   // with 1/(trials-1)
	Max       float64   `json:"max"`
	Seconds   float64   `json:"seconds"`    // mean time of a fit
	PaperMean *float64  `json:"paper_mean"` // as the paper prints it; nil where it has none
	PaperSD   *float64  `json:"paper_sd"`
	Best      bool      `json:"best"` // the least mean on its data, or not different from it by Welch's t-test at 1%
	Errors    []float64 `json:"-"`    // of the trials, in their order
}

// Floor reports whether the row is no method to compare, but the least error to expect.
func (r Row) Floor() bool { return r.Method == floor }

// Run makes the trials that State does not have, several at once, and returns a row
// for each data set and method. Least squares is added on Data1, where it is the floor.
// Errors do not depend on the number of threads; times of course do.
func (t Table1) Run(ctx context.Context) ([]Row, error) {
	if t.Trials < 1 || t.N < 2 {
		return nil, fmt.Errorf("%d trials of %d rows, but at least 1 trial of 2 rows is needed", t.Trials, t.N)
	}
	entries := t.entries()
	fits, err := trials.Experiment[stateKey]{
		Entries: entries, Replicates: t.Trials, From: t.Seed, Numbered: " with seed %d", State: t.State, Progress: t.Progress,
		Key: func(e trials.Entry, seed uint64) stateKey { return stateKey{e.Tables, e.Method, seed} },
	}.Run(ctx)
	if err != nil {
		return nil, err
	}
	table := make([]Row, len(entries))
	for i, e := range entries {
		s := trials.Summarize(fits[i])
		table[i] = Row{Data: e.Tables, Method: e.Method, Mean: s.Mean, SD: s.SD, Max: s.Max, Seconds: s.Seconds, Errors: s.Errors}
		if figure, ok := Printed(e.Tables, e.Method); ok {
			table[i].PaperMean, table[i].PaperSD = &figure.Mean, &figure.SD
		}
	}
	for _, d := range t.Data {
		if err := markBest(table, d.Name); err != nil {
			return nil, err
		}
	}
	return table, nil
}

func (t Table1) entries() (all []trials.Entry) {
	for _, d := range t.Data {
		methods := t.Methods
		if d.Name == "data1" {
			methods = append([]Method{{Name: floor, run: leastSquares}}, methods...)
		}
		for _, m := range methods {
			all = append(all, trials.Entry{Tables: d.Name, Method: m.Name, Fit: func(ctx context.Context, seed uint64) (trials.Fit, error) {
				return m.run(ctx, d, t.N, seed)
			}})
		}
	}
	return all
}

// markBest marks the least mean on a data set and those not different from it.
func markBest(table []Row, data string) error {
	samples := make([][]float64, len(table))
	for i, r := range table {
		if r.Data == data && !r.Floor() {
			samples[i] = r.Errors
		}
	}
	best, err := evaluate.Best(samples)
	for i := range best {
		table[i].Best = table[i].Best || best[i]
	}
	return err
}

// reference is the method that times are relative to, as in the paper.
const reference = "lsdr"

// Time is the time of a method over all data sets.
type Time struct {
	Method   string  `json:"method"`
	Seconds  float64 `json:"seconds"`         // mean time of a fit
	Relative float64 `json:"relative"`        // to that of LSDR
	Paper    string  `json:"paper,omitempty"` // the same in the paper, as it prints it
}

// Times are those of the methods in the order of the table, or nil where LSDR, which
// they are relative to, is not among them.
func Times(table []Row) []Time {
	var times []Time
	at, sets := map[string]int{}, map[string]float64{}
	for _, row := range table {
		if row.Floor() {
			continue
		}
		if _, seen := at[row.Method]; !seen {
			at[row.Method] = len(times)
			times = append(times, Time{Method: row.Method, Paper: printedTimes[row.Method]})
		}
		times[at[row.Method]].Seconds += row.Seconds
		sets[row.Method]++
	}
	one, ok := at[reference]
	if !ok {
		return nil
	}
	for i := range times {
		times[i].Seconds /= sets[times[i].Method]
	}
	for i := range times {
		times[i].Relative = times[i].Seconds / times[one].Seconds
	}
	return times
}

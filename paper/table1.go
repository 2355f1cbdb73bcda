package paper

import (
	"context"
	"fmt"
	"math"

	"suffice"
)

// Table1 is the paper's first experiment: the mean error of each method on each
// artificial data set, over trials with data of their own.
type Table1 struct {
	Trials  int    // trials of each method on each data set
	N       int    // rows of a trial
	Seed    uint64 // trial k, counted from 0, draws its data and fits with seed Seed + k
	Data    []Data
	Methods []Method

	Progress func(done, all int, data, method string) // told before each trial; may be nil
}

// Method is what Table1 compares.
type Method struct {
	Name string
	run  func(ctx context.Context, d Data, n int, seed uint64) (Trial, error)
}

// SCA is sufficient component analysis with its defaults. Centres of 0 means the
// default number of them.
func SCA(centres int) Method {
	return reducer("sca", func(dim int, seed uint64) suffice.Reducer {
		return suffice.SCA{Dim: dim, Centres: centres, Seed: seed}
	})
}

// SCA0 is its first step alone.
func SCA0(centres int) Method {
	return reducer("sca0", func(dim int, seed uint64) suffice.Reducer {
		return suffice.SCA{Dim: dim, Centres: centres, Seed: seed, Stop: suffice.AfterFirstStep}
	})
}

// LeastSquares is what knowing the model of Data1 would reach.
func LeastSquares() Method { return Method{Name: "ols", run: leastSquares} }

func reducer(name string, settings func(dim int, seed uint64) suffice.Reducer) Method {
	return Method{Name: name, run: func(ctx context.Context, d Data, n int, seed uint64) (Trial, error) {
		return d.Run(ctx, n, seed, settings(d.Dim(), seed))
	}}
}

// Row is an entry of the table.
type Row struct {
	Data, Method string
	Mean, SD     float64 // of the error; SD with 1/(trials-1)
	Max          float64 // largest error
	Seconds      float64 // mean time of a fit
}

// Run makes all trials. Least squares is added on Data1, where it is the floor.
func (t Table1) Run(ctx context.Context) ([]Row, error) {
	if t.Trials < 1 || t.N < 2 {
		return nil, fmt.Errorf("%d trials of %d rows, but at least 1 trial of 2 rows is needed", t.Trials, t.N)
	}
	entries := t.entries()
	table := make([]Row, len(entries))
	for i, e := range entries {
		row, err := t.fill(ctx, e, i*t.Trials, len(entries)*t.Trials)
		if err != nil {
			return nil, err
		}
		table[i] = row
	}
	return table, nil
}

type entry struct {
	data   Data
	method Method
}

func (t Table1) entries() []entry {
	var all []entry
	for _, d := range t.Data {
		if d.Name == "data1" {
			all = append(all, entry{d, LeastSquares()})
		}
		for _, m := range t.Methods {
			all = append(all, entry{d, m})
		}
	}
	return all
}

// fill makes the trials of one entry, done of all having been made.
func (t Table1) fill(ctx context.Context, e entry, done, all int) (Row, error) {
	trials := make([]Trial, t.Trials)
	for k := range trials {
		if err := ctx.Err(); err != nil {
			return Row{}, err
		}
		if t.Progress != nil {
			t.Progress(done+k, all, e.data.Name, e.method.Name)
		}
		seed := t.Seed + uint64(k)
		var err error
		if trials[k], err = e.method.run(ctx, e.data, t.N, seed); err != nil {
			return Row{}, fmt.Errorf("%s on %s with seed %d: %w", e.method.Name, e.data.Name, seed, err)
		}
	}
	row := summarize(trials)
	row.Data, row.Method = e.data.Name, e.method.Name
	return row, nil
}

// summarize is the mean, the spread and the largest error of trials.
func summarize(trials []Trial) Row {
	var r Row
	n := float64(len(trials))
	for _, t := range trials {
		r.Mean += t.Error / n
		r.Seconds += t.Seconds / n
		r.Max = max(r.Max, t.Error)
	}
	for _, t := range trials {
		r.SD += (t.Error - r.Mean) * (t.Error - r.Mean)
	}
	r.SD = math.Sqrt(r.SD / max(1, n-1))
	return r
}

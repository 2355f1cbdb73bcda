package paper

import (
	"context"
	"fmt"

	"suffice"
	"suffice/internal/journal"
	"suffice/internal/linalg"
	"suffice/internal/testing/artificial"
	"suffice/lab/experiment"
	"suffice/lab/truth"
	"suffice/output"
)

// Table1 is the paper's first experiment: the mean error of each method on each
// artificial data set, over trials with data of their own.
type Table1 struct {
	Trials  int    // of each method on each data set
	N       int    // rows of a trial
	Seed    uint64 // trial k, counted from 0, draws its data and fits with seed Seed + k
	Centres int    // of kernels, where a method has them; 0 means its default
	Data    []artificial.Data
	Methods []suffice.Method
}

// Drawn has n rows, and the answer.
func Drawn(d artificial.Data, n int, seed uint64) truth.Table {
	x, y := d.Generate(n, seed)
	return truth.Table{X: linalg.Of(n, d.D, x), Y: y, Directions: linalg.FromSlices(d.Truth())}
}

// Experiment is that of the table. Least squares is added on Data1: there it is the true model, so
// that nothing that has to find out the model as well can be expected to do better. What the paper
// prints stands beside.
func (t Table1) Experiment() experiment.Experiment {
	e := experiment.Experiment{
		Name: "reproduce table1", Title: fmt.Sprintf("error of the subspace, %d rows", t.N), Repeats: t.Trials, From: t.Seed, ByTable: true,
		Measures: []experiment.Measure{
			{Name: truth.Error, Means: "distance of the subspace found from the true one, from 0 to 1", Digits: 4, Spread: experiment.SD, Marked: true},
			{Name: experiment.Seconds, Means: "mean time of a fit by the clock, with other fits on the other cores", Total: true},
		},
		Notes:    []string{"paper: its Table 1, 100 trials of 1000 rows; times there, relative to LSDR: " + printedTimes, "ols*: least squares with the true model of data1, the least to expect"},
		Settings: []journal.Setting{{Name: "n", Value: t.N}, {Name: "centres", Value: t.Centres}},
	}
	for _, d := range t.Data {
		if d.Name == "data1" {
			e.Cases = append(e.Cases, t.on(d, "ols"+experiment.Bound, func(uint64) suffice.Reducer { return suffice.CCA{Dim: 1, Ridge: -1} }))
		}
		for _, m := range t.Methods {
			if m.Most != nil && d.Dim() > m.Most(output.Numbers([]float64{0, 1})) {
				continue
			}
			e.Cases = append(e.Cases, t.on(d, m.Name, func(seed uint64) suffice.Reducer {
				return m.New(suffice.Options{Dim: d.Dim(), Centres: t.Centres, Seed: seed})
			}))
		}
	}
	for _, d := range t.Data {
		for _, m := range t.Methods {
			if figure, ok := Printed(d.Name, m.Name); ok {
				e.Cases = append(e.Cases, experiment.Case{Table: d.Name, Method: "paper " + m.Name, Known: map[string]experiment.Figure{
					truth.Error: figure.known(),
				}})
			}
		}
	}
	return e
}

// on is a method on a data set.
func (t Table1) on(d artificial.Data, name string, method func(seed uint64) suffice.Reducer) experiment.Case {
	return experiment.Case{Table: d.Name, Method: name, Rows: t.N, Inputs: d.D, Try: func(ctx context.Context, seed uint64) (experiment.Trial, error) {
		return Drawn(d, t.N, seed).Fit(ctx, method(seed))
	}}
}

// known is the figure as the paper prints it.
func (f Figure) known() experiment.Figure {
	known := experiment.Figure{Mean: f.Mean, SD: &f.SD, Text: fmt.Sprintf("%.3f (%.3f)", f.Mean, f.SD)}
	if f.Best {
		known.Text += " *"
	}
	return known
}

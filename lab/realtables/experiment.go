package realtables

import (
	"context"
	"errors"
	"slices"
	"time"

	"suffice"
	"suffice/internal/journal"
	"suffice/internal/linalg"
	"suffice/lab/experiment"
	"suffice/output"
	"suffice/rows"
)

// MostTrain is how many rows are fitted at most; with fewer than twice as many, half of
// them are.
const MostTrain = 2000

// Method finds components.
type Method struct {
	Name string
	Fit  func(ctx context.Context, x rows.Source, y *output.Target, dim int, seed uint64) (*suffice.Projection, error)

	Seedless bool // every seed gives the same answer, so that one is enough
}

// Ours is a method of the library with its defaults. Where y has fewer components than
// asked for, it is asked for those.
func Ours(m suffice.Method) Method {
	fit := func(ctx context.Context, x rows.Source, y *output.Target, dim int, seed uint64) (*suffice.Projection, error) {
		out, err := y.Output()
		if err != nil {
			return nil, err
		}
		if m.Most != nil {
			dim = max(1, min(dim, m.Most(out)))
		}
		return m.New(suffice.Options{Dim: dim, Seed: seed}).Fit(ctx, x, out)
	}
	return Method{Name: m.Name, Fit: fit}
}

// AutoName is the name of the method that is chosen for each table.
const AutoName = "auto"

// Auto chooses the method by the training rows.
func Auto() Method {
	fit := func(ctx context.Context, x rows.Source, y *output.Target, dim int, seed uint64) (*suffice.Projection, error) {
		out, err := y.Output()
		if err != nil {
			return nil, err
		}
		fitted, err := suffice.Fit(ctx, suffice.NewData(x, out), suffice.FitOptions{Auto: true, NoVerdict: true, Options: suffice.Options{Dim: dim, Seed: seed}})
		if err != nil {
			return nil, err
		}
		return fitted.Model, nil
	}
	return Method{Name: AutoName, Fit: fit}
}

// Components says whose components of real tables predict how well.
type Components struct {
	Folder  string // of the tables
	Tables  []Table
	Methods []Method // the first is compared with the others
	Dims    []int    // numbers of components, in ascending order; more than inputs are left out
	Splits  int
	Fits    int    // of each method on each split, with other seeds
	Seed    uint64 // split r, counted from 0, is drawn with Seed + r, and so is its first fit
}

// Measures of predictions from components, as shares of the error of the best guess without inputs.
const (
	byNeighbours = "neighbours"
	byRidge      = "ridge"
	oneRow       = "one row" // what one wrong row of the test rows of all fits counts; 0 for numbers
	apart        = "seeds apart"
)

// Experiment opens the tables and lists what is to be fitted.
func (c Components) Experiment(ctx context.Context) (e experiment.Experiment, err error) {
	e = experiment.Experiment{
		Name: "bench real", Title: "prediction error on rows held out, as a share of that of guessing without inputs", Repeats: c.Splits, From: c.Seed,
		Measures: []experiment.Measure{
			{Name: byNeighbours, Means: "by the nearest neighbours in the components", Digits: 4, Divided: true, Floor: oneRow},
			{Name: byRidge, Means: "by kernel ridge regression on them", Digits: 4, Divided: true, Floor: oneRow},
			{Name: oneRow, Hidden: true},
			{Name: apart, Means: "share of divisions where another seed gives an error by ridge a quarter larger or smaller", Digits: 3, Total: true},
			{Name: experiment.Seconds, Means: "mean time of a fit by the clock, with other fits on the other cores", Total: true},
		},
		Settings: []journal.Setting{{Name: "fits", Value: c.Fits}},
	}
	if len(c.Dims) > 1 {
		e.Across = "components"
	}
	tables, err := open(ctx, c.Folder, c.Tables)
	if err != nil {
		return e, err
	}
	for _, d := range tables {
		for _, dim := range c.Dims {
			for _, m := range c.Methods {
				if dim <= d.x.Width() {
					one := d.asCase(m.Name)
					one.Dim, one.Try = dim, func(ctx context.Context, seed uint64) (experiment.Trial, error) { return c.try(ctx, d, m, dim, seed) }
					e.Cases = append(e.Cases, one)
				}
			}
		}
	}
	if len(e.Cases) == 0 {
		err = errors.New("no table has as many inputs as components are asked for; ask for fewer")
	}
	return e, err
}

// asCase is what is told of the table.
func (d *data) asCase(method string) experiment.Case {
	c := experiment.Case{Table: d.Name, Method: method, Rows: d.x.Len(), Inputs: d.x.Width(), Kind: "numbers"}
	if d.Classes() {
		c.Kind = "classes"
	}
	return c
}

// nextSeed is how far the seeds of fits of one split are apart, so that those of the
// splits are not met again.
const nextSeed = 1_000_003

// try fits on the training rows of a split and predicts the others. That a method fails is
// a result too.
func (c Components) try(ctx context.Context, d *data, m Method, dim int, split uint64) (t experiment.Trial, err error) {
	h, err := d.half(ctx, split)
	if err != nil {
		return t, err
	}
	fits := c.Fits
	if m.Seedless {
		fits = 1
	}
	t.Values = map[string]float64{oneRow: h.oneRow() / float64(fits)}
	var ridge []float64
	for k := range fits {
		start := time.Now()
		model, err := m.Fit(ctx, h.x, h.y, dim, split+nextSeed*uint64(k))
		seconds := time.Since(start).Seconds()
		var near, smooth float64
		if err == nil {
			near, smooth, err = h.errors(ctx, model)
		}
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		if err != nil { // what it would take to be of no use
			near, smooth, t.Problem = 1, 1, err.Error()
		}
		share := 1 / float64(fits)
		t.Values[byNeighbours] += share * near
		t.Values[byRidge] += share * smooth
		t.Values[experiment.Seconds] += share * seconds
		ridge = append(ridge, smooth)
	}
	if fits > 1 {
		t.Values[apart] = 0
		// That a single row has become wrong says nothing of classes.
		if least, most := slices.Min(ridge), slices.Max(ridge); most > 1.25*least && most-least > 1.5*h.oneRow() {
			t.Values[apart] = 1
		}
	}
	return t, nil
}

// errors takes the components as they come: their scale is a part of the answer.
func (h *half) errors(ctx context.Context, model *suffice.Projection) (near, smooth float64, err error) {
	z, err := transformed(ctx, model, h.x)
	if err != nil {
		return 0, 0, err
	}
	test, err := transformed(ctx, model, h.held)
	if err != nil {
		return 0, 0, err
	}
	ridge, err := h.byRidge(z, test)
	if err != nil {
		return 0, 0, err
	}
	if near, err = h.shareOf(h.byNeighbours(z, test)); err == nil {
		smooth, err = h.shareOf(ridge)
	}
	return near, smooth, err
}

func transformed(ctx context.Context, model *suffice.Projection, x rows.Source) (linalg.Matrix, error) {
	z, err := model.Transform(ctx, x)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return inMemory(ctx, z)
}

package ablation

import (
	"context"
	"fmt"
	"hash/crc32"

	"suffice"
	"suffice/internal/journal"
	"suffice/internal/offers"
	"suffice/internal/search"
	"suffice/lab/experiment"
	"suffice/lab/realtables"
	"suffice/lab/simulations"
	"suffice/lab/truth"
)

// Ablation says which numbers are changed, and on which tables.
type Ablation struct {
	Quick    bool      // the numbers of a quick fit instead of a whole one
	Variants []Variant // of these numbers
	Drawn    []simulations.Kind
	Repeats  int    // tables of each kind, and divisions of each real table
	From     uint64 // number of the first of them
	Seed     uint64 // of the fits of drawn tables

	Folder string // of real tables
	Real   []realtables.Table
}

// Of are the numbers of a search as they are.
func Of(quick bool) search.Tuning {
	if quick {
		return search.Quick
	}
	return search.Whole
}

// asItIs is the method with no number changed, the first of all.
const asItIs = "as it is"

// realDim is how many components of real tables are found: more than one, so that a subspace is
// searched, and few enough that every table has them.
const realDim = 2

// byRidge is the measure of real tables.
const byRidge = "ridge"

// Experiment fits each table by the search as it is, and by all its variants.
func (a Ablation) Experiment(ctx context.Context) (e experiment.Experiment, err error) {
	methods, err := a.methods()
	if err != nil {
		return e, err
	}
	e = simulations.Replicates{Methods: methods, Count: a.Repeats, From: a.From, Seed: a.Seed}.Experiment("ablate", "SCA with one number of its search changed", a.Drawn, a.try)
	if len(a.Real) > 0 {
		real := realtables.Components{Folder: a.Folder, Tables: a.Real, Dims: []int{realDim}, Splits: a.Repeats, Fits: 1, Seed: a.From}
		for _, m := range methods {
			real.Methods = append(real.Methods, realtables.Ours(m))
		}
		more, err := real.Experiment(ctx)
		if err != nil {
			return e, err
		}
		e.Cases = append(e.Cases, more.Cases...)
	}
	e.Measures = []experiment.Measure{
		{Name: truth.Error, Means: "distance of the subspace found from the true one, from 0 to 1", Digits: 3, Spread: experiment.SE},
		{Name: byRidge, Means: "error of predictions of real tables by kernel ridge regression, as a share of that of guessing", Digits: 3, Spread: experiment.SE},
		{Name: experiment.Seconds, Means: "mean time of a fit by the clock, with other fits on the other cores"},
	}
	// Trials with other numbers as they are must not be mixed with these.
	numbers := crc32.ChecksumIEEE(fmt.Appendf(nil, "%+v", Of(a.Quick)))
	e.Settings = append(e.Settings, journal.Setting{Name: "quick", Value: a.Quick}, journal.Setting{Name: "numbers", Value: fmt.Sprintf("%08x", numbers), Other: "other numbers of the search"})
	return e, nil
}

var sca = offers.Take[interface {
	Tuned(suffice.SCA, search.Tuning) suffice.SCA
}]()

// methods are SCA as it is, and with each number changed.
func (a Ablation) methods() ([]suffice.Method, error) {
	plain, err := suffice.MethodNamed("sca")
	if err != nil {
		return nil, err
	}
	var methods []suffice.Method
	for _, v := range append([]Variant{{Tuning: Of(a.Quick)}}, a.Variants...) {
		m := plain
		if m.Name = asItIs; v.Number != "" {
			m.Name = v.String()
		}
		m.New = func(o suffice.Options) suffice.Reducer {
			return sca.Tuned(suffice.SCA{Dim: o.Dim, Seed: o.Seed, Quick: a.Quick}, v.Tuning)
		}
		methods = append(methods, m)
	}
	return methods, nil
}

// try fits a table. That a search fails with some number is a result too.
func (a Ablation) try(ctx context.Context, m suffice.Method, _ simulations.Kind, t simulations.Table) (experiment.Trial, error) {
	trial, err := t.Fit(ctx, m.New(suffice.Options{Dim: t.Dim(), Seed: a.Seed}))
	if err != nil && ctx.Err() == nil {
		return experiment.Trial{Problem: err.Error()}, nil
	}
	return trial, err
}
